import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/app-error.ts';
import type { BootFacts, ExitReport, Profile } from '../../shared/engine.ts';
import type { EngineRow } from '../db/engines.ts';
import { noBootFacts } from './boot-facts.ts';
import type { EngineRun } from './engine-run.ts';
import type { LaunchRecord } from './launch-file.ts';
import type { MachineState, Transition } from './machine.ts';
import type { StartOptions, SupervisorDeps } from './supervisor-types.ts';

/** What is remembered about one engine: a person's choices, deaths, how the last launch was. */
export interface EngineBook {
  readonly row: EngineRow;
  /** The profile a person chose. */
  profile(): Profile;
  /** Whether that is news. */
  setWanted(isWanted: boolean): boolean;
  /** Keeps profile and port of a start. Throws AppError for a profile that is not there. */
  choose(options: StartOptions): void;
  /** A launch is under way. */
  begun(run: EngineRun): void;
  /** It answered: its flags work. */
  ready(run: EngineRun): void;
  /** These flags work. */
  good(profile: Profile): void;
  /** The launch that an earlier host left open, as `launch.json` would tell it without the process; null: none. */
  leftOpen(): LaunchRecord | null;
  /** What a host that is gone left open, but for the launch that goes on. */
  endLost(except: string | null): void;
  /** Deaths within the window that count, by wall time. */
  deaths(): number[];
  /** Deaths nobody asked for since the host started. */
  readonly restarts: number;
  forgive(launchId: string): void;
  /** Writes one step down, with the death if it is one. */
  step(from: MachineState, next: Transition, ended: EngineRun | null, report: ExitReport | null): void;
  /** The launch before now: shown while none runs. */
  readonly last: { launchId: string | null; facts: BootFacts; version: string | null };
}

type BookDeps = Pick<SupervisorDeps, 'db' | 'rows' | 'launches' | 'events' | 'profiles' | 'clock' | 'log' | 'settings'>;

/** Opens the book of an engine. A database that cannot be written is logged and does not stop the watch over what runs. */
export const openEngineBook = (initial: EngineRow, deps: BookDeps): EngineBook => {
  const { db, rows, launches, events, profiles, clock, log, settings } = deps;
  const { id } = initial;
  let row = initial;
  let restarts = 0;
  let last: EngineBook['last'] = { launchId: launches.newest(id)?.id ?? null, facts: noBootFacts, version: null };
  // Kept here too: the budget must hold when the disk is full and nothing can be stored.
  let deaths = launches.deaths(id, clock.now() - settings().crashWindowMs);

  /** Launches whose death is forgiven before it came: a job may be put on hold while its engine is still being ended. */
  const forgivenEarly = new Set<string>();

  const good = (profile: Profile): void => {
    if (isDeepStrictEqual(row.lastGood, profile)) return;
    row = { ...row, lastGood: profile };
    attempt('its last good profile', () => rows.setLastGood(id, profile));
  };
  const attempt = (what: string, write: () => void): void => {
    try {
      write();
    } catch (error) {
      log.error(`engine ${id}: ${what} could not be stored`, { error });
    }
  };
  return {
    get row() {
      return row;
    },
    get restarts() {
      return restarts;
    },
    get last() {
      return last;
    },
    profile: () => profiles.find(row.profile) ?? profiles.fallback(),
    setWanted(isWanted) {
      if (row.isWanted === isWanted) return false;
      row = { ...row, isWanted };
      attempt('that it is wanted or not', () => rows.setWanted(id, isWanted));
      return true;
    },
    choose({ profile, port }) {
      const found = profile === undefined ? undefined : profiles.find(profile);
      if (profile !== undefined && !found) throw new AppError('not-found', 'engineProfileMissing', { profile });
      attempt('profile and port', () => {
        if (found) rows.setProfile(id, found.id);
        if (port !== undefined) rows.setPort(id, port);
      });
      row = { ...row, profile: found?.id ?? row.profile, port: port ?? row.port };
    },
    begun({ record, process }) {
      attempt('a launch', () =>
        db.transaction(() => {
          launches.insert({ ...record, id: record.launchId, engine: id, startedAt: clock.now() });
          launches.setPid(record.launchId, process.pid);
        })(),
      );
    },
    ready({ record, log: { facts }, profile, variant, process }) {
      attempt('that it is ready', () => {
        launches.setReady(record.launchId, clock.now());
        launches.setBootFacts(record.launchId, facts);
      });
      // Nobody knows for sure with which flags another host had started it.
      if (variant === 'profile' && !process.isAdopted) good(profile);
    },
    good,
    leftOpen() {
      const open = launches.newestOpen(id);
      if (!open) return null;
      const { id: launchId, firstId: marker, ...same } = open;
      return { ...same, launchId, marker, pid: null, startTime: null, clientId: null, folders: null };
    },
    endLost: (except) => attempt('the end of earlier launches', () => launches.endLost(id, except, clock.now())),
    deaths: () => deaths.map(({ at }) => at),
    forgive(launchId) {
      const counted = deaths.length;
      deaths = deaths.filter((death) => death.launchId !== launchId);
      if (deaths.length === counted) forgivenEarly.add(launchId);
      attempt('a forgiven death', () => void launches.forgive(launchId));
    },
    step(from, next, ended, report) {
      const now = clock.now();
      const isForgiven = report !== null && forgivenEarly.delete(report.launchId);
      if (ended && report) {
        last = { launchId: report.launchId, facts: report.bootFacts, version: ended.stats?.version ?? last.version };
        deaths = deaths.filter(({ at }) => now - at < settings().crashWindowMs);
        if (report.end === 'crash' || report.end === 'hang') {
          restarts++;
          if (!isForgiven) deaths.push({ launchId: report.launchId, at: now });
        }
      }
      attempt('a step', () =>
        db.transaction(() => {
          if (report) launches.setBootFacts(report.launchId, report.bootFacts);
          if (report) launches.end(report.launchId, now, report.end);
          if (report && isForgiven) launches.forgive(report.launchId);
          if (next.state.name === from.name) return;
          const launch = ended?.record.launchId ?? null;
          const pid = ended?.process.pid ?? null;
          events.insert(id, { at: now, from: from.name, to: next.state.name, reason: next.reason, launch, pid, report });
        })(),
      );
    },
  };
};
