import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import { importParts } from '../../../shared/import-parts.ts';
import type { JobChanges } from '../../../shared/job-change.ts';
import { type QueueFileJob, queueFileOf, queueFileParts, readQueueFile } from '../../../shared/queue-file.ts';
import { createWorld, type World } from '../../fakes/queue-world.ts';
import { play } from './play.ts';

let worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds) await world[Symbol.asyncDispose]();
  worlds = [];
});
const open = async () => {
  const world = createWorld();
  worlds.push(world);
  await world.boot();
  return { world, p: play(world) };
};
type Place = Awaited<ReturnType<typeof open>>;

const waitingOf = async ({ world }: Place) => (await world.host.queue.list({ filter: {}, order: 'run', limit: 1000 })).jobs;
const jobsOf = (text: string): QueueFileJob[] => {
  const read = readQueueFile(text);
  if (!('jobs' in read)) throw new Error(read.key);
  return read.jobs;
};
const bring = ({ world }: Place, jobs: QueueFileJob[], isTrial = false) =>
  queueFileParts(jobs).map((part) => world.host.queue.importJobs(part, isTrial));

const changes: JobChanges = {
  remedy: 'smaller',
  changes: [{ op: 'input', node: '1', class: 'EmptyImage', input: 'color', before: 0, after: 255 }],
};
const without = (node: string, { changes: others }: JobChanges = { remedy: '', changes: [] }): JobChanges => ({
  remedy: 'x',
  changes: [...others, { op: 'bypass', node, class: 'X', links: [] }],
});

