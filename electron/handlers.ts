import { AppError } from '../shared/app-error.ts';
import type { Engine } from '../shared/engine.ts';
import type { EventHub, Handlers } from '../shared/rpc.ts';
import type { Template, TemplateList } from '../shared/template.ts';
import type { Artifacts } from './artifacts/artifacts.ts';
import type { Benchmarks } from './benchmarks/benchmarks.ts';
import type { Config } from './config.ts';
import type { Engines, Lane } from './engine/engines.ts';
import { createAddTwin } from './engine/gpu-twin.ts';
import { checkInstall, findInstalls } from './engine/install.ts';
import type { Profiles } from './engine/profiles-service.ts';
import { type HostActions, namesOf, needAction } from './host-actions.ts';
import type { Incidents } from './incidents/incidents.ts';
import type { Trials } from './incidents/trial/trials.ts';
import type { LoadWatch } from './load-feed.ts';
import type { Queue } from './queue/queue.ts';
import type { SettingsStore } from './settings-store.ts';
import type { LoadedTemplate, Templates } from './templates/templates.ts';

export interface Services {
  config: Config;
  hub: EventHub;
  settings: SettingsStore;
  templates: Templates;
  artifacts: Artifacts;
  engines: Engines;
  profiles: Profiles;
  load: Pick<LoadWatch, 'watch'>;
  queue: Queue;
  incidents: Incidents;
  trials: Trials;
  benchmarks: Benchmarks;
  actions: HostActions;
}

