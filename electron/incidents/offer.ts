import type { Engine, FlagSetting, Problem } from '../../shared/engine.ts';
import type { FlagInfo, FlagPage } from '../../shared/flag.ts';
import type { FlagPatch, OfferedRemedy, Remedy, RemedyStatus } from '../../shared/incident.ts';
import type { JobChange } from '../../shared/job-change.ts';
import { problemOf } from '../../shared/problem.ts';
import type { Trial } from '../../shared/trial.ts';

/** What an engine is like when remedies are offered for it. */
export interface OfferFacts {
  kind: Engine['kind'];
  name: string;
  /** What its installation knows; null: nobody could be asked, so nothing is held against a flag. */
  flags: FlagPage | null;
  /** Of the profile in use. */
  profile: readonly FlagSetting[];
  /** Flags of this run only, which no profile can change. */
  runFlags: readonly string[];
  /** Whether a job stands behind the incident. */
  hasJob: boolean;
  trials: readonly Trial[];
  /** What a remedy would change in the job. */
  changes(remedy: string): JobChange[];
}

const undoOf: Readonly<Record<Remedy['kind'], string>> = { flag: 'flags', env: 'env', job: 'job', person: 'person' };
const statusOf: Readonly<Record<Trial['state'], RemedyStatus>> = {
  running: 'trying',
  confirmed: 'confirmed',
  rejected: 'rejected',
  undone: 'undone',
  interrupted: 'untried',
};

/**
 * A diagnosis's remedies as they can be had here and now, in the same order. Left out is what this installation does not know and
 * what would change nothing, unless it was tried already; what could only be had elsewhere says why. Pure.
 */
export const offer = (remedies: readonly Remedy[], facts: OfferFacts): OfferedRemedy[] =>
  remedies.flatMap((remedy) => {
    const status = remedyStatus(remedy.id, facts.trials);
    const flags = remedy.kind === 'flag' ? fitting(remedy.flags, facts) : remedy.flags;
    if (remedy.kind === 'flag' && flags.length === 0 && status === 'untried') return [];
    const obstacle = obstacleOf(remedy, flags, facts);
    return [
      {
        ...remedy,
        flags: flags.length === 0 ? remedy.flags : flags,
        isAvailable: obstacle === null,
        obstacle,
        isAutomatic: remedy.kind === 'flag' && obstacle === null,
        undo: undoOf[remedy.kind],
        status,
        ...(remedy.kind === 'job' && { changes: obstacle === null ? facts.changes(remedy.id) : [] }),
      },
    ];
  });

/** Those patches that would change something; one that this installation does not know takes all with it. */
const fitting = (patches: readonly FlagPatch[], { flags, profile, runFlags }: OfferFacts): FlagPatch[] => {
  const known = flags && flags.source !== 'none' ? new Map(flags.flags.map((info) => [info.flag, info])) : null;
  const set = new Map(profile.map(({ flag, value }) => [flag, value]));
  const result: FlagPatch[] = [];
  for (const patch of patches) {
    if (patch.op === 'remove') {
      if (set.has(patch.flag) || runFlags.includes(patch.flag)) result.push(patch);
      continue;
    }
    const info = known?.get(patch.flag);
    if (known && !info) return [];
    const isThere =
      (set.has(patch.flag) && (patch.op === 'add' || set.get(patch.flag) === patch.value)) ||
      (patch.op === 'add' && runFlags.includes(patch.flag));
    if (!isThere) result.push(...rivals(info, known, set), patch);
  }
  return result;
};

/** Flags of the profile that exclude the new one: they go in the same step, so that people see it. */
const rivals = (
  info: FlagInfo | undefined,
  known: ReadonlyMap<string, FlagInfo> | null,
  set: ReadonlyMap<string, string | null>,
): FlagPatch[] =>
  info?.exclusive == null
    ? []
    : [...set.keys()]
        .filter((flag) => flag !== info.flag && known?.get(flag)?.exclusive === info.exclusive)
        .map((flag) => ({ op: 'remove', flag, value: null }));

/** How a remedy fared, by its last trial. Pure. */
export const remedyStatus = (id: string, trials: readonly Trial[]): RemedyStatus => {
  const last = trials.findLast(({ remedy }) => remedy === id);
  return last ? statusOf[last.state] : 'untried';
};

const obstacleOf = (
  { kind }: Remedy,
  patches: readonly FlagPatch[],
  { kind: engine, name, flags, runFlags, hasJob }: OfferFacts,
): Problem | null => {
  if (kind === 'job') return hasJob ? null : problemOf('remedyNeedsJob', {});
  if (kind === 'person') return null;
  if (engine === 'external') return problemOf('remedyEngineNotOurs', { name });
  const infoOf = (flag: string): FlagInfo | undefined => flags?.flags.find((info) => info.flag === flag);
  for (const { flag, op } of patches) {
    const info = infoOf(flag);
    if (info?.isOwned) return problemOf('remedyFlagOwned', { flag });
    const isRival = (other: string): boolean =>
      op !== 'remove' && info?.exclusive != null && infoOf(other)?.exclusive === info.exclusive;
    const rival = runFlags.find((other) => other === flag || isRival(other));
    if (rival !== undefined) return problemOf('remedyFlagOfRun', { flag: rival });
  }
  return null;
};
