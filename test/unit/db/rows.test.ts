import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createArtifactRows } from '../../../electron/db/artifacts.ts';
import { createAttemptRows } from '../../../electron/db/attempts.ts';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import { createJobChangeRows } from '../../../electron/db/job-changes.ts';
import { createJobRows, type JobRow } from '../../../electron/db/jobs.ts';
import { createPauseRows } from '../../../electron/db/pauses.ts';
import { createSettingRows } from '../../../electron/db/settings.ts';
import type { Artifact } from '../../../shared/artifact.ts';
import type { JobChanges } from '../../../shared/job-change.ts';
import { defaultSettings } from '../../../shared/settings.ts';

let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:');
});
afterEach(() => void db.close());

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const addJob = (n: number, more: { template?: string; seed?: string } = {}): string => {
  createJobRows(db).insert(
    {
      seq: n,
      key: null,
      number: null,
      request: null,
      template: more.template ?? 'demo',
      version: 1,
      digest: 'd',
      priority: 'normal',
      grade: 2,
      rank: n,
      rankStep: 1,
      batch: null,
      created_at: n,
    },
    [{ id: uuid(n), values_json: '{"words":"x"}', seed: more.seed ?? null, work: null }],
  );
  return uuid(n);
};
const addAttempt = (n: number, job: string, engine = 'gpu'): string => {
  createAttemptRows(db).insert({ id: uuid(n), job, engine, launch: 'l', client: 'c', started_at: n, folders_json: null });
  return uuid(n);
};
const artifact = (n: number, jobId: string, attemptId: string, more: Partial<Artifact> = {}): Artifact => ({
  id: uuid(n),
  jobId,
  attemptId,
  template: 'demo',
  node: '9',
  index: 0,
  kind: 'image',
  mime: 'image/png',
  name: 'a.png',
  path: `artifacts/${n}.png`,
  sha256: 'ab',
  bytes: 3,
  width: 2,
  height: null,
  createdAt: new Date(n).toISOString(),
  isPartial: false,
  ...more,
});

test('one open attempt per engine, by the database itself; a collecting one leaves room for the next', () => {
  const attempts = createAttemptRows(db);
  const first = addAttempt(100, addJob(1));
  expect(() => addAttempt(101, addJob(2))).toThrow(/UNIQUE/);
  addAttempt(102, addJob(3), 'other');
  const row = attempts.find(first);
  if (!row) throw new Error('not written');
  attempts.write({ ...row, state: 'collecting' });
  addAttempt(103, uuid(2));
  expect(attempts.unsettled().map(({ id }) => id)).toEqual([uuid(100), uuid(102), uuid(103)]);
});

test('a seed beyond 2^63 comes back digit for digit', () => {
  const seed = '18446744073709551615';
  expect(createJobRows(db).find(addJob(1, { seed }))?.seed).toBe(seed);
});

test('counts follow every change of state without counting rows', () => {
  const jobs = createJobRows(db);
  const counts = (): Record<string, number> =>
    Object.fromEntries(
      jobs
        .counts()
        .filter(({ n }) => n > 0)
        .map(({ state, n }) => [state, n]),
    );
  addJob(1);
  const job = jobs.find(addJob(2));
  if (!job) throw new Error('not written');
  expect(counts()).toEqual({ queued: 2 });
  const cancelled: JobRow = { ...job, state: 'cancelled' };
  jobs.write(cancelled, job);
  expect(counts()).toEqual({ queued: 1, cancelled: 1 });
  jobs.write({ ...cancelled, cancel_at: 1 }, cancelled);
  expect(counts()).toEqual({ queued: 1, cancelled: 1 });
  db.prepare('DELETE FROM jobs WHERE id = ?').run(job.id);
  expect(counts()).toEqual({ queued: 1 });
});

