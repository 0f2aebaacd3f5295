import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import { createEngineEventRows } from '../../../electron/db/engine-events.ts';
import { createEngineRows } from '../../../electron/db/engines.ts';
import type { Engines, LaneChange } from '../../../electron/engine/engines.ts';
import { createEngines } from '../../../electron/engine/engines-service.ts';
import type { Launcher, LaunchRequest } from '../../../electron/engine/prepare-launch.ts';
import { systemProcesses } from '../../../electron/engine/system-processes.ts';
import { type Clock, systemClock } from '../../../electron/lib/clock.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { Engine, EngineState, LogLine } from '../../../shared/engine.ts';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';

const script = fileURLToPath(new URL('scripted-engine.mjs', import.meta.url));

export interface BenchOptions {
  settings?: Partial<Settings>;
  /** Flags of every start, beside those of the profile. */
  flags?: string[];
  clock?: Clock;
  /** Program that stands for Python. */
  python?: string;
  dataDir?: string;
  kind?: 'managed' | 'demo';
  /** What a person wanted last. */
  isWanted?: boolean;
}

/** A host's engines over a scripted program, with everything they tell. */
export interface Bench {
  readonly id: string;
  readonly engines: Engines;
  readonly db: Db;
  readonly dataDir: string;
  readonly lanes: LaneChange[];
  readonly states: string[];
  readonly log: LogLine[];
  readonly requests: LaunchRequest[];
  set(settings: Partial<Settings>): void;
  flags: string[];
  engine(): Engine;
  /** Resolves when the engine is so; at once if it is. */
  until(isSo: (engine: Engine) => boolean): Promise<Engine>;
  untilState(...states: EngineState[]): Promise<Engine>;
  untilLane(isSo: (change: LaneChange) => boolean): Promise<LaneChange>;
  untilLine(text: string): Promise<void>;
  /** Has the engine do something; `isLast`: it will not be able to answer after. */
  act(act: string, rest?: Record<string, unknown>, isLast?: boolean): Promise<unknown>;
  reasons(): string[];
  reports(): { end: string; code: number | null; signal: string | null; why: string }[];
  launchFile(): unknown;
  close(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export const table = systemProcesses();
export const isDead = async (pid: number): Promise<boolean> => (await table.find(pid)) === null;

/** Waits until it is ready again under another launch. */
export const again = async (bench: Bench, launchId: string | null): Promise<void> => {
  await bench.until((engine) => engine.state === 'ready' && engine.launchId !== launchId);
};

/** What was told of lanes, in words. */
export const lanesOf = (bench: Bench): string[] =>
  bench.lanes.map((change) => {
    if (change.type === 'down') return `down ${change.why}`;
    return change.type === 'claims' ? `claims ${change.isOpen}` : change.type;
  });

/** A bench whose engine is ready, with its lane up. */
export const openReady = async (options: BenchOptions = {}): Promise<Bench> => {
  const bench = await openBench(options);
  const { state, problem } = await bench.engines.start(bench.id);
  if (state !== 'ready') throw new Error(`not ready but ${state}: ${problem?.message}`);
  await bench.untilLane(({ type }) => type === 'up');
  return bench;
};

const live = new Set<Bench>();
/** Stops whatever a test left. */
export const closeBenches = async (): Promise<void> => {
  for (const bench of [...live]) await bench.close();
};

export const openBench = async (options: BenchOptions = {}): Promise<Bench> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'hearth engines 코미 '));
  const db = openDatabase(join(dataDir, 'hearth.db'));
  const id = 'comfyui';
  const rows = createEngineRows(db);
  if (!rows.list().some((row) => row.id === id)) {
    rows.insert(
      {
        id,
        kind: options.kind ?? 'managed',
        name: 'ComfyUI',
        folder: dataDir,
        python: null,
        url: null,
        isWanted: false,
        profile: 'default',
        lastGood: null,
        port: options.kind === 'demo' ? null : await freePort(),
        clientId: randomUUID(),
      },
      0,
    );
  }
  if (options.isWanted !== undefined) rows.setWanted(id, options.isWanted);
  let settings: Settings = { ...defaultSettings, restartBaseMs: 0, ...options.settings };
  const lanes: LaneChange[] = [];
  const states: string[] = [];
  const lines: LogLine[] = [];
  const requests: LaunchRequest[] = [];
  const watchers = new Set<() => void>();
  const stir = (): void => {
    for (const watcher of [...watchers]) watcher();
  };
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  const launcher: Launcher = {
    async prepare(request) {
      requests.push(request);
      const { row, profile, variant, port } = request;
      const engineDir = join(dataDir, 'engines', row.id);
      const flagWords = [
        '--listen',
        '127.0.0.1',
        '--port',
        String(port),
        '--temp-directory',
        engineDir,
        ...bench.flags,
        ...profile.flags.flatMap(({ flag, value }) => (value === null ? [flag] : [flag, value])),
        ...(variant === 'safe' ? ['--disable-all-custom-nodes'] : []),
      ];
      return {
        file: options.python ?? process.execPath,
        args: [script, ...flagWords],
        flagWords,
        flags: profile.flags,
        cwd: dataDir,
        env: { ...process.env, ...profile.env },
        url: `http://127.0.0.1:${port}`,
        folders: { output: join(engineDir, 'output'), input: join(engineDir, 'input'), temp: join(engineDir, 'temp') },
        createFolders: [engineDir],
      };
    },
    judge: async () => null,
  };
  const engines = createEngines({
    db,
    config: { dataDir, engine: null, engineFlags: [], entry: '' },
    clock: options.clock ?? systemClock,
    log: silentLog,
    settings: () => settings,
    random: () => 0.5,
    launcher,
    emit(name, payload) {
      if (name === 'engine.changed') {
        const { state } = payload as Engine;
        if (states.at(-1) !== state) states.push(state);
      }
      if (name === 'engine.log') lines.push(...(payload as { page: { lines: LogLine[] } }).page.lines);
      stir();
    },
  });
  engines.onLane((change) => {
    lanes.push(change);
    stir();
  });
  const engine = (): Engine => {
    const found = engines.get(id);
    if (!found) throw new Error('no engine');
    return found;
  };
  const bench: Bench = {
    id,
    engines,
    db,
    dataDir,
    lanes,
    states,
    log: lines,
    requests,
    flags: options.flags ?? [],
    set(change) {
      settings = { ...settings, ...change };
    },
    engine,
    until: (isSo) => until(() => (isSo(engine()) ? engine() : undefined)),
    untilState: (...wanted) => until(() => (wanted.includes(engine().state) ? engine() : undefined)),
    untilLane: (isSo) => until(() => lanes.find(isSo)),
    untilLine: (text) => until(() => (lines.some((line) => line.text.includes(text)) ? true : undefined)).then(() => {}),
    async act(act, rest = {}, isLast = false) {
      const body = JSON.stringify({ act, ...rest, ...(isLast ? { when: 'after' } : {}) });
      const response = await fetch(`${engine().url}/do`, { method: 'POST', body });
      const { answer } = (await response.json()) as { answer?: unknown };
      return answer;
    },
    reasons: () =>
      createEngineEventRows(db)
        .list(id, 1000)
        .map(({ from, to, reason }) => `${from} -> ${to}: ${reason}`),
    reports: () =>
      createEngineEventRows(db)
        .list(id, 1000)
        .flatMap(({ report }) =>
          report ? [{ end: report.end, code: report.code, signal: report.signal, why: report.why }] : [],
        ),
    launchFile() {
      try {
        return JSON.parse(readFileSync(join(dataDir, 'engines', id, 'launch.json'), 'utf8'));
      } catch {
        return null;
      }
    },
    async close() {
      live.delete(bench);
      await engines.close();
      db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  live.add(bench);
  return bench;
};
