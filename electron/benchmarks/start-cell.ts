import { AppError } from '../../shared/app-error.ts';
import type { Engine, Problem } from '../../shared/engine.ts';
import { problemOf } from '../../shared/problem.ts';
import type { Lane } from '../engine/engines.ts';
import { wordAfter } from '../engine/flag-words.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import type { EngineWatch, LastWords } from './engine-watch.ts';
import type { PreparedCell } from './prepare-run.ts';
import { Ended, type RunControl } from './run-control.ts';

interface CellDeps {
  deps: Pick<BenchmarkDeps, 'engines'>;
  control: RunControl;
  watch: EngineWatch;
  cells: readonly PreparedCell[];
}

/**
 * Starts a configuration's engine anew with its flags, and stops the other engines of the run before: an idle one holds memory. Answers
 * with null, or with what it said when it did not come up. An engine of somebody else is not started: its memory and cache are freed.
 * Throws Ended when the run is to end.
 */
export const startCell = async (
  cell: PreparedCell,
  { deps: { engines }, control, watch, cells }: CellDeps,
): Promise<LastWords | null> => {
  const { id } = cell.engine;
  for (const other of enginesOf(cells))
    if (other.id !== id && other.kind !== 'external' && engines.get(other.id)?.state !== 'stopped')
      await watch.during(other.id, () => engines.stop(other.id));
  control.mustGoOn();
  const up = await watch.during(id, () =>
    cell.engine.kind === 'external' ? engines.start(id) : engines.startTrial(id, cell.profile),
  );
  control.mustGoOn();
  if (up.state === 'failed') return up.problem ? wordsOf(up.problem) : { line: '', said: undefined };
  if (up.state === 'ready' && cell.engine.kind === 'external')
    return freed(engines.lanes().find(({ engineId }) => engineId === id));
  if (up.state !== 'ready' || up.variant !== 'trial') {
    control.end('partial', problemOf('benchEngineStopped', { engine: cell.engine.name }));
    throw new Ended();
  }
  const launch = (await engines.launches(id, 1)).find((one) => one.id === up.launchId);
  const wrong = wrongFlag(cell, launch?.command ?? []);
  if (!wrong) return null;
  control.end('refused', problemOf(wrong.key, { engine: cell.engine.name, flag: wrong.flag, configuration: cell.name }));
  throw new Ended();
};

/** Lets go of models and cache. Answers with null, or with what was said where that could not be had: the engine is gone, or is no good. */
export const freed = async (lane: Pick<Lane, 'client'> | undefined): Promise<LastWords | null> => {
  try {
    await lane?.client.free();
    return null;
  } catch (error) {
    return wordsOf(error instanceof AppError ? error : new AppError('internal', 'internal'));
  }
};

/** Somebody else's sentence as a line of another one. Pure. */
const wordsOf = ({ key, params, message }: Pick<Problem, 'key' | 'params' | 'message'>): LastWords => ({
  line: message,
  said: { line: { key, params } },
});

/** Each once. Pure. */
export const enginesOf = (cells: readonly PreparedCell[]): Engine[] => [
  ...new Map(cells.map(({ engine }) => [engine.id, engine])).values(),
];

/** Flags of this run of Hearth come after all others, and may undo what is to be measured. null: all is as wanted. Pure. */
export const wrongFlag = (
  { flags, without, profile }: Pick<PreparedCell, 'flags' | 'without' | 'profile'>,
  command: readonly string[],
): { key: 'benchFlagLost' | 'benchFlagStays'; flag: string } | null => {
  const has = (flag: string): boolean => command.some((word) => word === flag || word.startsWith(`${flag}=`));
  for (const { flag } of flags) {
    const wanted = profile.flags.findLast((setting) => setting.flag === flag);
    if (has(flag) && (!wanted?.value || wanted.value.includes(' ') || wordAfter(command, flag) === wanted.value)) continue;
    if (!wanted && !has(flag)) continue;
    return { key: 'benchFlagLost', flag };
  }
  const staying = without.find((flag) => has(flag) && !profile.flags.some((setting) => setting.flag === flag));
  return staying === undefined ? null : { key: 'benchFlagStays', flag: staying };
};
