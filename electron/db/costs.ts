import type { Db } from './database.ts';

/** What attempts took, one row for each template. */
export interface CostRows {
  all(): { template: string; samples_json: string }[];
  put(template: string, samplesJson: string): void;
  /** Jobs that wait and the work they are, by template; jobs of unknown work are left out. */
  waiting(): { template: string; n: number; work: number }[];
}

/** Prepares the statements once. */
export const createCostRows = (db: Db): CostRows => {
  const all = db.prepare<[], { template: string; samples_json: string }>('SELECT template, samples_json FROM cost_samples');
  const put = db.prepare(
    'INSERT INTO cost_samples (template, samples_json) VALUES (?, ?) ON CONFLICT (template) DO UPDATE SET samples_json = excluded.samples_json',
  );
  const waiting = db.prepare<[], { template: string; n: number; work: number }>(
    'SELECT template, n, work FROM waiting_work WHERE n > 0',
  );
  // Counted with the others by triggers: of a batch that is not complete yet, nothing waits.
  const half = db.prepare<[], { template: string; n: number; work: number }>(
    `SELECT template, count(work) AS n, total(work) AS work FROM jobs INDEXED BY jobs_batch
     WHERE state = 'queued' AND batch IN (SELECT id FROM batches WHERE is_complete = 0) GROUP BY template`,
  );
  return {
    all: () => all.all(),
    put: (template, text) => void put.run(template, text),
    waiting() {
      const hidden = new Map(half.all().map((row) => [row.template, row]));
      return waiting.all().flatMap(({ template, n, work }) => {
        const { n: less, work: lighter } = hidden.get(template) ?? { n: 0, work: 0 };
        return n > less ? [{ template, n: n - less, work: Math.max(0, work - lighter) }] : [];
      });
    },
  };
};
