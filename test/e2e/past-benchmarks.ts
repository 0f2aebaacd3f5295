import { join } from 'node:path';
import { createBenchmarkPlanRows } from '../../electron/db/benchmark-plans.ts';
import { createBenchmarkRows } from '../../electron/db/benchmarks.ts';
import { openDatabase } from '../../electron/db/database.ts';
import { measuredRun } from '../fakes/fake-benchmarks.ts';

const dayMs = 86_400_000;

/** Writes a kept plan with its runs on three days into a data folder that no host has open; answers with the newest run's id. */
export const writePastBenchmarks = (data: string): string => {
  const db = openDatabase(join(data, 'hearth.db'));
  const [rows, plans] = [createBenchmarkRows(db), createBenchmarkPlanRows(db)];
  let newest = '';
  for (const [place, [before, after]] of [
    [101_400, 100_900],
    [98_200, 96_000],
    [101_400, 89_500],
  ].entries()) {
    const startedAt = new Date(Date.now() - (3 - place) * dayMs).toISOString();
    const { run, samples } = measuredRun({
      startedAt,
      cells: [
        { name: 'async offload', flags: [], version: `0.2${6 + place}.0`, ms: before ?? 0 },
        { name: 'without it', flags: ['--disable-async-offload'], version: `0.2${6 + place}.0`, ms: after ?? 0 },
      ],
    });
    rows.insert(run, { engines: [], wasRecovering: false });
    for (const sample of samples) rows.saveSample(sample);
    if (place === 0)
      plans.save({ id: crypto.randomUUID(), name: 'What async offload costs', plan: run.plan, savedAt: startedAt });
    newest = run.id;
  }
  db.close();
  return newest;
};