test('what was changed in a job is known as long as the job is there, and only if it was committed', () => {
  const changes: JobChanges = {
    remedy: 'tiled-vae',
    changes: [{ op: 'class', node: '8', before: 'VAEDecode', after: 'VAEDecodeTiled', inputs: { tile_size: 512 } }],
  };
  const rows = createJobChangeRows(db);
  expect(rows.of(addJob(1))).toBeUndefined();
  expect(() =>
    db.transaction(() => {
      rows.insert(uuid(1), changes);
      throw new Error('the disk is full');
    })(),
  ).toThrow('the disk is full');
  expect(rows.of(uuid(1))).toBeUndefined();
  rows.insert(addJob(2), changes);
  // A second reader is the next life of Hearth.
  expect([rows.of(uuid(2)), createJobChangeRows(db).of(uuid(2)), rows.of(uuid(1))]).toEqual([changes, changes, undefined]);
  db.prepare('DELETE FROM jobs WHERE id = ?').run(uuid(2));
  expect(rows.of(uuid(2))).toBeUndefined();
});

describe('artifacts', () => {
  test('come back as they were, newest first, by template, page by page', () => {
    const rows = createArtifactRows(db);
    const job = addJob(1, { seed: '7' });
    const attempt = addAttempt(100, job);
    const made = Array.from({ length: 7 }, (_, n) =>
      artifact(200 + n, job, attempt, { index: n, template: n % 2 ? 'other' : 'demo', isPartial: n === 3 }),
    );
    for (const one of made) rows.insert(one);
    expect(rows.find(uuid(203))).toEqual(made[3]);
    expect(rows.ofJob(job)).toEqual(made);
    const first = rows.page({ limit: 5 });
    const second = rows.page({ limit: 5, cursor: first.next ?? '' });
    expect([...first.items, ...second.items].map((item) => item.artifact)).toEqual(made.toReversed());
    expect(first.items[0]).toMatchObject({ values: { words: 'x' }, seed: '7', version: 1 });
    expect([first.total, second.next]).toEqual([7, null]);
    expect(rows.page({ template: 'other', limit: 9 })).toMatchObject({ total: 3, next: null });
    expect(() => rows.page({ limit: 5, cursor: "1' OR 1=1" })).toThrow(RangeError);
  });
  test('no second one at the same place of an attempt, none for an attempt that is not there', () => {
    const rows = createArtifactRows(db);
    const job = addJob(1);
    const attempt = addAttempt(100, job);
    rows.insert(artifact(200, job, attempt));
    expect(() => rows.insert(artifact(201, job, attempt))).toThrow(/UNIQUE/);
    expect(() => rows.insert(artifact(202, job, uuid(999)))).toThrow(/FOREIGN KEY/);
  });
});

test('only changed settings are stored; one that is no longer valid counts as not stored', () => {
  const rows = createSettingRows(db);
  expect(rows.load()).toEqual(defaultSettings);
  expect(rows.save({ theme: 'light', maxAttempts: 5 })).toEqual({ ...defaultSettings, theme: 'light', maxAttempts: 5 });
  expect(db.prepare('SELECT count(*) FROM settings').pluck().get()).toBe(2);
  db.prepare("UPDATE settings SET value_json = '\"purple\"' WHERE key = 'theme'").run();
  db.prepare("INSERT INTO settings (key, value_json) VALUES ('fromTheFuture', '1'), ('stallMs', '{')").run();
  expect(rows.load()).toEqual({ ...defaultSettings, maxAttempts: 5 });
  expect(() => rows.save({ maxAttempts: 0 })).toThrow();
});

test('pauses keep their time, their text and the words they were made of', () => {
  const rows = createPauseRows(db);
  const since = new Date(5).toISOString();
  rows.put({ owner: 'person', text: 'lunch', since });
  rows.put({ owner: 'disk', text: 'full', since: new Date(9).toISOString(), key: 'pausedDisk', params: { free: 1 } });
  rows.put({ owner: 'person', text: 'long lunch', since: new Date(99).toISOString() });
  expect(rows.all()).toEqual([
    { owner: 'person', text: 'long lunch', since },
    { owner: 'disk', text: 'full', since: new Date(9).toISOString(), key: 'pausedDisk', params: { free: 1 } },
  ]);
  expect([rows.drop('person'), rows.drop('person')]).toEqual([true, false]);
});
