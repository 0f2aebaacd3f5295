import type { Migration } from '../migrate.ts';
import { queue } from './001-queue.ts';
import { engines } from './002-engines.ts';
import { templates } from './003-templates.ts';
import { incidents } from './004-incidents.ts';
import { records } from './005-records.ts';
import { batches } from './006-batches.ts';
import { trials } from './007-trials.ts';
import { benchmarks } from './008-benchmarks.ts';
import { templateCounts } from './009-template-counts.ts';
import { benchmarkPlans } from './010-benchmark-plans.ts';
import { jobChanges } from './011-job-changes.ts';
import { cancellations } from './012-cancellations.ts';
import { keptCancellations } from './013-kept-cancellations.ts';

/** All steps in order. */
export const migrations: readonly Migration[] = [
  queue,
  engines,
  templates,
  incidents,
  records,
  batches,
  trials,
  benchmarks,
  templateCounts,
  benchmarkPlans,
  jobChanges,
  cancellations,
  keptCancellations,
];
