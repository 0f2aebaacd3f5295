import { z } from 'zod';
import { EngineState, ExitReport } from '../../shared/engine.ts';
import type { Db } from './database.ts';

/** One step of an engine from a state to the next. */
export interface EngineEventRow {
  at: number;
  from: EngineState;
  to: EngineState;
  /** What made it move, in one word of the state machine. */
  reason: string;
  launch: string | null;
  pid: number | null;
  /** Where the step is a death. */
  report: ExitReport | null;
}

export interface EngineEventRows {
  insert(engine: string, event: EngineEventRow): void;
  /** The newest `limit`, oldest first. */
  list(engine: string, limit: number): EngineEventRow[];
}

const Row = z.object({
  at: z.number(),
  from_state: EngineState,
  to_state: EngineState,
  reason: z.string(),
  launch: z.string().nullable(),
  pid: z.number().nullable(),
  report_json: z.string().nullable(),
});

const toEvent = (raw: unknown): EngineEventRow => {
  const { from_state, to_state, report_json, ...same } = Row.parse(raw);
  return {
    ...same,
    from: from_state,
    to: to_state,
    report: report_json === null ? null : ExitReport.parse(JSON.parse(report_json)),
  };
};

/** Statements over the events table, prepared once. */
export const createEngineEventRows = (db: Db): EngineEventRows => {
  const insert = db.prepare(
    `INSERT INTO engine_events (engine, at, from_state, to_state, reason, launch, pid, report_json)
     VALUES (@engine, @at, @from, @to, @reason, @launch, @pid, @report)`,
  );
  const newest = db.prepare('SELECT * FROM engine_events WHERE engine = +? ORDER BY seq DESC LIMIT +?');
  return {
    insert(engine, { report, ...same }) {
      insert.run({ ...same, engine, report: report === null ? null : JSON.stringify(report) });
    },
    list: (engine, limit) => newest.all(engine, limit).map(toEvent).toReversed(),
  };
};
