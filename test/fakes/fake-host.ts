import { noBootFacts } from '../../electron/engine/boot-facts.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Batch } from '../../shared/batch.ts';
import type { Snapshot } from '../../shared/contract.ts';
import type { CostSample, QueueEstimate } from '../../shared/cost.ts';
import type { Engine, Install, LogLine, Profile } from '../../shared/engine.ts';
import type { FlagPage } from '../../shared/flag.ts';
import { joinValues, splitValues } from '../../shared/flag-values.ts';
import { type Job, type JobCounts, JobState, type Pause, requeueableStates, settledStates } from '../../shared/job.ts';
import type { EngineStep, FactsPage, Launch } from '../../shared/launch.ts';
import type { LogFilter, LogJob } from '../../shared/log.ts';
import { type CallName, EventHub, type Handlers, type Port, serve } from '../../shared/rpc.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { ImportInspection, Readiness, Template, TemplateProblem, TemplateVersion } from '../../shared/template.ts';
import type { WordParams } from '../../shared/words.ts';
import { benchmarkHandlers, type FakeBenchmarks, noBenchmarks } from './fake-benchmark-handlers.ts';
import { nextId, noLinks, sampleEngine, sampleJob, sampleMemory, sampleTemplate } from './fake-data.ts';
import { sampleFlags } from './fake-flags.ts';
import { type FakeIncidents, incidentHandlers, noIncidents } from './fake-incident-handlers.ts';
import { queueHandlers } from './fake-queue-handlers.ts';
import { portPair } from './memory-port.ts';

