import { seededRandom } from './random.ts';
import { jobMoments, type Moment, type Strike, writeMoments } from './strike.ts';

const longestDelayMs = 150;
/** Jobs that a strike takes part of, on average: some meet a beginning, or one job twice. */
const jobsPerStrike = 0.8;
/** Jobs that are kept for the end, so that the last strikes still meet some at work. */
const spareJobs = 8;

/** What goes wrong how often beside `kills`. Pure. */
const besides = (kills: number): Strike['act'][] => {
  const times = (act: Strike['act'], share: number): Strike['act'][] =>
    Array.from({ length: kills === 0 ? 0 : Math.max(1, Math.round(kills * share)) }, () => act);
  return [
    ...times('cutSockets', 0.1),
    ...times('delaySockets', 0.05),
    ...times('freezeEngine', 0.05),
    ...times('fillDisk', 0.04),
  ];
};

/**
 * Everything that goes wrong in a run, in order: `kills` of host and engine in equal parts, and cut and delayed sockets, frozen engines
 * and full disks in between. Each is placed by progress, and happens once, so that the run always advances. The same seed gives the same plan. Pure.
 */
export const planStrikes = ({ jobs, kills, seed }: { jobs: number; kills: number; seed: number }): Strike[] => {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(from: readonly [T, ...T[]] | readonly T[], otherwise: T): T => from[below(from.length)] ?? otherwise;
  const acts: Strike['act'][] = [
    ...Array.from({ length: kills }, (_, index) => (index % 2 === 0 ? ('killHost' as const) : ('killEngine' as const))),
    ...besides(kills),
  ];
  for (let last = acts.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [acts[last], acts[other]] = [acts[other] ?? 'killHost', acts[last] ?? 'killHost'];
  }
  const strikes = acts.map((act, index): Strike => {
    const before = acts[index - 1];
    // What follows a death at once meets recovery: a host that begins, an engine that boots and is adopted.
    const fresh: readonly Moment[] =
      before === 'killHost' ? ['listening', 'lane'] : before === 'killEngine' ? ['probe', 'lane'] : [];
    const isFresh = fresh.length > 0 && act.startsWith('kill') && random() < 0.3;
    const moment =
      act === 'fillDisk' ? pick(writeMoments, 'write') : isFresh ? pick(fresh, 'lane') : pick(jobMoments, 'handover');
    const delayMs = act === 'fillDisk' || random() < 0.6 ? 0 : below(longestDelayMs);
    return { act, moment, passes: 0, delayMs, holdMs: act === 'freezeEngine' || act === 'delaySockets' ? 200 + below(1_000) : 0 };
  });
  const placed = strikes.filter(({ moment }) => jobMoments.includes(moment));
  for (let left = jobs - strikes.length * jobsPerStrike - spareJobs; left > 0 && placed.length > 0; left--) {
    const strike = placed[below(placed.length)];
    if (strike) strike.passes += 1;
  }
  return strikes;
};
