import type { JobFilter } from '../../shared/contract.ts';
import type { JobState } from '../../shared/job.ts';
import { isWhole } from './batches.ts';
import type { Db } from './database.ts';
import type { JobRow } from './jobs.ts';

interface Search {
  text: string;
  template: string | undefined;
  /** Of this batch; null: of none; undefined: whatever the batch. */
  batch: string | null | undefined;
  states: readonly JobState[];
  /** Rows are wanted from below this seq; matches are counted everywhere. */
  before: number;
  limit: number;
}
export interface JobSearch {
  /** Newest first; yields after each stretch of the table. */
  (search: Search): Generator<void, { found: JobRow[]; matches: number }>;
  /** Whether a row fits the words, the template and the batch of a filter. */
  matcher(filter: JobFilter): (row: JobRow) => boolean;
}

/** Rows looked at in one go: a few milliseconds. */
const stretch = 2_000;
const columns = ['id', 'key', 'template', 'seed', 'values_json'] as const;

/** Values are searched as the JSON text they are stored as, so the words are escaped like it. */
const wordsOf = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Looks for words in everything a job is called by or made from. Letters A to Z match in both cases. */
export const createJobSearch = (db: Db): JobSearch => {
  const lastSeq = db.prepare<[], number | null>('SELECT max(seq) FROM jobs').pluck();
  // By seq alone: a stretch of the table is read in its order, whatever the planner thinks of the other indexes.
  const where = `seq > @from AND seq <= @to AND state IN (SELECT value FROM json_each(@states))
    AND (@template IS NULL OR template = @template) AND (@batch IS NULL OR batch = @batch) AND (@isLoose = 0 OR batch IS NULL)
    AND ${isWhole} AND (${columns.map((name) => `${name} LIKE @words ESCAPE '\\'`).join(' OR ')})`;
  type Params = Record<string, string | number | null>;
  const matching = db.prepare<[Params], JobRow>(
    `SELECT * FROM jobs NOT INDEXED WHERE ${where} AND seq < @before ORDER BY seq DESC LIMIT +@limit`,
  );
  const counting = db.prepare<[Params], number>(`SELECT count(*) FROM jobs NOT INDEXED WHERE ${where}`).pluck();

  function* search({
    text,
    template,
    batch,
    states,
    before,
    limit,
  }: Search): Generator<void, { found: JobRow[]; matches: number }> {
    const words = `%${wordsOf(text).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    const params = {
      words,
      template: template ?? null,
      batch: batch ?? null,
      isLoose: batch === null ? 1 : 0,
      states: JSON.stringify(states),
    };
    const found: JobRow[] = [];
    let matches = 0;
    for (let to = lastSeq.get() ?? 0; to > 0; to -= stretch) {
      const part = { ...params, from: to - stretch, to };
      matches += counting.get(part) ?? 0;
      if (found.length < limit && part.from < before)
        found.push(...matching.all({ ...part, before, limit: limit - found.length }));
      yield;
    }
    return { found, matches };
  }
  return Object.assign(search, {
    matcher({ text, template, batch }: JobFilter) {
      const words = text === undefined ? '' : wordsOf(text).toLowerCase();
      return (row: JobRow): boolean =>
        (template === undefined || row.template === template) &&
        (batch === undefined || row.batch === batch) &&
        (words === '' || columns.some((name) => row[name]?.toLowerCase().includes(words)));
    },
  });
};
