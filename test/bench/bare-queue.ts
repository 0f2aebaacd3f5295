import type { Db } from '../../electron/db/database.ts';
import { rankStep } from '../../electron/queue/run-order.ts';

/** The least that SQLite has to do for what the queue does, in the queue's own table. */
export interface BareQueue {
  /** Writes the newest job once more, with the first line of its timeline. Ms. */
  enqueue(): number;
  /** Takes away what `enqueue` added. Not in between: the tables and their indexes grow in each call, as those of the queue do. */
  clear(): void;
  /** Takes the first that waits and ends it in success. Ms. */
  claimAndSettle(attempt: string): number;
  firstPage(limit: number): number;
  pageOfState(limit: number): number;
  pageOfTemplate(limit: number): number;
}

const timed = (act: () => unknown): number => {
  const from = performance.now();
  act();
  return performance.now() - from;
};

export const createBareQueue = (db: Db): BareQueue => {
  const newest = db.prepare<[], Record<string, unknown>>('SELECT * FROM jobs ORDER BY seq DESC LIMIT 1');
  const columns = Object.keys(newest.get() ?? {});
  const addJob = db.prepare(`INSERT INTO jobs (${columns.join()}) VALUES (${columns.map(() => '?').join()})`);
  const addEvent = db.prepare("INSERT INTO job_events (job, at, to_state, reason) VALUES (?, 0, 'queued', 'enqueued')");
  const remove = db.prepare("DELETE FROM jobs WHERE id >= 'bare-' AND id < 'bare.'");
  const add = db.transaction((values: unknown[], id: string): void => {
    addJob.run(values);
    addEvent.run(id);
  });

  let model: Record<string, unknown> | null = null;
  let added = 0;

  const first = db
    .prepare<[], string>(
      "SELECT id FROM jobs INDEXED BY jobs_claim WHERE state = 'queued' AND attempt IS NULL ORDER BY grade, rank LIMIT 1",
    )
    .pluck();
  const insert = db.prepare(
    "INSERT INTO attempts (id, job, engine, launch, client, state, started_at) VALUES (?, ?, 'bare', '', '', 'open', 0)",
  );
  const take = db.prepare('UPDATE jobs SET attempt = ? WHERE id = ?');
  const end = db.prepare("UPDATE attempts SET state = 'succeeded', ended_at = 0 WHERE id = ?");
  const finish = db.prepare("UPDATE jobs SET state = 'succeeded', attempt = NULL, finished_at = 0 WHERE id = ?");
  const event = db.prepare("INSERT INTO job_events (job, at, to_state, reason, attempt) VALUES (?, 0, 'succeeded', 'stored', ?)");
  const claim = db.transaction((attempt: string): string => {
    const job = first.get() ?? '';
    insert.run(attempt, job);
    take.run(attempt, job);
    return job;
  });
  const settle = db.transaction((attempt: string, job: string): void => {
    end.run(attempt);
    finish.run(job);
    // One line for each state on the way.
    for (let line = 0; line < 3; line++) event.run(job, attempt);
  });

  const page = db.prepare('SELECT * FROM jobs ORDER BY seq DESC LIMIT ?');
  const ofState = db.prepare("SELECT * FROM jobs INDEXED BY jobs_state WHERE state = 'succeeded' ORDER BY seq DESC LIMIT ?");
  const ofTemplate = db.prepare(
    "SELECT * FROM jobs INDEXED BY jobs_template WHERE template = 'sd15' AND state = 'queued' ORDER BY seq DESC LIMIT ?",
  );

  return {
    enqueue() {
      // Read once for a row of calls: a statement before each would warm up for it what an enqueue of ours finds cold.
      model ??= newest.get() ?? {};
      added++;
      const seq = Number(model.seq) + added;
      // As long as a UUID, and in the order of the rows as those are.
      const id = `bare-${String(seq).padStart(31, '0')}`;
      const row: Record<string, unknown> = { ...model, seq, rank: Number(model.rank) + added * rankStep, id };
      const values = columns.map((column) => row[column]);
      return timed(() => add.immediate(values, id));
    },
    clear() {
      [model, added] = [null, 0];
      remove.run();
    },
    claimAndSettle: (attempt) => timed(() => settle.immediate(attempt, claim.immediate(attempt))),
    firstPage: (limit) => timed(() => page.all(limit)),
    pageOfState: (limit) => timed(() => ofState.all(limit)),
    pageOfTemplate: (limit) => timed(() => ofTemplate.all(limit)),
  };
};
