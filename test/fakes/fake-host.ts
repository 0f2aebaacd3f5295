import type { Snapshot } from '../../shared/contract.ts';
import type { Engine } from '../../shared/engine.ts';
import { type Job, settledStates } from '../../shared/job.ts';
import { type CallName, EventHub, type Handlers, type Port, serve } from '../../shared/rpc.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { benchmarkHandlers, type FakeBenchmarks, noBenchmarks } from './fake-benchmark-handlers.ts';
import { engineHandlers, type FakeEngineFacts, oneEngine, setEngine } from './fake-engine-handlers.ts';
import { type FakeIncidents, incidentHandlers, noIncidents } from './fake-incident-handlers.ts';
import { countsOf, type FakeJobs, jobHandlers, noJobs, setJob } from './fake-job-handlers.ts';
import { type FakeProfiles, oneProfile, profileHandlers } from './fake-profile-handlers.ts';
import { type FakeTemplates, oneTemplate, templateHandlers } from './fake-template-handlers.ts';
import { portPair } from './memory-port.ts';

/** What the fake host knows; a test may change it before or between calls. */
export interface FakeState extends FakeEngineFacts, FakeProfiles, FakeTemplates, FakeJobs, FakeIncidents, FakeBenchmarks {
  settings: Settings;
  host: Snapshot['host'];
  actions: Snapshot['actions'];
}

export interface FakeHost {
  readonly hub: EventHub;
  readonly state: FakeState;
  /** Every call that arrived, in order, with its input. */
  readonly calls: { name: CallName; input: unknown }[];
  /** Replaces one handler, for example to make a call fail. */
  answer<K extends CallName>(name: K, handler: Handlers[K]): void;
  /** Opens a connection; what `api.start` takes. */
  open(): Promise<Port>;
  /** Serves a port that somebody else made. */
  serve(port: Port): void;
  /** Closes every connection, as a host that died does. */
  cut(): void;
  /** Changes or adds a job and tells everyone. */
  setJob(job: Job): void;
  setEngine(engine: Engine): void;
}

/**
 * A host in memory that answers every call of the contract from plain data: enough to click through every screen. It runs no
 * jobs by itself; tests move them with `setJob`.
 */
export function createFakeHost(change: Partial<FakeState> = {}): FakeHost {
  const hub = new EventHub((where, error) => {
    throw new Error(`the fake broke the contract in ${where}`, { cause: error });
  });
  const state: FakeState = {
    ...oneEngine(),
    ...oneProfile(),
    ...oneTemplate(),
    ...noJobs(),
    ...noIncidents,
    ...noBenchmarks,
    settings: { ...defaultSettings, language: 'en' },
    host: 'headless',
    actions: [],
    ...change,
  };
  const calls: FakeHost['calls'] = [];
  const closers = new Set<() => void>();

  const handlers: Handlers = {
    'app.snapshot': () => ({
      seq: hub.seq,
      version: '0.1.0',
      host: state.host,
      actions: state.actions,
      dataFolder: '/home/mina/.local/share/hearth',
      engines: state.engines,
      counts: countsOf(state.jobs),
      openJobs: state.jobs.filter((job) => !settledStates.has(job.state)),
      pauses: state.pauses,
      settings: state.settings,
      openIncidents: state.incidents.filter(({ state: is }) => is === 'open' || is === 'trial'),
      isFirstRun: state.engines.length === 0,
    }),
    ...engineHandlers(state, hub),
    ...profileHandlers(state, hub),
    ...templateHandlers(state, hub, () => state.engines[0]?.id ?? 'demo'),
    ...jobHandlers(state, hub),
    ...incidentHandlers(state, hub),
    ...benchmarkHandlers(state, hub),
    'settings.set': (patch) => {
      // A patch's absent keys are left alone; zod leaves no undefined in it.
      state.settings = { ...state.settings, ...(patch as Partial<Settings>) };
      hub.emit('settings.changed', state.settings);
      return state.settings;
    },
    'host.revealFile': () => ({}),
    'host.pickFolder': () => ({ folder: '/home/mina/ComfyUI' }),
  };
  const recording = Object.fromEntries(
    Object.keys(handlers).map((name) => [
      name,
      (input: never) => {
        // Names of the table itself; each handler gets the input parsed for its own name.
        calls.push({ name: name as CallName, input });
        return handlers[name as CallName](input);
      },
    ]),
  ) as Handlers;

  const serveOn = (port: Port): void => {
    serve(recording, hub, port, (where, error) => {
      throw new Error(`the fake failed in ${where}`, { cause: error });
    });
  };
  return {
    hub,
    state,
    calls,
    answer(name, handler) {
      handlers[name] = handler;
    },
    open() {
      const { near, far, close } = portPair();
      closers.add(close);
      serveOn(far);
      return Promise.resolve(near);
    },
    serve: serveOn,
    cut() {
      for (const close of closers) close();
      closers.clear();
    },
    setJob: (job) => setJob(state, hub, job),
    setEngine: (engine) => setEngine(state, hub, engine),
  };
}