describe('the waiting queue as a file', () => {
  let here: Place;
  let file: string;
  beforeEach(async () => {
    here = await open();
    await here.p.submit({ count: 130, values: { words: '"é" 🔥' } });
    await here.p.submit({ key: 'mine', values: { seed: '16777215' }, priority: 'interactive' });
    const low = await here.p.submitOne({ priority: 'batch' });
    here.world.host.queue.order.move([low], { at: 'front' });
    await here.world.host.queue.enqueue({ template: 'demo', values: {}, count: 1, priority: 'normal', isFront: false }, changes);
    file = queueFileOf(await waitingOf(here), new Date(0).toISOString());
  });

  test('brings the same jobs elsewhere: ids, keys, seeds, values, order', async () => {
    const there = await open();
    expect(bring(there, jobsOf(file))).toMatchObject([
      { added: 100, problems: [] },
      { added: 33, problems: [] },
    ]);
    const [moved, given] = [await waitingOf(there), await waitingOf(here)];
    // All of a job, but for what happened to it here.
    const facts = ({ createdAt: _at, batch: _batch, ...wish }: (typeof moved)[number]) => wish;
    expect(given.some(({ changes }) => changes)).toBe(true);
    expect(moved.map(facts)).toEqual(given.map(facts));
  });

  test('what somebody wrote by hand is completed as a form is, and its seed is the one beside the values', async () => {
    const there = await open();
    const [one] = jobsOf(file);
    if (!one) throw new Error('an empty file');
    const written = [{}, { seed: '1' }].map((values) => ({ ...one, id: randomUUID(), key: null, values }));
    expect(bring(there, written)).toMatchObject([{ added: 2, problems: [] }]);
    for (const { values, seed } of await waitingOf(there)) {
      expect(Object.keys(values).sort()).toEqual(Object.keys(one.values).sort());
      expect([values.seed, seed]).toEqual([one.seed, one.seed]);
    }
  });

  test('a job that stands in it twice comes once; a key that stands in it twice is refused by name', async () => {
    const there = await open();
    const [one] = jobsOf(file);
    if (!one) throw new Error('an empty file');
    expect(bring(there, [one, one])).toMatchObject([{ added: 1, known: 1, problems: [] }]);
    const twice = [randomUUID(), randomUUID()].map((id) => ({ ...one, id, key: 'again' }));
    expect(bring(there, twice)).toMatchObject([{ added: 0, problems: [{ index: 1, key: 'jobKeyTaken' }] }]);
  });

  test('again, it adds nothing; a trial adds nothing either', async () => {
    const there = await open();
    bring(there, jobsOf(file), true);
    expect(await waitingOf(there)).toEqual([]);
    bring(there, jobsOf(file));
    expect(bring(there, jobsOf(file))).toMatchObject([
      { added: 0, known: 100 },
      { added: 0, known: 33 },
    ]);
    // New work is numbered on behind what was brought.
    expect(await there.p.submitOne()).not.toBe('');
    expect(await waitingOf(there)).toHaveLength(134);
  });

  test('into the queue it came from: what was cancelled since comes back, what is done stays done', async () => {
    here.world.addEngine('gpu');
    const jobs = jobsOf(file);
    const first = jobs[0]?.id ?? '';
    here.world.host.kill();
    await here.world.boot();
    await here.p.until(first, 'succeeded');
    here.world.host.queue.pause('person', '');
    await here.world.clock.advance(1_000);
    const { changed } = await here.world.host.queue.sweep.cancel({ states: ['queued'] });
    const [, ...rest] = [await here.world.clock.advance(10), ...bring(here, jobs)];
    expect(rest.reduce((sum, { added }) => sum + added, 0)).toBe(changed);
    expect(here.p.job(first).state).toBe('succeeded');
  });

  test.each([
    ['no JSON', '{', 'queueFileNotJson', ''],
    ['another file', '{"nodes":[]}', 'queueFileOther', ''],
    [
      'a value of a wrong kind',
      (text: string) => text.replace('"words": "', '"words": null, "x": "'),
      'queueFileInvalid',
      'jobs[0].values.words',
    ],
    [
      'a fraction for a seed',
      (text: string) => text.replace('"seed": "16777215",\n   "priority"', '"seed": "1.5",\n   "priority"'),
      'queueFileInvalid',
      'jobs[1].seed',
    ],
  ])('%s is refused with the place', (_what, change, key, place) => {
    const text = typeof change === 'string' ? change : change(file);
    expect(text).not.toBe(file);
    expect(readQueueFile(text)).toMatchObject({ key, params: { place } });
  });

  test('a job of an earlier import whose changes take out its output says so', async () => {
    const [job] = (
      await here.world.host.queue.enqueue(
        { template: 'demo', values: {}, count: 1, priority: 'normal', isFront: true },
        without('9'),
      )
    ).jobs;
    here.world.addEngine('gpu');
    here.world.host.kill();
    await here.world.boot();
    const id = job?.id ?? '';
    await here.p.until(id, 'failed_terminal');
    expect(here.p.job(id).error).toMatchObject({ code: 'jobChangesNoOutput', params: { node: '9', template: 'demo' } });
  });

  test.each([
    ['a template that is not here', { template: 'gone' }, 'importTemplateUnknown'],
    ['a template of the same name that is another', { digest: 'other' }, 'importTemplateDiffers'],
    ['a seed out of range', { seed: '99999999999' }, 'valueNotSeed'],
    ['no seed', { seed: null }, 'importSeedMissing'],
    ['changes of a node that is not there', { changes: without('77') }, 'jobChangesUnfit'],
    ['changes that take out what makes the output', { changes: without('9') }, 'jobChangesNoOutput'],
    ['changes that leave a link to nothing', { changes: without('1') }, 'jobChangesUnfit'],
    ['the same after another change of it', { changes: without('9', changes) }, 'jobChangesNoOutput'],
    ['a value that the template does not know', { values: { nonsense: 1 } }, 'valueUnknown'],
  ])('%s refuses its whole part, with the place', async (_what, change, key) => {
    const there = await open();
    const [part = []] = queueFileParts(jobsOf(file));
    const bad = part.map((job, index) => (index === 4 ? { ...job, ...change } : job));
    const [answer] = bring(there, bad);
    expect(answer).toMatchObject({ added: 0, problems: [{ index: 4, key }] });
    expect(await waitingOf(there)).toEqual([]);
  });

  describe('part by part', () => {
    const later = (there: Place, stop: (jobs: QueueFileJob[]) => void) => async (jobs: QueueFileJob[]) => {
      if (jobs.length < 100) stop(jobs);
      return there.world.host.queue.importJobs(jobs, false);
    };
    const run = (there: Place, stop: (jobs: QueueFileJob[]) => void) =>
      importParts(queueFileParts(jobsOf(file)), later(there, stop), ({ message }) => message);
    const stops: [string, (there: Place, jobs: QueueFileJob[]) => void, string][] = [
      ['refuses a job', (_there, jobs) => Object.assign(jobs[4] ?? {}, { template: 'gone' }), 'jobs[104]'],
      [
        'cannot be written',
        () => {
          throw new AppError('storage', 'databaseFull', { detail: 'full' });
        },
        'jobs[100]',
      ],
    ];

    test.each(stops)(
      'a later part that %s is named by its place in the whole file, with what is in already',
      async (_how, stop, place) => {
        const there = await open();
        await expect(run(there, (jobs) => stop(there, jobs))).rejects.toMatchObject({
          key: 'importStopped',
          params: { place, added: 100 },
        });
        expect(await waitingOf(there)).toHaveLength(100);
        expect(await run(there, () => {})).toEqual({ added: 33, known: 100 });
      },
    );

    test('a first part that is refused says that nothing was queued', async () => {
      const there = await open();
      const parts = queueFileParts(jobsOf(file).map((job, at) => (at === 7 ? { ...job, template: 'gone' } : job)));
      const bringing = importParts(
        parts,
        async (jobs) => there.world.host.queue.importJobs(jobs, false),
        ({ message }) => message,
      );
      await expect(bringing).rejects.toMatchObject({ key: 'importRefused', params: { place: 'jobs[7]' } });
      expect(await waitingOf(there)).toEqual([]);
    });
  });
});
