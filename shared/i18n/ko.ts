import type { en } from './en.ts';
import { batches } from './ko/batches.ts';
import { benchmarks } from './ko/benchmarks.ts';
import { causeSigns } from './ko/cause-signs.ts';
import { causes } from './ko/causes.ts';
import { checks } from './ko/checks.ts';
import { common } from './ko/common.ts';
import { desktop } from './ko/desktop.ts';
import { engine } from './ko/engine.ts';
import { enginePast } from './ko/engine-past.ts';
import { errors } from './ko/errors.ts';
import { firstRun } from './ko/first-run.ts';
import { flagHelp } from './ko/flag-help.ts';
import { frame } from './ko/frame.ts';
import { gallery } from './ko/gallery.ts';
import { generate } from './ko/generate.ts';
import { incidents } from './ko/incidents.ts';
import { profiles } from './ko/profiles.ts';
import { queue } from './ko/queue.ts';
import { reasons } from './ko/reasons.ts';
import { record } from './ko/record.ts';
import { remedies } from './ko/remedies.ts';
import { remedyCosts, remedyProofs, remedyUndos } from './ko/remedy-facts.ts';
import { settings } from './ko/settings.ts';
import { templates } from './ko/templates.ts';
import type { Same } from './same.ts';

/** 한국어. */
export const ko: Same<typeof en> = {
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
