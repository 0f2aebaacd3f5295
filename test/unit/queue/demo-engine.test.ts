import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createArtifacts } from '../../../electron/artifacts/create-artifacts.ts';
import { createInputs } from '../../../electron/artifacts/create-inputs.ts';
import { openDatabase } from '../../../electron/db/database.ts';
import { openEngineClient } from '../../../electron/engine/client.ts';
import type { EngineClient } from '../../../electron/engine/client-types.ts';
import type { LaneChange } from '../../../electron/engine/engines.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { createQueue } from '../../../electron/queue/create-queue.ts';
import type { Queue } from '../../../electron/queue/queue.ts';
import { createRecords } from '../../../electron/records/records.ts';
import { createTemplates } from '../../../electron/templates/create-templates.ts';
import { drawSeed } from '../../../electron/templates/draw-seed.ts';
import type { EnqueueInput } from '../../../shared/contract.ts';
import { type Job, type JobProgress, settledStates } from '../../../shared/job.ts';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { DemoProcess } from '../demo-engine/demo-process.ts';

/** Real database, store, templates and client over a real engine process; only the supervisor is played by the test. */
class Stage implements AsyncDisposable {
  readonly folder: string;
  readonly base: string;
  readonly jobs = new Map<string, Job>();
  readonly progress: JobProgress[] = [];
  settings: Settings = { ...defaultSettings, retryBaseMs: 10, retryMaxMs: 20, diskFloorBytes: 0 };
  queue: Queue | null = null;
  #engine: DemoProcess | null = null;
  #client: EngineClient | null = null;
  #launches = 0;
  #tell: ((change: LaneChange) => void) | null = null;
  #close: () => void = () => {};
  readonly #watchers = new Set<() => void>();

  constructor(folder: string) {
    this.folder = folder;
    this.base = join(folder, 'engine');
    mkdirSync(this.base);
  }

  get engine(): DemoProcess {
    if (!this.#engine) throw new Error('no engine runs');
    return this.#engine;
  }

  async startEngine(...flags: string[]): Promise<void> {
    this.#engine = await DemoProcess.start(this.base, ...flags);
    this.#launches += 1;
    this.laneUp();
  }

  /** The supervisor sees the engine, under the client id of its launch. */
  laneUp(): void {
    const client = openEngineClient({ url: this.engine.url, clientId: `launch-${this.#launches}`, clock: systemClock });
    this.#client = client;
    const folders = { output: join(this.base, 'output'), input: join(this.base, 'input'), temp: join(this.base, 'temp') };
    const launchId = `launch-${this.#launches}`;
    this.#tell?.({ type: 'up', lane: { engineId: 'demo', launchId, kind: 'demo', client, folders, isAdopted: false } });
  }

  async killEngine(): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
    await this.#client?.close();
    this.#tell?.({ type: 'down', engineId: 'demo', launchId: `launch-${this.#launches}`, why: 'crash', oneLine: 'killed' });
  }

