import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../../electron/app.ts';
import { findAppPaths } from '../../../electron/app-paths.ts';
import type { Incident } from '../../../shared/incident.ts';
import type { Job } from '../../../shared/job.ts';
import { type Client, connect, serve } from '../../../shared/rpc.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Trial } from '../../../shared/trial.ts';
import { portPair } from '../../fakes/memory-port.ts';

/** The whole of Hearth in this process over a demo engine of its own, as a person's client sees it. */
export class Stage implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'hearth-trial-'));
  readonly incidents = new Map<string, Incident>();
  readonly trials = new Map<string, Trial>();
  readonly jobs = new Map<string, Job>();
  client: Client = connect(portPair().near);
  engine = '';
  #app: App | null = null;
  readonly #watchers = new Set<() => void>();

  /** Hearth with an engine started by these flags of the profile; what is slow on purpose is quick here. */
  async open(flags: readonly [flag: string, value: string | null][], settings: Partial<Settings> = {}): Promise<void> {
    await this.boot();
    await this.client.call('settings.set', {
      retryBaseMs: 10,
      retryMaxMs: 20,
      restartBaseMs: 10,
      diskFloorBytes: 0,
      ...settings,
    });
    const { id } = await this.client.call('engines.add', { kind: 'demo' });
    const profile = [['--speed', '40'] as const, ...flags].map(([flag, value]) => ({ flag, value }));
    await this.client.call('profiles.save', { id: 'default', name: 'Default', flags: profile, env: {} });
    this.engine = id;
    await this.client.call('engines.start', { id });
  }

  /** A new life of Hearth over the same folder. */
  async boot(): Promise<void> {
    const app = await createApp({
      ...findAppPaths(),
      dataDir: this.folder,
      port: 0,
      engine: null,
      engineFlags: [],
      host: 'headless',
    });
    this.#app = app;
    const { near, far } = portPair();
    serve(app.handlers, app.hub, far, (where, error) => {
      throw new Error(`${where}: ${String(error)}`);
    });
    this.client = connect(near);
    const keep =
      <T extends { id: string }>(into: Map<string, T>) =>
      (entity: T): void => {
        into.set(entity.id, entity);
        for (const watch of [...this.#watchers]) watch();
      };
    this.client.on('incident.changed', keep(this.incidents));
    this.client.on('trial.changed', keep(this.trials));
    this.client.on('job.changed', keep(this.jobs));
    this.client.on('engine.changed', () => {
      for (const watch of [...this.#watchers]) watch();
    });
    await app.start();
  }

  /** Resolves with the first answer that is there, looked for with every event. */
  until<T>(find: () => T | undefined | false | null): Promise<T> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found === undefined || found === false || found === null) return;
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
      look();
    });
  }

  async queue(prompt = 'a lighthouse'): Promise<Job> {
    const { jobs } = await this.client.call('jobs.enqueue', { template: 'sd15', values: { prompt, steps: 2 } });
    const [job] = jobs;
    if (!job) throw new Error('nothing was queued');
    return job;
  }

  /** The job once no event changes it by itself. */
  settled(id: string, ...states: Job['state'][]): Promise<Job> {
    return this.until(() => {
      const job = this.jobs.get(id);
      return job && states.includes(job.state) ? job : null;
    });
  }

  /** The open incident of a job whose log was read. */
  incidentOf(job: string): Promise<Incident> {
    return this.until(() => {
      const found = [...this.incidents.values()].find((one) => one.job === job && one.state === 'open' && one.diagnosis !== null);
      return found;
    });
  }

  async attempt(incident: string, remedy: string): Promise<Trial> {
    await this.client.call('incidents.applyRemedy', { id: incident, remedy });
    return this.verdict(incident);
  }

  /** The newest trial of an incident once it is over and the incident says so. */
  async verdict(incident: string): Promise<Trial> {
    return this.until(() => {
      const known = this.incidents.get(incident);
      const last = known?.trials.at(-1);
      return known?.state !== 'trial' && last !== undefined && last.state !== 'running' ? last : null;
    });
  }

  async profile(): Promise<string[]> {
    const { profiles } = await this.client.call('profiles.list', {});
    return profiles.find(({ id }) => id === 'default')?.flags.map(({ flag }) => flag) ?? [];
  }

  async close(): Promise<void> {
    const app = this.#app;
    this.#app = null;
    await app?.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What happened in a trial, in words of the timeline. */
export const story = ({ steps }: Trial): string => steps.map(({ what }) => what).join(' ');
/** The sentences that it says. */
export const said = ({ steps }: Trial): string[] => steps.flatMap(({ detail }) => detail?.key ?? []);
