import type { JobFilter } from '../../shared/contract.ts';
import { JobState } from '../../shared/job.ts';
import { isWhole } from './batches.ts';
import type { Db } from './database.ts';
import { createJobSearch } from './job-search.ts';
import type { JobRow } from './jobs.ts';

interface JobPage {
  rows: JobRow[];
  /** All that match the filter, on every page. */
  total: number;
  /** Where the next page begins; null for the last one. */
  next: string | null;
}

/**
 * Long lists of jobs, a page at a time by key, so that the cost of a page does not grow with the table. A filter by words must look at
 * every job: the generators yield after each stretch of the table, and answer in the end.
 */
export interface JobPages {
  /** Newest first. Throws RangeError for a cursor that no page gave; so does `run`. */
  newest(filter: JobFilter, cursor: string | undefined, limit: number): Generator<void, JobPage>;
  /** At work, then waiting in the order they will run, then those that wait for their next attempt. */
  run(filter: JobFilter, cursor: string | undefined, limit: number): Generator<void, JobPage>;
}

type Params = Record<string, string | number | null>;
/** A row and the cursor of the page that follows it. */
interface Found {
  row: JobRow;
  at: string;
}

/** Characters of values on one page; it ends early where they are longer, so that a page of huge prompts can be sent. */
const pageLength = 20_000_000;

const openStates: readonly JobState[] = ['queued', 'submitted', 'running', 'failed_retryable'];

