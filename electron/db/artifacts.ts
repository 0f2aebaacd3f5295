import { z } from 'zod';
import { Artifact, ArtifactKind } from '../../shared/artifact.ts';
import type { GalleryItem } from '../../shared/contract.ts';
import { Values } from '../../shared/job.ts';
import type { Db } from './database.ts';

/** Rows of stored outputs. */
export interface ArtifactRows {
  /** Inside the transaction that settles its attempt. Throws when the attempt already has a file at this node and place. */
  insert(artifact: Artifact): void;
  find(id: string): Artifact | undefined;
  /** Of one job, in order of insertion: node, then number. */
  ofJob(job: string): Artifact[];
  /** Of many jobs, each named once; those of one job in order of insertion. */
  ofJobs(jobs: readonly string[]): Artifact[];
  /** Newest first. `cursor` is the `next` of the page before; throws RangeError for one that no page gave. */
  page(query: { template?: string | undefined; cursor?: string | undefined; limit: number }): {
    items: GalleryItem[];
    total: number;
    next: string | null;
  };
}

const ArtifactRow = z.object({
  id: z.string(),
  job: z.string(),
  attempt: z.string(),
  template: z.string(),
  node: z.string(),
  place: z.number(),
  kind: ArtifactKind,
  mime: z.string(),
  name: z.string(),
  path: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  created_at: z.number(),
  is_partial: z.number(),
});
const GalleryRow = ArtifactRow.extend({
  seq: z.number(),
  values_json: z.string(),
  seed: z.string().nullable(),
  version: z.number(),
});

const toArtifact = (raw: unknown): Artifact => {
  const { job, attempt, place, created_at, is_partial, ...same } = ArtifactRow.parse(raw);
  return {
    ...same,
    jobId: job,
    attemptId: attempt,
    index: place,
    createdAt: new Date(created_at).toISOString(),
    isPartial: is_partial === 1,
  };
};

const columns =
  'id, job, attempt, template, node, place, kind, mime, name, path, sha256, bytes, width, height, created_at, is_partial';

/** Statements over the artifacts table, prepared once. */
export const createArtifactRows = (db: Db): ArtifactRows => {
  const insert = db.prepare(`INSERT INTO artifacts (${columns}) VALUES (${columns.replaceAll(/\w+/g, (name) => `@${name}`)})`);
  const find = db.prepare(`SELECT ${columns} FROM artifacts WHERE id = ?`);
  const ofJob = db.prepare(`SELECT ${columns} FROM artifacts WHERE job = +? ORDER BY seq`);
  // One statement for a page costs a third of one for each job; the index has those of a job in order.
  const ofJobs = db.prepare(
    `SELECT ${columns.replaceAll(/\w+/g, (name) => `a.${name}`)}
     FROM json_each(?) e CROSS JOIN artifacts a INDEXED BY artifacts_job ON a.job = e.value`,
  );
  const pageOf = (where: string) =>
    db.prepare(
      `SELECT ${columns.replaceAll(/\w+/g, (name) => `a.${name}`)}, a.seq, j.values_json, j.seed, j.version
       FROM artifacts a JOIN jobs j ON j.id = a.job WHERE ${where} ORDER BY a.seq DESC LIMIT +@limit`,
    );
  const page = pageOf('a.seq < @before');
  const pageOfTemplate = pageOf('a.template = +@template AND a.seq < @before');
  const count = db.prepare('SELECT count(*) FROM artifacts').pluck();
  const countOfTemplate = db.prepare('SELECT count(*) FROM artifacts WHERE template = ?').pluck();

  return {
    insert(artifact) {
      const { jobId, attemptId, index, createdAt, isPartial, ...same } = Artifact.parse(artifact);
      insert.run({
        ...same,
        job: jobId,
        attempt: attemptId,
        place: index,
        created_at: Date.parse(createdAt),
        is_partial: isPartial ? 1 : 0,
      });
    },
    find(id) {
      const row = find.get(id);
      return row === undefined ? undefined : toArtifact(row);
    },
    ofJob: (job) => ofJob.all(job).map(toArtifact),
    ofJobs: (jobs) => ofJobs.all(JSON.stringify(jobs)).map(toArtifact),
    page({ template, cursor, limit }) {
      if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw new RangeError(`not a cursor: ${cursor}`);
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
      // One more than asked for tells whether there is a next page.
      const found = (template === undefined ? page : pageOfTemplate).all({
        before,
        limit: limit + 1,
        ...(template === undefined ? {} : { template }),
      });
      const rows = found.slice(0, limit).map((row) => GalleryRow.parse(row));
      const last = rows.at(-1);
      return {
        items: rows.map((row) => ({
          artifact: toArtifact(row),
          values: Values.parse(JSON.parse(row.values_json)),
          seed: row.seed,
          version: row.version,
        })),
        total: z.number().parse(template === undefined ? count.get() : countOfTemplate.get(template)),
        next: found.length > limit && last !== undefined ? String(last.seq) : null,
      };
    },
  };
};
