import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { createTrialRows } from '../../../electron/db/incident-trials.ts';
import { noBootFacts } from '../../../electron/engine/boot-facts.ts';
import { remedyCatalog } from '../../../electron/incidents/remedy-catalog.ts';
import type { RemedyPlan } from '../../../electron/incidents/remedy-plan.ts';
import { proveRun, proveStart } from '../../../electron/incidents/trial/prove.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { BootFacts } from '../../../shared/engine.ts';
import { problemWith } from '../../../shared/problem.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { englishError } from '../../../shared/words.ts';
import { sampleIncident, sampleRemedy } from '../../fakes/fake-incidents.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createVirtualClock, rest } from '../../fakes/virtual-clock.ts';
import { openBook, openTrials, trial } from './course-stage.ts';

const folder = join(import.meta.dirname, '../../../electron/incidents');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')]);

test('whatever an incident or a trial says comes from the words of both languages: no sentence of its own, none of another inside', () => {
  const found = sources.flatMap(([name, text]) =>
    [...text.matchAll(/\b(?:problemOf|AppError)\((?:'[\w-]+', )?'\w+', \{[^}]*\}/g)]
      .map(([call]) => call)
      // A message is an English sentence, and so is what is written out here.
      .filter((call) => /\.message\b|\?\? '[^']+'|: [`'"][A-Z]?[a-z]+ /.test(call))
      .map((call) => `${name}: ${call}`),
  );
  expect(found).toEqual([]);
});

/** What a boot may say, each way. */
const boots: Partial<BootFacts>[] = [
  {},
  {
    asyncOffloadStreams: 2,
    pinnedMemoryMb: 9,
    dynamicVram: true,
    allocator: 'cudaMallocAsync',
    attention: 'sage',
    device: 'cpu',
  },
  {
    allocator: 'native',
    attention: 'split',
    device: 'cuda:0 X',
    vramState: 'LOW_VRAM',
    customNodes: [{ name: 'A', seconds: 1, failed: true }],
  },
];
/** Lines of ComfyUI's log and names of flags; everything else is a person's language. */
const quoted =
  /^(?:--[\w-]+|Using [\w ]+|Enabled pinned memory|DynamicVRAM support detected and enabled|cudaMallocAsync|Disabling smart memory management|Set vram state to: \w+|Device: .+|Import times for custom nodes:|\(IMPORT FAILED\): .+|To see the GUI go to.*|VAE load device.*|dtype: torch\.\w+)$/;

test('a proof quotes the log and nothing else', () => {
  for (const plan of Object.values<RemedyPlan>(remedyCatalog))
    for (const boot of boots) {
      const flags = (plan.flags ?? []).map(([op, flag, value = null]) => ({ op, flag, value }));
      const remedy = { flags, env: {}, verify: plan.verify };
      const start = { command: [], boot: { ...noBootFacts, ...boot }, lines: [] };
      for (const { detail } of [proveStart({ ...remedy, flags: [] }, start), proveStart(remedy, start), proveRun(remedy, start)])
        for (const value of Object.values(detail?.params ?? {})) expect(String(value)).toMatch(quoted);
    }
});

test('a sentence inside a sentence travels as its key, so that each reader gets it in their own language', () => {
  const inner = { key: 'trialEngineStopped', params: { a: 1 }, message: 'It was stopped.' };
  expect(problemWith('trialJobFailed', inner)).toMatchObject({
    params: { line: 'It was stopped.' },
    said: { line: { key: 'trialEngineStopped', params: { a: 1 } } },
    message: expect.stringContaining('It was stopped.'),
  });
  expect(problemWith('trialJobFailed', null).said).toBeUndefined();
});

test.each(['crash', 'hang'] as const)(
  'an engine that dies in a trial by "%s" without a word says which part is Hearth\'s own words',
  async (why) => {
    await using folder = await tempFolder();
    const db = openDatabase(join(folder.path, 'hearth.db'));
    const { engine, incident, remedy } = trial;
    let onLane: (change: object) => void = () => {};
    const job = randomUUID();
    const known = sampleIncident({ id: incident, engine, job, remedies: [sampleRemedy({ id: remedy })] });
    const record = openBook(db, () => 0, { phase: 'interrupted' }).book.find(trial.id);
    if (!record) throw new Error('no trial');
    createTrialRows(db).update({ ...record.trial, state: 'interrupted' });
    const trials = openTrials({
      db,
      clock: createVirtualClock(),
      log: silentLog,
      settings: () => defaultSettings,
      engines: {
        get: () => ({ id: engine, name: 'GPU', kind: 'external', state: 'ready', variant: null }),
        onLane(listener: typeof onLane) {
          onLane = listener;
          return () => {};
        },
      },
      queue: {
        get: () => ({ job: { id: job, state: 'held', attempts: [] } }),
        pauses: () => [],
        trials: { begin() {}, letThrough() {}, putBack() {}, end() {} },
      },
      incidents: {
        get: () => known,
        refresh: () => Promise.resolve(known),
        list: () => ({ incidents: [] }),
        setTrial: () => known,
      },
      templates: { get: () => undefined },
      hub: { emit() {}, attach: () => () => {} },
    });
    trials.start();
    await trials.apply({ incident, remedy });
    await rest();
    const said = { line: { key: 'deathWithCode', params: { code: 7 } } };
    onLane({ type: 'down', engineId: engine, launchId: 'l', why, oneLine: englishError('deathWithCode', { code: 7 }), said });
    await trials.settled();
    const died = createTrialRows(db)
      .ofIncident(incident)
      .flatMap(({ steps }) => steps.filter(({ what }) => what === 'died'));
    expect(died).toMatchObject([{ detail: { key: 'trialEngineDied', said } }]);
    trials.close();
    db.close();
  },
);
