import { AppError } from '../../shared/app-error.ts';
import type { LogFilter } from '../../shared/log.ts';
import type { AttemptRows } from '../db/attempts.ts';
import type { LaunchRows } from '../db/engine-launches.ts';
import type { Engines } from './engines.ts';
import type { LogPlace } from './log-reader.ts';
import type { ViewQuery } from './log-views.ts';
import type { LogWork } from './log-work.ts';

interface LogDeskDeps {
  /** Throws AppError for an engine that is not there. */
  currentLaunch: (id: string) => string | null;
  work: LogWork;
  launches: Pick<LaunchRows, 'find'>;
  attempts: Pick<AttemptRows, 'find' | 'ofLaunch'>;
}

/** What people ask about an engine's logs: which launch, which lines, which jobs. */
export const createLogDesk = ({
  currentLaunch,
  work,
  launches,
  attempts,
}: LogDeskDeps): Pick<Engines, 'log' | 'logView' | 'logError' | 'logJobs'> => {
  /** Throws AppError for a launch that this engine never had; one that never ran has no log. */
  const find = (id: string, wanted: string | undefined) => {
    const launchId = wanted ?? currentLaunch(id);
    const launch = launchId === null ? undefined : launches.find(launchId);
    if (wanted !== undefined && launch?.engine !== id) throw new AppError('not-found', 'noSuchLaunch', { id: wanted });
    if (!launch) return { launchId, place: null, isOver: true };
    const place: LogPlace = { file: launch.logFile, from: launch.logFrom, to: launch.logTo };
    return { launchId, place, isOver: launch.endedAt !== null };
  };
  const queryOf = ({ attempt, ...filter }: LogFilter, isOver: boolean): ViewQuery => {
    const row = attempt === undefined ? undefined : attempts.find(attempt);
    // Of an attempt that nobody knows there are no lines.
    const never = attempt === undefined ? null : { from: Number.POSITIVE_INFINITY, to: null };
    return { filter, isOver, between: row ? { from: row.started_at, to: row.ended_at } : never };
  };
  return {
    async log(id, { launchId: wanted, from, limit }) {
      const { launchId, place, isOver } = find(id, wanted);
      if (!place) return { launchId, lines: [], total: 0 };
      return { launchId, ...(await work.lines(place, { after: from ?? null, limit, isOver })) };
    },
    async logView(id, { launchId: wanted, filter, at, line, limit }) {
      const { launchId, place, isOver } = find(id, wanted);
      if (!place) return { launchId, stamp: 0, matches: 0, total: 0, first: 0, lines: [] };
      return { launchId, ...(await work.view(place, queryOf(filter, isOver), { at, line, limit })) };
    },
    async logError(id, { launchId: wanted, filter, from, direction }) {
      const { place, isOver } = find(id, wanted);
      if (!place) return { at: null };
      return { at: await work.findError(place, queryOf(filter, isOver), from, direction === 'next' ? 1 : -1) };
    },
    logJobs(id, { launchId: wanted, limit }) {
      const { launchId, place } = find(id, wanted);
      if (!place || launchId === null) return [];
      return attempts.ofLaunch(launchId, limit).map(({ id: attempt, job, state, started_at, ended_at }) => ({
        attempt,
        job,
        state,
        startedAt: new Date(started_at).toISOString(),
        endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
      }));
    },
  };
};
