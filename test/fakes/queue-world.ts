import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artifactId } from '../../electron/artifacts/artifact-id.ts';
import { ArtifactMissing, type CollectedFile } from '../../electron/artifacts/artifacts.ts';
import { type Db, openDatabase } from '../../electron/db/database.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { createQueue } from '../../electron/queue/create-queue.ts';
import type { Queue } from '../../electron/queue/queue.ts';
import { createRecords } from '../../electron/records/records.ts';
import { readinessOf } from '../../electron/templates/readiness.ts';
import type { LoadedTemplate } from '../../electron/templates/templates.ts';
import { AppError } from '../../shared/app-error.ts';
import type { EventName } from '../../shared/rpc.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { Disk, FakeProcess } from './fake-engine-process.ts';
import { createFakeEngine, createFakeSupervisor, type FakeEngine, type FakeSupervisor } from './fake-engines.ts';
import { createVirtualClock, rest, type VirtualClock } from './virtual-clock.ts';

const text = { en: 'x', ko: 'x' };
/** One colour to a file; `words` is free text. */
export const demoTemplate: LoadedTemplate = {
  id: 'demo',
  version: 1,
  title: { en: 'Demo', ko: '데모' },
  needs: { nodes: [], models: [] },
  parameters: [
    { key: 'seed', type: 'seed', targets: ['/1/inputs/color'], min: 0, max: 16_777_215, label: text, help: text },
    { key: 'words', type: 'text', targets: ['/1/inputs/words'], default: '', label: text, help: text },
  ],
  outputs: [{ node: '9', kind: 'image' }],
  limits: {},
  digest: 'digest-1',
  origin: 'shipped',
  graph: {
    '1': { class_type: 'EmptyImage', inputs: { color: 0, words: '', image: '' }, _meta: { title: 'Colour' } },
    '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'x', images: ['1', 0] } },
  },
};
/** The same without a seed. */
const seedlessTemplate: LoadedTemplate = { ...demoTemplate, id: 'seedless', parameters: demoTemplate.parameters.slice(1) };

/** With a picture. */
const pictureTemplate: LoadedTemplate = {
  ...demoTemplate,
  id: 'picture',
  parameters: [
    ...demoTemplate.parameters,
    { key: 'image', type: 'image', targets: ['/1/inputs/image'], label: text, help: text },
  ],
};

/** One life of Hearth over the world's database. */
interface Host {
  readonly queue: Queue;
  readonly engines: FakeSupervisor;
  readonly events: { name: EventName; payload: unknown }[];
  /** Ends at once, as SIGKILL does. */
  kill(): void;
  stop(): Promise<void>;
}

export interface World extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly engines: Map<string, FakeEngine>;
  readonly disk: Disk;
  readonly settings: Settings;
  readonly templates: Map<string, LoadedTemplate>;
  /** The host that lives now. */
  readonly host: Host;
  readonly db: Db;
  isDiskFull: boolean;
  /** The database of the next host takes nothing until its `query_only` is off. */
  isReadOnly: boolean;
  /** The next host's commits wait for the disk, as outside of tests. */
  waitsForDisk: boolean;
  freeBytes: number;
  /** Free bytes of single folders, where they differ. */
  readonly freeOf: Map<string, number>;
  /** Pictures given as values. */
  readonly pictures: Map<string, Uint8Array>;
  /** Collected files by attempt. */
  readonly stored: Map<string, string[]>;
  /** Paths of stored files that were deleted. */
  readonly removedFiles: string[];
  /** Paths of files that cannot be deleted. */
  readonly lockedFiles: Set<string>;
  addEngine(id: string, kind?: FakeEngine['kind']): FakeProcess;
  process(id?: string): FakeProcess;
  /** Begins a new life of Hearth; the one before must have ended. */
  boot(): Promise<Host>;
}

const storeMs = 10;

let migrated: Uint8Array | undefined;
/** A database whose schema is current: the steps to it are taken once for all worlds of a file. */
const emptyDatabase = (): Uint8Array => {
  if (migrated) return migrated;
  const db = openDatabase(':memory:');
  migrated = db.serialize();
  db.close();
  return migrated;
};