/** Statements are made once for each kind of filter that is asked for. */
export const createJobPages = (db: Db): JobPages => {
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => db.prepare<[Params], JobRow>(sql);
  const rows = (sql: string, params: Params): JobRow[] => {
    const statement = prepared.get(sql) ?? prepare(sql);
    prepared.set(sql, statement);
    return statement.all(params);
  };
  // Null: of every template.
  const ofTemplate = 'FROM job_counts WHERE state = @state AND (@template IS NULL OR template = @template)';
  const countAll = db.prepare<[Params], number>(`SELECT total(n) ${ofTemplate}`).pluck();
  const countLoose = db.prepare<[Params], number>(`SELECT total(loose) ${ofTemplate}`).pluck();
  const countInBatch = db
    .prepare<[Params], number>(
      `SELECT count(*) FROM jobs INDEXED BY jobs_batch WHERE batch = @batch AND state = @state
       AND (@template IS NULL OR template = @template)`,
    )
    .pluck();
  // Counted by triggers with the others from the first one on, and taken off here until the batch is complete.
  const countHalf = db
    .prepare<[Params], number>(
      `SELECT count(*) FROM jobs INDEXED BY jobs_batch WHERE state = @state AND batch IN
         (SELECT id FROM batches WHERE is_complete = 0 AND (@template IS NULL OR template = @template))`,
    )
    .pluck();
  const search = createJobSearch(db);

  const count = ({ template: wanted, batch }: JobFilter, state: JobState): number | undefined => {
    const template = wanted ?? null;
    if (batch === undefined) {
      const all = countAll.get({ state, template }) ?? 0;
      return state === 'queued' ? all - (countHalf.get({ state, template }) ?? 0) : all;
    }
    return batch === null ? countLoose.get({ state, template }) : countInBatch.get({ state, template, batch });
  };
  const total = (filter: JobFilter, states: readonly JobState[]): number =>
    states.reduce((sum, state) => sum + (count(filter, state) ?? 0), 0);

  return {
    *newest(filter, cursor, limit) {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : (numbers(cursor, /^(\d{1,15})$/)[0] ?? 0);
      const states = [...new Set(filter.states ?? JobState.options)];
      const { template, batch } = filter;
      const where = [
        ...(template === undefined ? [] : [' AND template = +@template']),
        ...(batch === undefined ? [] : [batch === null ? ' AND batch IS NULL' : ' AND batch = +@batch']),
      ].join('');
      const index =
        batch === undefined || template !== undefined ? '' : batch === null ? 'INDEXED BY jobs_loose' : 'INDEXED BY jobs_batch';
      const params = {
        before,
        limit: limit + 1,
        ...(template === undefined ? {} : { template }),
        ...(typeof batch === 'string' ? { batch } : {}),
      };
      if (filter.text !== undefined && filter.text !== '') {
        const { found, matches } = yield* search({
          text: filter.text,
          template,
          batch,
          states,
          before,
          limit: limit + 1,
        });
        return pageOf(found.map(newestAt), limit, matches);
      }
      // An index delivers one state at a time in order; merging those beats sorting them all.
      const found =
        filter.states === undefined && where === ''
          ? rows(`SELECT * FROM jobs WHERE seq < @before AND ${isWhole} ORDER BY seq DESC LIMIT +@limit`, params)
          : states
              .flatMap((state) =>
                rows(
                  `SELECT * FROM jobs ${index} WHERE state = +@state AND seq < @before AND ${isWhole}${where}
                   ORDER BY seq DESC LIMIT +@limit`,
                  {
                    ...params,
                    state,
                  },
                ),
              )
              .sort((a, b) => b.seq - a.seq);
      return pageOf(found.map(newestAt), limit, total(filter, states));
    },

    *run(filter, cursor, limit) {
      const states = openStates.filter((state) => filter.states?.includes(state) ?? true);
      const [phase, ...from] = cursor === undefined ? ['work' as const] : parts(cursor);
      const matches = search.matcher(filter);
      // Read from the index: thousands of a batch in between cost next to nothing.
      const loose = filter.batch === null ? ' AND batch IS NULL' : '';
      const found: Found[] = [];
      // Everything else has its turn between two steps: a job may move from one part of the list to the next.
      const taken = new Set<number>();
      const take = (row: JobRow, at: string): void => {
        if (taken.has(row.seq) || !matches(row)) return;
        taken.add(row.seq);
        found.push({ row, at });
      };
      if (phase === 'work')
        // Never more than one at each engine and a few that are being collected, so this part is not cut.
        for (const row of rows(
          "SELECT j.* FROM attempts a JOIN jobs j ON j.id = a.job WHERE a.state IN ('open', 'collecting') ORDER BY a.seq",
          {},
        ))
          if (states.includes(row.state)) take(row, 'q:-1:0:0');
      if (phase !== 'r' && states.includes('queued')) {
        let [grade = 0, rank = 0, seq = 0] = phase === 'q' ? from : [-1, 0, 0];
        for (let isMore = true; isMore && found.length <= limit; ) {
          const page = rows(
            `SELECT * FROM jobs INDEXED BY jobs_claim WHERE state = 'queued' AND attempt IS NULL
               AND (grade, rank, seq) > (@grade, @rank, @seq) AND ${isWhole}${loose} ORDER BY grade, rank, seq LIMIT +@limit`,
            { grade, rank, seq, limit: limit + 1 },
          );
          for (const row of page) take(row, `q:${row.grade}:${row.rank}:${row.seq}`);
          const last = page.at(-1);
          if (last) [grade, rank, seq] = [last.grade, last.rank, last.seq];
          isMore = page.length > limit;
          if (isMore) yield;
        }
      }
      if (states.includes('failed_retryable')) {
        let [, at = 0, seq = 0] = phase === 'r' ? from : [0, -1, 0];
        for (let isMore = true; isMore && found.length <= limit; ) {
          const page = rows(
            `SELECT * FROM jobs INDEXED BY jobs_retry WHERE state = 'failed_retryable' AND (retry_at, seq) > (@at, @seq)
             ORDER BY retry_at, seq LIMIT +@limit`,
            { at, seq, limit: limit + 1 },
          );
          for (const row of page) take(row, `r:0:${row.retry_at ?? 0}:${row.seq}`);
          const last = page.at(-1);
          if (last) [at, seq] = [last.retry_at ?? 0, last.seq];
          isMore = page.length > limit;
          if (isMore) yield;
        }
      }
      if (filter.text === undefined || filter.text === '') return pageOf(found, limit, total(filter, states));
      const counted = yield* search({
        text: filter.text,
        template: filter.template,
        batch: filter.batch,
        states,
        before: 0,
        limit: 0,
      });
      return pageOf(found, limit, counted.matches);
    },
  };
};

const newestAt = (row: JobRow): Found => ({ row, at: String(row.seq) });

const pageOf = (found: Found[], limit: number, total: number): JobPage => {
  const shown = found.slice(0, fitting(found.slice(0, limit)));
  return { rows: shown.map(({ row }) => row), total, next: found.length > shown.length ? (shown.at(-1)?.at ?? null) : null };
};

/** How many of them fit one page. Rows with the same cursor stay together: the next page could not begin between them. */
const fitting = (found: Found[]): number => {
  let length = 0;
  const end = found.findIndex(({ row, at }, place) => {
    length += row.values_json.length;
    return length > pageLength && place > 0 && found[place - 1]?.at !== at;
  });
  return end < 0 ? found.length : end;
};

const numbers = (cursor: string, form: RegExp): number[] => {
  const match = form.exec(cursor);
  if (!match) throw new RangeError(`not a cursor: ${cursor}`);
  return match.slice(1).map(Number);
};
/** `q:grade:rank:seq` or `r:0:retry time:seq`. */
const parts = (cursor: string): ['q' | 'r', number, number, number] => {
  const [a = 0, b = 0, c = 0] = numbers(cursor, /^[qr]:(-?\d{1,16}):(-?\d{1,16}):(\d{1,15})$/);
  return [cursor.startsWith('q') ? 'q' : 'r', a, b, c];
};
