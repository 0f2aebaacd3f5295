import { noBootFacts } from '../../electron/engine/boot-facts.ts';
import type { Death } from '../../electron/engine/exit-report.ts';

/** An engine that was ready and ended by itself with code 1, without a word. */
export const sampleDeath = (over: Partial<Death> = {}): Death => ({
  launchId: 'l',
  end: 'crash',
  why: 'exit',
  process: { code: 1, signal: null },
  isMemoryKill: false,
  uptimeMs: 1,
  wasReady: true,
  wasSuspended: false,
  lastLines: [],
  bootFacts: noBootFacts,
  promptId: null,
  ...over,
});