/** A machine with a disk, engines and a database, on which hosts live and die. Time stands still unless `clock` advances it. */
export const createWorld = (): World => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-queue-'));
  writeFileSync(join(folder, 'hearth.db'), emptyDatabase());
  const clock = createVirtualClock();
  const disk: Disk = new Map();
  const stored = new Map<string, string[]>();
  const engines = new Map<string, FakeEngine>();
  const templates = new Map([demoTemplate, seedlessTemplate, pictureTemplate].map((template) => [template.id, template]));
  const settings: Settings = { ...defaultSettings };
  let host: Host | undefined;
  let db: Db | undefined;
  const living = (): Host => {
    if (!host) throw new Error('no host lives');
    return host;
  };

  const world: World = {
    clock,
    engines,
    disk,
    settings,
    templates,
    stored,
    removedFiles: [],
    lockedFiles: new Set(),
    isDiskFull: false,
    isReadOnly: false,
    waitsForDisk: false,
    freeBytes: 1e12,
    freeOf: new Map(),
    pictures: new Map(),
    get host() {
      return living();
    },
    get db() {
      if (!db) throw new Error('no host lives');
      return db;
    },
    addEngine(id, kind = 'managed') {
      const engine = createFakeEngine(id, kind, clock, disk);
      engines.set(id, engine);
      return engine.spawn();
    },
    process(id = 'gpu') {
      const process = engines.get(id)?.process;
      if (!process) throw new Error(`engine ${id} does not run`);
      return process;
    },
    async boot() {
      const own = openDatabase(join(folder, 'hearth.db'));
      // What SIGKILL leaves does not depend on it; power cuts are not played here.
      if (!world.waitsForDisk) own.pragma('synchronous = OFF');
      db = own;
      let isDead = false;
      const dead = (): boolean => isDead;
      const supervisor = createFakeSupervisor(engines, clock, dead);
      const events: Host['events'] = [];
      let seed = 0n;
      const queue = createQueue({
        db: own,
        clock: {
          now: clock.now,
          monotonic: clock.monotonic,
          after: (ms, act) => clock.after(ms, () => !isDead && act()),
        },
        log: silentLog,
        settings: () => settings,
        templates: { get: (id) => templates.get(id), readiness: readinessOf },
        artifacts: {
          collect: (request) =>
            new Promise((resolve, reject) => {
              clock.after(storeMs, () => {
                if (isDead) return;
                if (world.isDiskFull) return reject(new AppError('storage', 'diskFull', { folder: '/data' }));
                const there = disk.get(request.attemptId) ?? [];
                const gone = request.files.find(({ filename }) => !there.includes(filename));
                if (gone) return reject(new ArtifactMissing('outputGone', { file: gone.filename, node: gone.node }));
                stored.set(
                  request.attemptId,
                  request.files.map(({ filename }) => filename),
                );
                resolve(request.files.map((file, index) => collected(request, file.node, index)));
              });
            }),
          dropEngineCopies: (attempt) => {
            disk.delete(attempt);
            return Promise.resolve();
          },
          removeFiles: (paths) =>
            new Promise((resolve) => {
              clock.after(storeMs, () => {
                if (isDead) return;
                const stay = paths.filter((path) => world.lockedFiles.has(path));
                world.removedFiles.push(...paths.filter((path) => !stay.includes(path)));
                resolve(stay);
              });
            }),
          freeBytes: () => Promise.resolve(world.freeBytes),
        },
        inputs: {
          read: (value) => Promise.resolve(world.pictures.get(value)),
          find: (value) => (world.pictures.has(value) ? { file: `/inputs/${value}`, mime: 'image/png' } : undefined),
        },
        records: createRecords({
          db: own,
          log: silentLog,
          engine: supervisor.get,
          driver: () => Promise.resolve(null),
          system: 'Linux',
        }),
        engines: supervisor,
        emit: (name, payload) => void events.push({ name, payload }),
        drawSeed: (min) => min + seed++,
        random: () => 0.5,
        freeBytesOf: (folder) => Promise.resolve(world.freeOf.get(folder) ?? world.freeBytes),
        defer: (act) => void setImmediate(() => !isDead && act()),
      });
      host = {
        queue,
        engines: supervisor,
        events,
        kill() {
          isDead = true;
          own.close();
          host = undefined;
          db = undefined;
        },
        async stop() {
          await queue.stop();
          isDead = true;
          own.close();
          host = undefined;
          db = undefined;
        },
      };
      const alive = host;
      if (world.isReadOnly) own.pragma('query_only = ON');
      await queue.start();
      await rest();
      return alive;
    },
    async [Symbol.asyncDispose]() {
      const stopping = host?.stop();
      await clock.advance(20);
      await stopping;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
};

const collected = (
  { jobId, attemptId, template, isPartial }: { jobId: string; attemptId: string; template: string; isPartial: boolean },
  node: string,
  index: number,
): CollectedFile => ({
  id: artifactId(attemptId, node, index),
  jobId,
  attemptId,
  template,
  node,
  index,
  kind: 'image',
  mime: 'image/png',
  name: `${attemptId}-${index}.png`,
  path: `artifacts/${attemptId}-${index}.png`,
  sha256: 'ab'.repeat(32),
  bytes: 3,
  width: 8,
  height: 8,
  isPartial,
});
