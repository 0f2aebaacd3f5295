import type { JobFilter } from '../../shared/contract.ts';
import { JobState } from '../../shared/job.ts';
import type { Db } from './database.ts';
import type { JobRow } from './jobs.ts';

export interface JobPage {
  rows: JobRow[];
  /** All that match the filter, on every page. */
  total: number;
  /** Where the next page begins; null for the last one. */
  next: string | null;
}

/** Long lists of jobs, a page at a time by key, so that the cost of a page does not grow with the table. */
export interface JobPages {
  /** Newest first. Throws RangeError for a cursor that no page gave; so does `run`. */
  newest(filter: JobFilter, cursor: string | undefined, limit: number): JobPage;
  /** At work, then waiting in the order they will run, then those that wait for their next attempt. */
  run(filter: JobFilter, cursor: string | undefined, limit: number): JobPage;
}

type Params = Record<string, string | number>;

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
  const countByState = db.prepare<[string], number>('SELECT n FROM job_counts WHERE state = ?').pluck();
  const count = (sql: string, params: Params): number => db.prepare<[Params], number>(sql).pluck().get(params) ?? 0;

  const total = (filter: JobFilter, states: readonly JobState[]): number => {
    const { where, params } = conditions(filter);
    if (where.length === 0) return states.reduce((sum, state) => sum + (countByState.get(state) ?? 0), 0);
    return states.reduce(
      (sum, state) =>
        sum + count(`SELECT count(*) FROM jobs WHERE ${['state = @state', ...where].join(' AND ')}`, { ...params, state }),
      0,
    );
  };

  return {
    newest(filter, cursor, limit) {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numbers(cursor, /^(\d{1,15})$/)[0];
      const states = [...new Set(filter.states ?? JobState.options)];
      const { where, params } = conditions(filter);
      const page = (more: string[], extra: Params) =>
        rows(`SELECT * FROM jobs WHERE ${['seq < @before', ...more, ...where].join(' AND ')} ORDER BY seq DESC LIMIT @limit`, {
          ...params,
          ...extra,
          before: before ?? 0,
          limit: limit + 1,
        });
      // An index delivers one state at a time in order; merging those beats sorting them all.
      const found =
        filter.states === undefined && filter.template === undefined
          ? page([], {})
          : states.flatMap((state) => page(['state = @state'], { state })).sort((a, b) => b.seq - a.seq);
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return { rows: shown, total: total(filter, states), next: found.length > limit && last ? String(last.seq) : null };
    },

    run(filter, cursor, limit) {
      const states = openStates.filter((state) => filter.states?.includes(state) ?? true);
      const { where, params } = conditions(filter, 'j.');
      const and = where.map((condition) => ` AND ${condition}`).join('');
      const found: { row: JobRow; at: string }[] = [];
      const [phase = 'work', a = 0, b = 0] = cursor === undefined ? [] : parts(cursor);
      const room = (): number => limit + 1 - found.length;
      if (phase === 'work') {
        // Never more than one at each engine and a few that are being collected, so this part is not cut.
        for (const row of rows(
          `SELECT j.* FROM attempts a JOIN jobs j ON j.id = a.job WHERE a.state IN ('open', 'collecting')${and} ORDER BY a.seq`,
          params,
        ))
          if (states.includes(row.state)) found.push({ row, at: 'q:-1:0' });
      }
      if (phase !== 'r' && states.includes('queued') && room() > 0) {
        const [grade, rank] = phase === 'q' ? [a, b] : [-1, 0];
        for (const row of rows(
          `SELECT j.* FROM jobs j WHERE j.state = 'queued' AND j.attempt IS NULL AND (j.grade, j.rank) > (@grade, @rank)${and}
           ORDER BY j.grade, j.rank LIMIT @limit`,
          { ...params, grade, rank, limit: room() },
        ))
          found.push({ row, at: `q:${row.grade}:${row.rank}` });
      }
      if (states.includes('failed_retryable') && room() > 0) {
        const [at, seq] = phase === 'r' ? [a, b] : [-1, 0];
        for (const row of rows(
          `SELECT j.* FROM jobs j WHERE j.state = 'failed_retryable' AND (j.retry_at, j.seq) > (@at, @seq)${and}
           ORDER BY j.retry_at, j.seq LIMIT @limit`,
          { ...params, at, seq, limit: room() },
        ))
          found.push({ row, at: `r:${row.retry_at ?? 0}:${row.seq}` });
      }
      const shown = found.slice(0, limit);
      return {
        rows: shown.map(({ row }) => row),
        total: total(filter, states),
        next: found.length > limit ? (shown.at(-1)?.at ?? null) : null,
      };
    },
  };
};

const conditions = ({ template, text }: JobFilter, prefix = ''): { where: string[]; params: Params } => {
  const where: string[] = [];
  const params: Params = {};
  if (template !== undefined) {
    where.push(`${prefix}template = @template`);
    params.template = template;
  }
  if (text !== undefined && text !== '') {
    const columns = ['id', 'key', 'template', 'seed', 'values_json'];
    where.push(`(${columns.map((name) => `${prefix}${name} LIKE @text ESCAPE '\\'`).join(' OR ')})`);
    // Values are searched as the JSON text they are stored as, so the words are escaped like it.
    params.text = `%${JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  }
  return { where, params };
};

const numbers = (cursor: string, form: RegExp): number[] => {
  const match = form.exec(cursor);
  if (!match) throw new RangeError(`not a cursor: ${cursor}`);
  return match.slice(1).map(Number);
};
const parts = (cursor: string): ['q' | 'r', number, number] => {
  const [a = 0, b = 0] = numbers(cursor, /^[qr]:(-?\d{1,16}):(-?\d{1,18})$/);
  return [cursor.startsWith('q') ? 'q' : 'r', a, b];
};
