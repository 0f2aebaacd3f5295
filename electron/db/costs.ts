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
  return { all: () => all.all(), put: (template, text) => void put.run(template, text), waiting: () => waiting.all() };
};