/** Each call of the contract, answered by one service. */
export function createHandlers(services: Services): Handlers {
  const { config, hub, settings, templates, artifacts, engines, profiles, load, queue, incidents, trials, benchmarks, actions } =
    services;
  const addTwin = createAddTwin(engines, profiles);
  const engine = (id: string): Engine => found(engines.get(id), () => new AppError('not-found', 'noSuchEngine', { id }));
  const template = (id: string): LoadedTemplate =>
    found(templates.get(id), () => new AppError('not-found', 'noSuchTemplate', { id }));
  const job = (id: string) => found(queue.get(id), () => new AppError('not-found', 'jobUnknown', { id }));
  const artifact = (id: string) => found(artifacts.find(id), () => new AppError('not-found', 'noSuchArtifact', { id }));
  const lanes = (id: string | undefined): Lane[] => engines.lanes().filter(({ engineId }) => id === undefined || id === engineId);
  const readiness = async (of: LoadedTemplate, { engineId, client }: Lane) => {
    // An engine that went away meanwhile is not ready: it is left out.
    const objectInfo = await client.objectInfo().catch(() => null);
    return objectInfo ? [templates.readiness(of, engineId, objectInfo)] : [];
  };
  const templateList = (): TemplateList => ({ templates: templates.list(), problems: templates.problems() });
  const changed = (saved: Template): Template => {
    hub.emit('template.changed', saved);
    return saved;
  };

  return {
    'app.snapshot': () => ({
      seq: hub.seq,
      version: config.version,
      host: config.host,
      actions: namesOf(actions),
      dataFolder: config.dataDir,
      engines: engines.list(),
      counts: queue.counts(),
      looseCounts: queue.looseCounts(),
      openJobs: queue.openJobs(),
      pauses: queue.pauses(),
      settings: settings.get(),
      openIncidents: incidents.open(50),
      isFirstRun: engines.list().length === 0,
    }),
    'jobs.list': (query) => queue.list(query),
    'jobs.get': ({ id }) => job(id),
    'jobs.enqueue': (input) => queue.enqueue(input),
    'batches.list': ({ isOpen, cursor, limit }) => queue.batches.list(isOpen, cursor, limit),
    'batches.get': ({ id }) =>
      found(queue.batches.find(id) ?? undefined, () => new AppError('not-found', 'batchUnknown', { id })),
    'batches.jobs': ({ id, cursor, limit }) => queue.batches.jobs(id, cursor, limit),
    'costs.samples': ({ template: id }) => queue.costs.samples(id),
    'queue.estimate': () => queue.costs.estimate(),
    'jobs.cancel': ({ ids }) => queue.cancel(ids),
    'jobs.requeue': ({ ids }) => queue.requeue(ids),
    'jobs.cancelAll': ({ filter }) => queue.sweep.cancel(filter),
    'jobs.requeueAll': ({ filter }) => queue.sweep.requeue(filter),
    'jobs.restore': ({ undo }) => queue.sweep.restore(undo),
    'jobs.move': ({ ids, to }) => queue.order.move(ids, to),
    'jobs.setPriority': ({ ids, priority }) => queue.order.setPriority(ids, priority),
    'records.list': ({ job: id }) => ({ records: queue.records(job(id).job.id) }),
    'queue.import': ({ jobs, isTrial }) => queue.importJobs(jobs, isTrial),
    'retention.plan': (rule) => queue.retention.plan(rule),
    'retention.run': () => queue.retention.run(),
    'queue.pause': ({ text }) => ({ pauses: queue.pause('person', text) }),
    'queue.resume': async ({ owner }) => {
      // What is ended here lets go of its pause itself.
      const wasPaused = queue.pauses().some((pause) => pause.owner === owner);
      if (owner === 'trial') await trials.stopAll();
      if (owner === 'benchmark') await benchmarks.stopAll();
      return { ...queue.resume(owner), wasPaused };
    },

    'artifacts.list': (query) => artifacts.list(query),
    'artifacts.get': ({ id }) => {
      const { artifact: stored } = artifact(id);
      const { values, seed, version } = job(stored.jobId).job;
      return { artifact: stored, values, seed, version };
    },
    'host.revealFile': ({ artifact: id }) => {
      needAction(actions, 'revealFile')(artifact(id).file);
      return {};
    },
    'host.pickFolder': async () => ({ folder: await needAction(actions, 'pickFolder')() }),

    'templates.list': templateList,
    'templates.get': ({ id, version }) =>
      templateView(found(templates.get(id, version), () => new AppError('not-found', 'noSuchTemplate', { id }))),
    'templates.readiness': async ({ id, engine: of }) => {
      const wanted = template(id);
      return { readiness: (await Promise.all(lanes(of).map((lane) => readiness(wanted, lane)))).flat() };
    },
    'templates.versions': ({ id }) => ({ versions: templates.versions(template(id).id) }),
    'templates.inspect': async ({ text, fileName }) =>
      templates.inspect(
        text,
        fileName,
        (await lanes(undefined)[0]
          ?.client.objectInfo()
          .catch(() => null)) ?? null,
      ),
    'templates.save': async (input) => changed(await templates.save(input)),
    'templates.rollback': async ({ id, version }) => changed(await templates.rollback(id, version)),
    'templates.remove': async ({ id }) => {
      await templates.remove(id);
      hub.emit('template.removed', { id });
      return {};
    },
    'templates.reload': async () => {
      await templates.reload();
      hub.emit('templates.read', templateList());
      return templateList();
    },

    'engines.add': (input) => engines.add(input),
    'engines.addTwin': ({ id, device }) => addTwin(engine(id).id, device),
    'engines.remove': async ({ id }) => {
      await engines.remove(engine(id).id);
      // Jobs that were bound to it are free now.
      queue.lookAgain();
      return {};
    },
    'engines.start': ({ id, profile, port, isSafe = false, isLastGood = false }) =>
      engines.start(engine(id).id, {
        ...(profile !== undefined && { profile }),
        ...(port !== undefined && { port }),
        isSafe,
        isLastGood,
      }),
    'engines.stop': ({ id }) => engines.stop(engine(id).id),
    'engines.restart': ({ id, profile, isSafe = false }) =>
      engines.restart(engine(id).id, { ...(profile !== undefined && { profile }), isSafe }),
    'engines.useProfile': ({ id, profile, restart }) => engines.chooseProfile(engine(id).id, profile, restart),
    'engines.flags': ({ id }) => engines.flags(engine(id).id),
    'engines.commandLine': ({ id, profile: { id: of, flags, env } }) =>
      engines.commandLine(engine(id).id, { flags, env: profiles.unmask(env, of) }),
    'engines.parseFlags': ({ id, text }) => engines.parseFlags(engine(id).id, text),
    'engines.launches': async ({ id, limit }) => ({ launches: await engines.launches(engine(id).id, limit) }),
    'engines.history': ({ id, limit }) => ({ steps: engines.history(engine(id).id, limit) }),
    'engines.facts': ({ id }) => engines.facts(engine(id).id),
    'engines.watchLoad': ({ id }) => load.watch(engine(id).id),
    'engines.memory': ({ id }) => engines.memory(engine(id).id),
    'engines.log': ({ id, ...page }) => engines.log(engine(id).id, page),
    'engines.logView': ({ id, ...view }) => engines.logView(engine(id).id, view),
    'engines.logError': ({ id, ...wish }) => engines.logError(engine(id).id, wish),
    'engines.logJobs': ({ id, ...wish }) => ({ jobs: engines.logJobs(engine(id).id, wish) }),
    'engines.judgeFlags': ({ id, flags }) => engines.judgeFlags(engine(id).id, flags),

    'profiles.list': () => ({ profiles: profiles.list() }),
    'profiles.save': (wish) => profiles.save({ ...wish, ...(wish.engine !== undefined && { engine: engine(wish.engine).id }) }),
    'profiles.remove': async ({ id, isForced }) => {
      await profiles.remove(id, isForced);
      return {};
    },

    'installs.find': async () => ({ installs: await findInstalls() }),
    'installs.check': ({ location, python }) => checkInstall(location, python),

    'incidents.list': (query) => incidents.list(query),
    'incidents.groups': (query) => incidents.groups(query),
    'incidents.get': ({ id, timeZone }) => incidents.page(id, timeZone),
    'incidents.report': ({ id, isWithPrompts }) => incidents.report(id, { isWithPrompts }),
    'incidents.resolve': ({ ids }) => ({ incidents: incidents.resolve(ids) }),
    'incidents.dismiss': ({ ids, isWholeGroup }) => ({ incidents: incidents.dismiss(ids, isWholeGroup) }),
    'incidents.applyRemedy': ({ id, remedy, values }) => trials.apply({ incident: id, remedy, values }),
    'incidents.stopTrial': ({ id }) => trials.stop(id),
    'incidents.undoTrial': ({ id, restart }) => trials.undo(id, restart),
    'incidents.tickStep': ({ id, remedy, isDone }) => trials.tick(id, remedy, isDone),
    'incidents.reopen': ({ ids }) => ({ incidents: incidents.reopen(ids) }),

    'benchmarks.list': ({ limit }) => ({ runs: benchmarks.list(limit) }),
    'benchmarks.get': ({ id }) => benchmarks.get(id),
    'benchmarks.start': (plan) => benchmarks.start(plan),
    'benchmarks.stop': ({ id }) => benchmarks.stop(id),
    'benchmarks.estimate': (plan) => benchmarks.outlook.estimate(plan),
    'benchmarks.presets': async (wish) => ({ presets: await benchmarks.outlook.presets(wish) }),
    'benchmarks.history': (plan) => ({ points: benchmarks.outlook.history(plan) }),
    'benchmarks.rename': ({ id, name }) => benchmarks.rename(id, name),
    'benchmarks.remove': ({ id }) => {
      benchmarks.remove(id);
      return {};
    },
    'benchmarks.plans': () => ({ plans: benchmarks.plans.list() }),
    'benchmarks.savePlan': (wanted) => benchmarks.plans.save(wanted),
    'benchmarks.removePlan': ({ id }) => {
      benchmarks.plans.remove(id);
      return {};
    },

    'settings.set'(patch) {
      const changed = settings.set(patch);
      queue.lookAgain();
      return changed;
    },
  };
}

/** Everything but the graph. */
const templateView = ({ graph: _graph, ...template }: LoadedTemplate): Template => template;

function found<T>(value: T | undefined, missing: () => AppError): T {
  if (value === undefined) throw missing();
  return value;
}
