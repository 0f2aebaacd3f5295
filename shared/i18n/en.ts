import { batches } from './en/batches.ts';
import { benchmarks } from './en/benchmarks.ts';
import { causeSigns } from './en/cause-signs.ts';
import { causes } from './en/causes.ts';
import { checks } from './en/checks.ts';
import { common } from './en/common.ts';
import { desktop } from './en/desktop.ts';
import { engine } from './en/engine.ts';
import { enginePast } from './en/engine-past.ts';
import { errors } from './en/errors.ts';
import { firstRun } from './en/first-run.ts';
import { flagHelp } from './en/flag-help.ts';
import { frame } from './en/frame.ts';
import { gallery } from './en/gallery.ts';
import { generate } from './en/generate.ts';
import { incidents } from './en/incidents.ts';
import { profiles } from './en/profiles.ts';
import { queue } from './en/queue.ts';
import { reasons } from './en/reasons.ts';
import { record } from './en/record.ts';
import { remedies } from './en/remedies.ts';
import { remedyCosts, remedyProofs, remedyUndos } from './en/remedy-facts.ts';
import { settings } from './en/settings.ts';
import { templates } from './en/templates.ts';

/** Every word a person reads, in English; the shape all other languages must have. */
export const en = {
  common,
  desktop,
  frame,
  firstRun,
  generate,
  batches,
  queue,
  gallery,
  engine,
  enginePast,
  flagHelp,
  profiles,
  incidents,
  benchmarks,
  settings,
  templates,
  checks,
  reasons,
  record,
  errors,
  causes,
  causeSigns,
  remedies,
  remedyCosts,
  remedyProofs,
  remedyUndos,
};
