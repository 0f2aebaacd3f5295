import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LaunchStory } from '../../../electron/db/engine-launches.ts';
import { noBootFacts } from '../../../electron/engine/boot-facts.ts';
import { toFacts, toLaunches, toSteps } from '../../../electron/engine/launch-history.ts';
import type { BootFacts } from '../../../shared/engine.ts';

const story = (id: string, change: Partial<LaunchStory> = {}): LaunchStory => ({
  id,
  engine: 'comfyui',
  startedAt: 1_000,
  endedAt: 2_000,
  logFile: `/nowhere/${id}.log`,
  logFrom: 0,
  logTo: null,
  readyAt: 1_500,
  endedAs: 'requested',
  pid: 7,
  profile: 'Default',
  command: ['python'],
  bootFacts: null,
  ...change,
});
const facts = (comfyui: string): BootFacts => ({ ...noBootFacts, comfyui });

test('a log that two launches share is counted by its parts; one that is gone has no size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-launches-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const logFile = join(folder, 'one.log');
  writeFileSync(logFile, 'x'.repeat(100));
  const launches = await toLaunches([
    story('gone'),
    story('third', { logFile, logFrom: 70 }),
    story('second', { logFile, logFrom: 40, logTo: 70 }),
    story('first', { logFile, logTo: 40, endedAs: null, endedAt: null }),
  ]);
  expect(launches.map(({ logBytes }) => logBytes)).toEqual([null, 30, 30, 40]);
  expect(launches[3]).toMatchObject({ outcome: null, endedAt: null, startedAt: '1970-01-01T00:00:01.000Z' });
});

test('facts are compared with the start before the current one, preferring one that became ready', () => {
  const stories = [
    story('now', { bootFacts: facts('0.28.0') }),
    story('failed', { readyAt: null, bootFacts: facts('0.27.5') }),
    story('silent', { bootFacts: noBootFacts }),
    story('good', { startedAt: 60_000, bootFacts: facts('0.27.0') }),
  ];
  const of = (id: string | null, list = stories) => toFacts(facts('0.28.0'), id, list).previous?.facts.comfyui ?? null;
  expect(of('now')).toBe('0.27.0');
  expect(of('good')).toBeNull();
  expect(of('now', stories.slice(0, 3))).toBe('0.27.5');
  expect(toFacts(facts('0.28.0'), 'now', stories).previous?.startedAt).toBe('1970-01-01T00:01:00.000Z');
});

test('steps come newest first, a death with the end of its last lines and their numbers', () => {
  const lastLines = Array.from({ length: 400 }, (_, index) => `line ${index + 1}`);
  const report = {
    launchId: 'l',
    code: null,
    signal: 'SIGSEGV',
    meaning: 'SIGSEGV',
    end: 'crash' as const,
    why: 'exit',
    uptimeMs: 5,
    wasReady: true,
    lastLines,
    firstLine: 1001,
    bootFacts: noBootFacts,
    promptId: null,
    ramTotalBytes: 2,
    ramFreeBytes: 1,
  };
  const step = {
    at: 1,
    from: 'stopped' as const,
    to: 'starting' as const,
    reason: 'start',
    launch: null,
    pid: null,
    report: null,
  };
  const steps = toSteps([step, { ...step, at: 2, report }]);
  expect(steps.map(({ at }) => Date.parse(at))).toEqual([2, 1]);
  expect(steps[0]?.exit).toMatchObject({ signal: 'SIGSEGV', firstLine: 1381 });
  expect(steps[0]?.exit?.lastLines).toHaveLength(20);
  expect(steps[0]?.exit?.lastLines.at(-1)).toBe('line 400');
});