  async startHost(): Promise<Queue> {
    const db = openDatabase(join(this.folder, 'hearth.db'));
    const templates = createTemplates({ db, dataDir: this.folder, workflowsDir: resolve('workflows'), now: Date.now });
    await templates.reload();
    const queue = createQueue({
      db,
      clock: systemClock,
      log: silentLog,
      settings: () => this.settings,
      templates,
      artifacts: createArtifacts({ db, dataDir: this.folder }),
      inputs: createInputs({ dataDir: this.folder }),
      records: createRecords({
        db,
        log: silentLog,
        engine: () => undefined,
        driver: () => Promise.resolve(null),
        system: 'Linux',
      }),
      engines: {
        get: () => undefined,
        onLane: (listener) => {
          this.#tell = listener;
          if (this.#engine) this.laneUp();
          return () => {};
        },
        setRunning() {},
        setWaiting() {},
        forgiveDeath() {},
        declareDead: () => this.killEngine().then(() => this.startEngine()),
      },
      emit: (name, payload) => {
        // The names tell which payload it is.
        if (name === 'job.changed') this.jobs.set((payload as Job).id, payload as Job);
        if (name === 'job.progress') this.progress.push(payload as JobProgress);
        for (const watcher of this.#watchers) watcher();
      },
      drawSeed,
      random: Math.random,
      freeBytesOf: () => Promise.resolve(1e12),
      defer: setImmediate,
    });
    this.queue = queue;
    this.#close = () => db.close();
    await queue.start();
    return queue;
  }

  async stopHost(): Promise<void> {
    await this.queue?.stop();
    await this.#client?.close();
    this.#close();
    this.queue = null;
  }

  async submit(more: Partial<EnqueueInput>): Promise<Job[]> {
    if (!this.queue) throw new Error('no host runs');
    const request = { template: 'demo', values: {}, count: 1, priority: 'normal' as const, isFront: false, ...more };
    return (await this.queue.enqueue(request)).jobs;
  }

  /** Resolves when events have told of it. */
  told(isTrue: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isTrue()) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }
  settled(jobs: Job[]): Promise<void> {
    return this.told(() => jobs.every(({ id }) => settledStates.has(this.jobs.get(id)?.state ?? 'queued')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopHost();
    await this.#engine?.[Symbol.asyncDispose]();
  }
}

const whole = (stage: Stage, job: Job | undefined): Job => {
  const found = job && stage.jobs.get(job.id);
  if (!found) throw new Error('nothing was told of the job');
  return found;
};
const small = { width: 64, height: 64, steps: 4 };

test('pictures reach the store as the engine made them, with live progress on the way', async () => {
  await using folder = await tempFolder();
  await using stage = new Stage(folder.path);
  await stage.startHost();
  await stage.startEngine('--speed', '0.25');
  // Long enough that some of it is told in between, ten times a second at most, on a busy machine too.
  const jobs = await stage.submit({ template: 'sd15', values: { ...small, steps: 20, seed: '18446744073709551615' } });
  await stage.settled(jobs);
  const job = whole(stage, jobs[0]);
  expect(job).toMatchObject({ state: 'succeeded', seed: '18446744073709551615', error: null });
  const [artifact] = job.artifacts;
  const bytes = readFileSync(join(folder.path, artifact?.path ?? ''));
  expect(artifact).toMatchObject({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    width: 64,
    height: 64,
    mime: 'image/png',
  });
  // Exact to the last digit in what the engine wrote into the picture.
  expect(bytes.includes('18446744073709551615')).toBe(true);
  // The engine's copy goes after the job is told as done.
  await expect.poll(() => readdirSync(join(stage.base, 'output', 'hearth'))).toEqual([]);
  const ratios = stage.progress.map(({ ratio }) => ratio);
  expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
  expect(stage.progress.some(({ step }) => step?.max === 20)).toBe(true);
  expect(stage.progress.some(({ preview }) => preview?.startsWith(`/previews/${job.attempts[0]?.id}?n=`))).toBe(true);
});

test('a host that ends and one that follows: the running prompt is found again and run once', async () => {
  await using folder = await tempFolder();
  await using stage = new Stage(folder.path);
  await stage.startHost();
  await stage.startEngine('--speed', '2');
  const jobs = await stage.submit({ template: 'sd15', values: small, count: 3 });
  await expect.poll(() => stage.engine.stderr).toContain('got prompt');
  await stage.stopHost();
  await stage.startHost();
  await stage.settled(jobs);
  for (const job of jobs) {
    expect(whole(stage, job)).toMatchObject({ state: 'succeeded', attempts: [{ state: 'succeeded' }] });
    expect(whole(stage, job).artifacts).toHaveLength(1);
  }
  expect(stage.engine.stderr.match(/got prompt/g)).toHaveLength(3);
});

test('an engine killed in the middle of a sampler: the job runs again on the next one, the rest is untouched', async () => {
  await using folder = await tempFolder();
  await using stage = new Stage(folder.path);
  await stage.startHost();
  await stage.startEngine('--speed', '0.5');
  const jobs = await stage.submit({ template: 'sd15', values: small, count: 3 });
  await expect.poll(() => stage.engine.stderr).toContain('got prompt');
  await stage.killEngine();
  await stage.startEngine();
  await stage.settled(jobs);
  expect(jobs.map((job) => whole(stage, job).state)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect(jobs.map((job) => whole(stage, job).attempts.map(({ state }) => state))).toEqual([
    ['lost', 'succeeded'],
    ['succeeded'],
    ['succeeded'],
  ]);
  expect(jobs.flatMap((job) => whole(stage, job).artifacts)).toHaveLength(3);
});

test('each kind of failure ends as it should, and what is not concerned goes on', async () => {
  await using folder = await tempFolder();
  await using stage = new Stage(folder.path);
  await stage.startHost();
  const kinds = ['--fail', 'oom=memoryhog', '--fail', 'node-error=oddity', '--fail', 'sigkill=poisonpill'];
  await stage.startEngine(...kinds);
  const prompt = (text: string) => ({ template: 'sd15', values: { ...small, prompt: text } });
  const [oom] = await stage.submit(prompt('a memoryhog'));
  const [odd] = await stage.submit(prompt('an oddity'));
  const [fine] = await stage.submit(prompt('a lighthouse'));
  const [corrupt] = await stage.submit({ template: 'sd15', values: { ...small, checkpoint: 'zz-corrupt.safetensors' } });
  if (!oom || !odd || !fine || !corrupt) throw new Error('nothing was queued');
  await stage.settled([oom, odd, fine, corrupt]);
  expect(whole(stage, oom)).toMatchObject({ state: 'failed_terminal', error: { code: 'nodeOutOfMemory' } });
  expect(whole(stage, odd)).toMatchObject({ state: 'failed_terminal', attempts: [{ state: 'failed' }, { state: 'failed' }] });
  expect(whole(stage, corrupt)).toMatchObject({
    state: 'failed_terminal',
    error: { code: 'nodeBadInput' },
    attempts: [{ state: 'failed' }],
  });
  expect(whole(stage, fine)).toMatchObject({ state: 'succeeded' });

  const [poison] = await stage.submit(prompt('a poisonpill'));
  const [after] = await stage.submit(prompt('a calm sea'));
  if (!poison || !after) throw new Error('nothing was queued');
  for (let death = 0; death < 2; death++) {
    await stage.engine.ended();
    await stage.killEngine();
    await stage.startEngine(...kinds);
  }
  await stage.settled([poison, after]);
  expect(whole(stage, poison)).toMatchObject({ state: 'held', error: { code: 'engineDied' } });
  expect(whole(stage, after)).toMatchObject({ state: 'succeeded' });
});

test('an output folder that is deleted is made anew; one whose drive is gone is named, and the job runs once it is back', async () => {
  await using folder = await tempFolder();
  await using stage = new Stage(folder.path);
  const queue = await stage.startHost();
  await stage.startEngine();
  const output = join(stage.base, 'output');
  const run = async (color: string): Promise<Job> => {
    const jobs = await stage.submit({ values: { width: 64, height: 64, seed: color } });
    await stage.settled(jobs);
    return whole(stage, jobs[0]);
  };
  rmSync(output, { recursive: true });
  expect((await run('1')).state).toBe('succeeded');

  rmSync(output, { recursive: true });
  symlinkSync(join(folder.path, 'drive', 'pictures'), output);
  const lost = await run('2');
  expect(lost).toMatchObject({ state: 'failed_terminal', error: { code: 'nodeFolderRefused' }, attempts: [{}, {}] });

  mkdirSync(join(folder.path, 'drive', 'pictures'), { recursive: true });
  await queue.requeue([lost.id]);
  await stage.told(() => stage.jobs.get(lost.id)?.state === 'succeeded');
});

test('a value that the engine does not offer is said before anything is handed over; a running job can be cancelled', async () => {
  await using folder = await tempFolder();
  await using stage = new Stage(folder.path);
  const queue = await stage.startHost();
  await stage.startEngine('--speed', '1');
  const [missing] = await stage.submit({ template: 'sd15', values: { ...small, checkpoint: 'nowhere.safetensors' } });
  const [long] = await stage.submit({ template: 'sd15', values: { ...small, steps: 100 } });
  if (!missing || !long) throw new Error('nothing was queued');
  await stage.settled([missing]);
  expect(whole(stage, missing)).toMatchObject({ state: 'failed_terminal', attempts: [], error: { input: 'checkpoint' } });
  await stage.told(() => stage.jobs.get(long.id)?.state === 'running');
  expect((await queue.cancel([long.id])).jobs).toMatchObject([{ state: 'cancelled', attempts: [{ state: 'cancelled' }] }]);
  expect(stage.engine.stderr).toContain('Processing interrupted');
});
