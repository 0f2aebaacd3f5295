import { z } from 'zod';
import { ExitReport } from '../../shared/engine.ts';
import type { Db } from './database.ts';

/** A launch whose end nobody has looked at yet. */
export interface UnjudgedLaunch {
  id: string;
  engine: string;
  endedAt: number;
  endedAs: ExitReport['end'];
  /** What was written down about its end; null: no host was there. */
  report: ExitReport | null;
}

/** Which ends of launches were looked at. */
export interface JudgedLaunches {
  /** Whether that is news. */
  add(launch: string): boolean;
  /** Every one that has ended by now. */
  addAll(): void;
  /** Ended ones that were not, oldest first, the newest `limit` of them. */
  missing(limit: number): UnjudgedLaunch[];
}

const Row = z.object({
  id: z.string(),
  engine: z.string(),
  ended_at: z.number(),
  ended_as: ExitReport.shape.end,
  report_json: z.string().nullable(),
});

/** Statements over launches and their judged ones, prepared once. */
export const createJudgedLaunches = (db: Db): JudgedLaunches => {
  const add = db.prepare('INSERT OR IGNORE INTO judged_launches (launch) VALUES (?)');
  const addAll = db.prepare(
    'INSERT OR IGNORE INTO judged_launches (launch) SELECT id FROM engine_launches WHERE ended_at IS NOT NULL',
  );
  const missing = db.prepare(
    `SELECT l.id, l.engine, l.ended_at, l.ended_as,
       (SELECT report_json FROM engine_events e WHERE e.engine = l.engine AND e.launch = l.id AND e.report_json IS NOT NULL
        ORDER BY e.seq DESC LIMIT 1) AS report_json
     FROM engine_launches l
     WHERE l.ended_at IS NOT NULL AND l.ended_as IS NOT NULL AND l.id NOT IN (SELECT launch FROM judged_launches)
     ORDER BY l.seq DESC LIMIT +?`,
  );
  return {
    add: (launch) => add.run(launch).changes > 0,
    addAll: () => void addAll.run(),
    missing: (limit) =>
      missing
        .all(limit)
        .map((raw) => {
          const { id, engine, ended_at, ended_as, report_json } = Row.parse(raw);
          const report = report_json === null ? null : (ExitReport.safeParse(JSON.parse(report_json)).data ?? null);
          return { id, engine, endedAt: ended_at, endedAs: ended_as, report };
        })
        .toReversed(),
  };
};
