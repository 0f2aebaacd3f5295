import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { openDatabase } from '../../electron/db/database.ts';

/** What a data folder holds after a run. */
export interface Audit {
  succeeded: number;
  artifactSets: number;
  /** Jobs that were accepted and have no whole set. */
  lost: number;
  /** Jobs with more than one set. */
  doubled: number;
  /** Everything else that should not be, in words. */
  faults: string[];
}

interface ArtifactRow {
  job: string;
  attempt: string;
  path: string;
  sha256: string;
}

/** Holds rows and files of a data folder that no host uses against the jobs that were accepted. */
export const audit = (dataDir: string, accepted: ReadonlySet<string>): Audit => {
  const db = openDatabase(join(dataDir, 'hearth.db'));
  try {
    const states = new Map(
      db
        .prepare<[], { id: string; state: string }>('SELECT id, state FROM jobs')
        .all()
        .map(({ id, state }) => [id, state]),
    );
    const rows = db.prepare<[], ArtifactRow>('SELECT job, attempt, path, sha256 FROM artifacts').all();
    const sets = new Map<string, Set<string>>();
    for (const { job, attempt } of rows) sets.set(job, (sets.get(job) ?? new Set()).add(attempt));
    const broken = rows.filter(({ path, sha256 }) => digestOf(join(dataDir, path)) !== sha256);
    const brokenJobs = new Set(broken.map(({ job }) => job));
    const lost = [...accepted].filter((id) => states.get(id) !== 'succeeded' || !sets.has(id) || brokenJobs.has(id));
    const count = (sql: string): number => Number(db.prepare(sql).pluck().get());

    const faults: string[] = broken.map(({ path }) => `${path} is missing or not what was stored`);
    const others = [...states.keys()].filter((id) => !accepted.has(id));
    if (others.length > 0) faults.push(`${others.length} jobs that nobody was told of`);
    const unsettled = count("SELECT count(*) FROM attempts WHERE state IN ('open', 'collecting')");
    if (unsettled > 0) faults.push(`${unsettled} attempts without an end`);
    const twice = count(
      "SELECT count(*) FROM (SELECT job FROM attempts WHERE state = 'succeeded' GROUP BY job HAVING count(*) > 1)",
    );
    if (twice > 0) faults.push(`${twice} jobs with two attempts that succeeded`);
    const known = new Set(rows.map(({ path }) => path));
    for (const file of filesBelow(join(dataDir, 'artifacts')))
      if (!known.has(['artifacts', ...file.split(sep)].join('/'))) faults.push(`artifacts/${file} belongs to no job`);
    for (const folder of outputFolders(db)) for (const file of filesBelow(folder)) faults.push(`the engine still has ${file}`);
    return {
      succeeded: [...states.values()].filter((state) => state === 'succeeded').length,
      artifactSets: new Set(rows.map(({ attempt }) => attempt)).size,
      lost: lost.length,
      doubled: [...sets.values()].filter(({ size }) => size > 1).length,
      faults,
    };
  } finally {
    db.close();
  }
};

const digestOf = (file: string): string | null =>
  existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null;

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    : [];

/** Where the engines put what Hearth asked for. */
const outputFolders = (db: ReturnType<typeof openDatabase>): string[] =>
  db
    .prepare<[], string>("SELECT DISTINCT json_extract(folders_json, '$.output') FROM attempts WHERE folders_json IS NOT NULL")
    .pluck()
    .all()
    .map((folder) => join(folder, 'hearth'));
