import { noBootFacts } from '../../electron/engine/boot-facts.ts';
import type { Engines, Lane, LaneChange, LaneEnd } from '../../electron/engine/engines.ts';
import type { Engine, EngineState } from '../../shared/engine.ts';
import { createFakeClient, type FakeClient } from './fake-engine-client.ts';
import { createFakeProcess, type Disk, type FakeProcess } from './fake-engine-process.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** An engine of the machine: its processes come and go, whether or not a host is there to see it. */
export interface FakeEngine {
  readonly id: string;
  readonly kind: Engine['kind'];
  readonly disk: Disk;
  state: EngineState;
  process: FakeProcess | null;
  /** Every process it ever had. */
  readonly processes: FakeProcess[];
  spawn(): FakeProcess;
}

export const createFakeEngine = (id: string, kind: Engine['kind'], clock: VirtualClock, disk: Disk): FakeEngine => {
  const engine: FakeEngine = {
    id,
    kind,
    disk,
    state: 'stopped',
    process: null,
    processes: [],
    spawn() {
      const process = createFakeProcess(`${id}-${engine.processes.length + 1}`, clock, disk);
      engine.process = process;
      engine.processes.push(process);
      engine.state = 'ready';
      return process;
    },
  };
  return engine;
};

type Used = Pick<Engines, 'get' | 'onLane' | 'setRunning' | 'declareDead' | 'forgiveDeath' | 'setWaiting'>;

/** A host's supervisor over fake engines: restarts what dies a second later. */
export interface FakeSupervisor extends Used {
  client(id: string): FakeClient | undefined;
  /** The process ends by itself. */
  crash(id: string, why?: LaneEnd): void;
  /** A person stops it; what runs is interrupted first. */
  stop(id: string): Promise<void>;
  start(id: string): void;
  /** The line to an external engine is cut, or there again. */
  cut(id: string): void;
  mend(id: string): void;
  setClaims(id: string, isOpen: boolean): void;
  readonly forgiven: string[];
  readonly declaredDead: { id: string; reason: string }[];
  waiting: number;
  readonly runningNow: Map<string, string | null>;
}

const restartMs = 1_000;

export const createFakeSupervisor = (
  engines: Map<string, FakeEngine>,
  clock: VirtualClock,
  isDead: () => boolean,
): FakeSupervisor => {
  const listeners = new Set<(change: LaneChange) => void>();
  const lanes = new Map<string, { lane: Lane; client: FakeClient }>();
  const tell = (change: LaneChange): void => {
    if (!isDead()) for (const listener of listeners) listener(change);
  };
  const engineOf = (id: string): FakeEngine => {
    const engine = engines.get(id);
    if (!engine) throw new Error(`no engine ${id}`);
    return engine;
  };
  const up = (engine: FakeEngine, isAdopted: boolean): void => {
    const { process } = engine;
    if (!process?.isAlive || lanes.has(engine.id) || isDead()) return;
    engine.state = 'ready';
    const client = createFakeClient(process, clock, isDead);
    const folders =
      engine.kind === 'external'
        ? null
        : { output: `/${engine.id}/output`, input: `/${engine.id}/input`, temp: `/${engine.id}/temp` };
    const lane: Lane = { engineId: engine.id, launchId: process.launchId, kind: engine.kind, client, folders, isAdopted };
    lanes.set(engine.id, { lane, client });
    tell({ type: 'up', lane });
  };
  const down = (engine: FakeEngine, why: LaneEnd): void => {
    const there = lanes.get(engine.id);
    lanes.delete(engine.id);
    const said = { line: { key: 'deathWithCode', params: { code: 1 } } };
    if (there) tell({ type: 'down', engineId: engine.id, launchId: there.lane.launchId, why, oneLine: `ended: ${why}`, said });
  };
  const restart = (engine: FakeEngine): void => {
    engine.state = 'backoff';
    clock.after(restartMs, () => {
      if (isDead() || engine.state !== 'backoff') return;
      engine.spawn();
      up(engine, false);
    });
  };
  const supervisor: FakeSupervisor = {
    forgiven: [],
    declaredDead: [],
    waiting: 0,
    runningNow: new Map(),
    client: (id) => lanes.get(id)?.client,
    crash(id, why = 'crash') {
      const engine = engineOf(id);
      if (!engine.process?.isAlive) return;
      engine.process.die();
      if (isDead()) return;
      if (engine.kind !== 'external') restart(engine);
      down(engine, why);
    },
    async stop(id) {
      const engine = engineOf(id);
      if (!engine.process?.isAlive || isDead()) return;
      engine.state = 'stopping';
      const running = supervisor.runningNow.get(id);
      tell({ type: 'claims', engineId: id, launchId: engine.process.launchId, isOpen: false });
      if (running) engine.process.interrupt(running);
      await new Promise<void>((resolve) => void clock.after(50, resolve));
      engine.process?.die();
      engine.state = 'stopped';
      down(engine, 'requested');
    },
    start(id) {
      const engine = engineOf(id);
      if (engine.process?.isAlive) return up(engine, true);
      engine.spawn();
      up(engine, false);
    },
    cut(id) {
      down(engineOf(id), 'unreachable');
      engineOf(id).state = 'unresponsive';
    },
    mend: (id) => up(engineOf(id), true),
    setClaims(id, isOpen) {
      const there = lanes.get(id);
      if (there) tell({ type: 'claims', engineId: id, launchId: there.lane.launchId, isOpen });
    },
    get(id) {
      const engine = engines.get(id);
      return engine && engineEntity(engine);
    },
    onLane(listener) {
      listeners.add(listener);
      for (const { lane } of lanes.values()) listener({ type: 'up', lane });
      return () => void listeners.delete(listener);
    },
    setRunning: (id, prompt) => void supervisor.runningNow.set(id, prompt),
    declareDead(id, reason) {
      supervisor.declaredDead.push({ id, reason });
      const engine = engineOf(id);
      // It is somebody else's: let go of, and asked again; out of reach already, nothing comes of it.
      if (engine.kind === 'external') {
        if (lanes.has(id)) {
          supervisor.cut(id);
          clock.after(1_000, () => !isDead() && supervisor.mend(id));
        }
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        clock.after(20, () => {
          supervisor.crash(id, 'hang');
          if (!isDead()) resolve();
        });
      });
    },
    forgiveDeath: (id, launch) => void supervisor.forgiven.push(`${id}/${launch}`),
    setWaiting(count) {
      supervisor.waiting = count;
    },
  };
  // What an earlier host left running is adopted; what died meanwhile is started again.
  for (const engine of engines.values()) {
    if (engine.process?.isAlive) up(engine, true);
    else if (engine.processes.length > 0 && engine.state !== 'stopped') restart(engine);
  }
  return supervisor;
};

const engineEntity = (engine: FakeEngine): Engine => ({
  id: engine.id,
  kind: engine.kind,
  name: engine.id,
  folder: null,
  state: engine.state,
  since: new Date(0).toISOString(),
  isWanted: true,
  pid: null,
  url: null,
  version: null,
  profile: null,
  restarts: 0,
  bootFacts: noBootFacts,
  launchId: engine.process?.launchId ?? null,
  problem: null,
  retryAt: null,
  freePort: null,
});