/** What the fake host knows; a test may change it before or between calls. */
export interface FakeState extends FakeIncidents, FakeBenchmarks {
  engines: Engine[];
  /** Newest last. */
  jobs: Job[];
  templates: Template[];
  problems: TemplateProblem[];
  readiness: Record<string, Readiness>;
  versions: Record<string, TemplateVersion[]>;
  inspection: ImportInspection | null;
  pauses: Pause[];
  batches: Batch[];
  /** By template. */
  costs: Record<string, CostSample[]>;
  estimate: QueueEstimate;
  settings: Settings;
  installs: Install[];
  log: LogLine[];
  logJobs: LogJob[];
  profiles: Profile[];
  flags: FlagPage;
  /** Newest first. */
  launches: Launch[];
  steps: EngineStep[];
  previousFacts: FactsPage['previous'];
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

const countsOf = (jobs: Job[]): JobCounts =>
  // Every state is there, because they come from the list of all states.
  Object.fromEntries(JobState.options.map((state) => [state, jobs.filter((job) => job.state === state).length])) as JobCounts;

/**
 * A host in memory that answers every call of the contract from plain data: enough to click through every screen. It runs no
 * jobs by itself; tests move them with `setJob`.
 */
export function createFakeHost(change: Partial<FakeState> = {}): FakeHost {
  const hub = new EventHub((where, error) => {
    throw new Error(`the fake broke the contract in ${where}`, { cause: error });
  });
  const state: FakeState = {
    engines: [sampleEngine()],
    jobs: [],
    templates: [sampleTemplate()],
    problems: [],
    readiness: {},
    versions: {},
    inspection: null,
    pauses: [],
    batches: [],
    costs: {},
    estimate: { known: 0, lowMs: 0, highMs: 0, unknown: 0 },
    settings: { ...defaultSettings, language: 'en' },
    installs: [],
    log: [],
    logJobs: [],
    profiles: [{ id: 'default', name: 'Default', flags: [], env: {} }],
    flags: sampleFlags(),
    launches: [],
    steps: [],
    previousFacts: null,
    ...noIncidents,
    ...noBenchmarks,
    host: 'headless',
    actions: [],
    ...change,
  };
  const calls: FakeHost['calls'] = [];
  const closers = new Set<() => void>();

  const tellQueue = (): void => hub.emit('queue.changed', { counts: countsOf(state.jobs), pauses: state.pauses });
  const setJob = (job: Job): void => {
    const index = state.jobs.findIndex((known) => known.id === job.id);
    if (index < 0) state.jobs.push(job);
    else state.jobs[index] = job;
    hub.emit('job.changed', job);
    tellQueue();
  };
  const setEngine = (engine: Engine): void => {
    const index = state.engines.findIndex((known) => known.id === engine.id);
    if (index < 0) state.engines.push(engine);
    else state.engines[index] = engine;
    hub.emit('engine.changed', engine);
  };
  const engine = (id: string): Engine => {
    const found = state.engines.find((known) => known.id === id);
    if (!found) throw new AppError('not-found', 'internal');
    return found;
  };
  const batch = (id: string): Batch => {
    const found = state.batches.find((known) => known.id === id);
    if (!found) throw new AppError('not-found', 'batchUnknown', { id });
    return found;
  };
  const template = (id: string): Template => {
    const found = state.templates.find((known) => known.id === id);
    if (!found) throw new AppError('not-found', 'internal');
    return found;
  };
  const move = (id: string, next: Partial<Engine>): Engine => {
    const changed = { ...engine(id), since: new Date().toISOString(), problem: null, ...next };
    setEngine(changed);
    return changed;
  };
  const changeJobs = (ids: string[], may: (job: Job) => boolean, next: JobState, refusal: string) => {
    const jobs: Job[] = [];
    const refused: { id: string; key: string; message: string; params: WordParams }[] = [];
    for (const id of ids) {
      const job = state.jobs.find((known) => known.id === id);
      if (!job || !may(job)) {
        refused.push({ id, key: 'internal', message: refusal, params: {} });
        continue;
      }
      const changed = { ...job, state: next, finishedAt: settledStates.has(next) ? new Date().toISOString() : null };
      setJob(changed);
      jobs.push(changed);
    }
    return { jobs, refused };
  };
  const logMatches = ({ level, text, isPattern, attempt }: LogFilter): LogLine[] => {
    const levels = { all: /./, warnings: /warning|error|critical/, errors: /error|critical/ }[level];
    const pattern = isPattern ? new RegExp(text, 'i') : null;
    return state.log.filter(
      (line) =>
        levels.test(line.level) &&
        (pattern ? pattern.test(line.text) : line.text.toLowerCase().includes(text.toLowerCase())) &&
        (attempt === undefined || line.text.includes(attempt)),
    );
  };
  const newest = (): Job[] => state.jobs.toReversed();

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
    'jobs.list': ({ filter, ids, order, cursor, limit }) => {
      const found = (order === 'newest' ? newest() : state.jobs).filter(
        (job) =>
          (!filter.states || filter.states.includes(job.state)) &&
          (!filter.template || filter.template === job.template) &&
          (!ids || ids.includes(job.id)) &&
          (filter.batch === undefined || (job.batch ?? null) === filter.batch) &&
          (!filter.text || JSON.stringify(job.values).toLowerCase().includes(filter.text.toLowerCase())),
      );
      const from = Number(cursor ?? 0);
      const next = from + limit < found.length ? String(from + limit) : null;
      return { jobs: found.slice(from, from + limit), total: found.length, next };
    },
    'jobs.get': ({ id }) => {
      const job = state.jobs.find((known) => known.id === id);
      if (!job) throw new AppError('not-found', 'internal');
      return {
        job,
        events: [{ at: job.createdAt, from: null, to: 'queued', reason: 'enqueued', attempt: null }],
        links: noLinks,
      };
    },
    'artifacts.list': ({ template: id, cursor, limit }) => {
      const items = newest()
        .filter((job) => !id || job.template === id)
        .flatMap((job) =>
          job.artifacts.map((artifact) => ({ artifact, values: job.values, seed: job.seed, version: job.version })),
        );
      const from = Number(cursor ?? 0);
      const next = from + limit < items.length ? String(from + limit) : null;
      return { items: items.slice(from, from + limit), total: items.length, next };
    },
    'artifacts.get': ({ id }) => {
      for (const { artifacts, values, seed, version } of state.jobs) {
        const artifact = artifacts.find((known) => known.id === id);
        if (artifact) return { artifact, values, seed, version };
      }
      throw new AppError('not-found', 'noSuchArtifact', { id });
    },
    'templates.list': () => ({ templates: state.templates, problems: state.problems }),
    'templates.get': ({ id }) => template(id),
    'templates.readiness': ({ id }) => ({
      readiness: [
        state.readiness[id] ?? {
          engine: state.engines[0]?.id ?? 'demo',
          missingNodes: [],
          missingModels: [],
          choices: { checkpoint: ['v1-5-pruned-emaonly.safetensors', 'dreamshaper_8.safetensors'] },
        },
      ],
    }),
    'templates.versions': ({ id }) => ({
      versions: state.versions[id] ?? [
        { version: template(id).version, digest: template(id).digest, seenAt: new Date().toISOString(), isCurrent: true },
      ],
    }),
    'templates.inspect': () => {
      if (!state.inspection) throw new AppError('invalid-input', 'internal');
      return state.inspection;
    },
    'engines.memory': ({ id }) => sampleMemory({ engine: engine(id).id }),
    'engines.log': ({ id, launchId, from, limit }) => {
      const lines = from === undefined ? state.log.slice(-limit) : state.log.filter((line) => line.n > from).slice(0, limit);
      return { launchId: launchId ?? engine(id).launchId, lines, total: state.log.length };
    },
    'engines.logView': ({ id, launchId, filter, at, line, limit }) => {
      const lines = logMatches(filter);
      const first = line === undefined ? (at ?? Math.max(0, lines.length - limit)) : lines.findIndex(({ n }) => n >= line);
      return {
        launchId: launchId ?? engine(id).launchId,
        stamp: 1,
        matches: lines.length,
        total: state.log.length,
        first,
        lines: lines.slice(first, first + limit),
      };
    },
    'engines.logError': ({ filter, from, direction }) => {
      const lines = logMatches(filter);
      const isError = (index: number): boolean => lines[index]?.level === 'error' || lines[index]?.level === 'critical';
      const places = lines.map((_, index) => index).filter(isError);
      return { at: (direction === 'next' ? places.find((at) => at > from) : places.findLast((at) => at < from)) ?? null };
    },
    'engines.logJobs': () => ({ jobs: state.logJobs }),
    'profiles.list': () => ({ profiles: state.profiles }),
    'engines.flags': () => state.flags,
    'engines.commandLine': ({ profile: { flags } }) => {
      const words = flags.flatMap(({ flag, value }) => (value === null ? [flag] : [flag, value]));
      const given = ['python', 'main.py', '--port', '8188'];
      return {
        words: [...given.map((text) => ({ text, isOwn: false })), ...words.map((text) => ({ text, isOwn: true }))],
        text: [...given, ...words].join(' '),
        flagText: joinValues(words),
        problems: flags
          .filter(({ flag }) => !state.flags.flags.some((known) => known.flag === flag))
          .map(({ flag }) => ({ key: 'flagUnknown', params: { flag }, message: `This ComfyUI does not know the flag ${flag}.` })),
        changes: flags.map(({ flag, value }) => ({
          name: flag,
          before: null,
          after: joinValues([flag, ...(value ? [value] : [])]),
        })),
      };
    },
    'engines.parseFlags': ({ text }) => {
      const flags: { flag: string; value: string | null }[] = [];
      for (const word of splitValues(text)) {
        const last = flags.at(-1);
        if (word.startsWith('--')) flags.push({ flag: word, value: null });
        else if (last) last.value = word;
      }
      return { flags, problems: [] };
    },
    'engines.launches': () => ({ launches: state.launches }),
    'engines.history': () => ({ steps: state.steps }),
    'engines.facts': ({ id }) => ({ facts: engine(id).bootFacts, previous: state.previousFacts }),
    ...incidentHandlers(state, hub),
    'installs.find': () => ({ installs: state.installs }),
    'installs.check': ({ location }) => {
      const found = state.installs.find((install) => install.location === location);
      return found ?? { location, layout: 'unknown', python: null, version: null, checks: [], isUsable: false };
    },
    'jobs.enqueue': ({ template: id, version, values, count, key, priority }) => {
      const chosen = template(id);
      const jobs = Array.from({ length: count }, (_, index) =>
        sampleJob({
          key: key === undefined ? null : count > 1 ? `${key}/${index + 1}` : key,
          template: id,
          version: version ?? chosen.version,
          digest: chosen.digest,
          values,
          priority,
          createdAt: new Date().toISOString(),
        }),
      );
      for (const job of jobs) setJob(job);
      return { jobs, count: jobs.length, batch: null };
    },
    'batches.list': ({ isOpen }) => ({
      batches: state.batches.filter(({ endedAt }) => (endedAt === null) === isOpen),
      next: null,
    }),
    'batches.get': ({ id }) => batch(id),
    'batches.jobs': ({ id }) => ({ jobs: state.jobs.filter((job) => job.batch === id), next: null }),
    'costs.samples': ({ template: id }) => ({ template: id, samples: state.costs[id] ?? [] }),
    'queue.estimate': () => state.estimate,
    'jobs.cancel': ({ ids }) => changeJobs(ids, (job) => !settledStates.has(job.state), 'cancelled', 'This job is finished.'),
    'jobs.requeue': ({ ids }) =>
      changeJobs(ids, (job) => requeueableStates.has(job.state), 'queued', 'This job cannot be queued again.'),
    ...queueHandlers(() => state.jobs, setJob),
    'queue.pause': ({ text }) => {
      state.pauses = [{ owner: 'person', text, since: new Date().toISOString() }];
      tellQueue();
      return { pauses: state.pauses };
    },
    'queue.resume': ({ owner }) => {
      const wasPaused = state.pauses.some((pause) => pause.owner === owner);
      state.pauses = state.pauses.filter((pause) => pause.owner !== owner);
      tellQueue();
      return { pauses: state.pauses, wasPaused };
    },
    'engines.add': (input) => {
      const added = sampleEngine({
        id: state.engines.length === 0 && input.kind === 'demo' ? 'demo' : nextId(),
        kind: input.kind,
        name: input.kind === 'demo' ? 'Demo engine' : (input.name ?? (input.kind === 'managed' ? 'ComfyUI' : input.url)),
        folder: input.kind === 'managed' ? input.folder : null,
        state: 'stopped',
        isWanted: false,
        pid: null,
        url: input.kind === 'external' ? input.url : null,
        bootFacts: noBootFacts,
        launchId: null,
      });
      setEngine(added);
      return added;
    },
    'engines.addTwin': ({ id, device }) => {
      const twin = { ...engine(id), id: `${id}-2`, name: `${engine(id).name} 2`, profile: `Default · GPU ${device}` };
      setEngine(twin);
      return twin;
    },
    'engines.remove': ({ id }) => {
      state.engines = state.engines.filter((known) => known.id !== id);
      hub.emit('engine.removed', { id });
      return {};
    },
    'engines.start': ({ id, port }) => {
      move(id, { state: 'starting', isWanted: true, pid: 4121, launchId: nextId(), freePort: null });
      return move(id, { state: 'ready', url: `http://127.0.0.1:${port ?? 8188}`, bootFacts: sampleEngine().bootFacts });
    },
    'engines.stop': ({ id }) => move(id, { state: 'stopped', isWanted: false, pid: null }),
    'engines.restart': ({ id }) => move(id, { state: 'ready' }),
    'engines.useProfile': ({ id, profile, restart }) =>
      restart === 'now' ? move(id, { state: 'ready', profileId: profile }) : move(id, { profileId: profile }),
    'engines.watchLoad': () => ({ forMs: 30_000 }),
    'profiles.save': ({ id, name, flags, env }) => {
      const saved: Profile = { id: id ?? nextId(), name, flags, env };
      state.profiles = [...state.profiles.filter((known) => known.id !== saved.id), saved];
      hub.emit('profile.changed', saved);
      return saved;
    },
    'profiles.remove': ({ id }) => {
      state.profiles = state.profiles.filter((known) => known.id !== id);
      hub.emit('profile.removed', { id });
      return {};
    },
    'engines.judgeFlags': () => ({ isAccepted: true, message: null }),
    'templates.save': (input) => {
      const before = state.templates.find((known) => known.id === input.id);
      const saved = sampleTemplate({
        ...input,
        limits: input.limits ?? before?.limits ?? {},
        version: (before?.version ?? 0) + 1,
        origin: 'own',
        digest: `sha256:${nextId()}`,
      });
      state.templates = [...state.templates.filter((known) => known.id !== input.id), saved];
      hub.emit('template.changed', saved);
      return saved;
    },
    'templates.rollback': ({ id, version }) => {
      const saved = { ...template(id), version };
      state.templates = state.templates.map((known) => (known.id === id ? saved : known));
      hub.emit('template.changed', saved);
      return saved;
    },
    'templates.remove': ({ id }) => {
      state.templates = state.templates.filter((known) => known.id !== id);
      hub.emit('template.removed', { id });
      return {};
    },
    'templates.reload': () => {
      const list = { templates: state.templates, problems: state.problems };
      hub.emit('templates.read', list);
      return list;
    },
    'settings.set': (patch) => {
      // A patch's absent keys are left alone; zod leaves no undefined in it.
      state.settings = { ...state.settings, ...(patch as Partial<Settings>) };
      hub.emit('settings.changed', state.settings);
      return state.settings;
    },
    ...benchmarkHandlers(state, hub),
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
    setJob,
    setEngine,
  };
}
