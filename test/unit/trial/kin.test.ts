import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import type { Trials } from '../../../electron/incidents/trial/trials.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { Incident } from '../../../shared/incident.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { sampleIncident, sampleRemedy } from '../../fakes/fake-incidents.ts';
import { type TempFolder, tempFolder } from '../../fakes/temp-folder.ts';
import { createVirtualClock, type VirtualClock } from '../../fakes/virtual-clock.ts';
import { openBook, openTrials, trial } from './course-stage.ts';

let folder: TempFolder;
let db: Db;
let clock: VirtualClock;
/** The incident of the trial, and two that failed in the same way on the same engine: one under a held job. */
let known: Map<string, Incident>;
let heldJob: string;
let requeued: string[];
beforeEach(async () => {
  folder = await tempFolder();
  db = openDatabase(join(folder.path, 'hearth.db'));
  clock = createVirtualClock();
  heldJob = randomUUID();
  requeued = [];
  const like = { engine: 'gpu', signature: 's', state: 'open' as const, remedies: [sampleRemedy()] };
  known = new Map(
    [trial.incident, randomUUID(), randomUUID()].map((id, at) => [
      id,
      sampleIncident({ ...like, id, job: at === 1 ? heldJob : null }),
    ]),
  );
});
afterEach(async () => {
  db.close();
  await folder[Symbol.asyncDispose]();
});

const states = (): string[] => [...known.values()].map(({ state }) => state);
const get = (id: string): Incident => {
  const found = known.get(id);
  if (!found) throw new Error(`no incident ${id}`);
  return found;
};
/** Whether the disk refuses to settle the incidents. */
let isFull = false;
const host = (): Trials =>
  openTrials({
    db,
    clock,
    log: silentLog,
    settings: () => defaultSettings,
    engines: { get: () => undefined, list: () => [], onLane: () => () => {} },
    queue: {
      get: (id: string) => ({ job: { state: id === heldJob && requeued.length === 0 ? 'held' : 'queued' } }),
      pauses: () => [],
      async requeue(ids: string[]) {
        requeued.push(...ids);
      },
      trials: { endAll() {}, replace() {} },
    },
    incidents: {
      get,
      list: ({ filter }: { filter: { signature?: string } }) => ({
        incidents: [...known.values()].filter(({ signature }) => signature === filter.signature),
      }),
      setTrial(id: string, outcome: { confirmed: string }) {
        if (isFull) db.pragma('query_only = ON');
        db.prepare("INSERT INTO settings (key, value_json) VALUES (?, '1')").run(id);
        known.set(id, { ...get(id), state: 'resolved', resolvedBy: outcome.confirmed });
      },
    },
    hub: { emit() {}, attach: () => () => {} },
  });
/** As Hearth left it when it was killed after the change was kept, and before anything else came of it. */
const confirm = (): void => {
  const { book, begun } = openBook(db, clock.now);
  const kept = book.move({ trial, plan: begun }, { phase: 'confirmed', effects: ['keep'], steps: [] }, () => ({}));
  book.change(kept, {}, { isKeepDue: false });
};

test('Hearth killed after a remedy was kept: the next start settles what it cured besides, once', async () => {
  confirm();
  await host().recover();
  expect([states(), requeued]).toEqual([['resolved', 'resolved', 'resolved'], [heldJob]]);
  // What fails in the same way later is none of its business.
  const later = randomUUID();
  known.set(later, sampleIncident({ id: later, engine: 'gpu', signature: 's', state: 'open', job: null }));
  await host().recover();
  expect(known.get(later)?.state).toBe('open');
});

test('a disk that is full at that start too leaves it to the moment when there is room', async () => {
  confirm();
  isFull = true;
  const trials = host();
  await trials.recover();
  expect(states()).not.toContain('resolved');
  trials.start();
  await clock.advance(60_000);
  isFull = false;
  db.pragma('query_only = OFF');
  await clock.advance(5_000);
  expect(states()).toEqual(['resolved', 'resolved', 'resolved']);
  trials.close();
});

test('what was undone before cures nothing', async () => {
  const { book, begun } = openBook(db, clock.now);
  const kept = book.move({ trial, plan: begun }, { phase: 'confirmed', effects: ['keep'], steps: [] }, () => ({}));
  book.change(kept, { state: 'undone' }, { isKeepDue: false });
  await host().recover();
  expect([states(), requeued]).toEqual([['open', 'open', 'open'], []]);
});
