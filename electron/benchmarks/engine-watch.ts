import type { Problem } from '../../shared/engine.ts';
import { problemOf } from '../../shared/problem.ts';
import type { LaneChange } from '../engine/engines.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import type { PreparedCell } from './prepare-run.ts';
import type { RunControl } from './run-control.ts';

/** A line, and whether it is a sentence of Hearth's own, to be said in the reader's language. */
export interface LastWords {
  line: string;
  said: Problem['said'];
}

/** Hears of the engines of a run: a death is a result, a stop by somebody else ends it. */
export interface EngineWatch {
  /** What its last death said, since it was last started; undefined: it lives. */
  readonly words: LastWords | undefined;
  hasDied(): boolean;
  /** Its going down is no surprise while this lasts; deaths of before are forgotten after it. */
  during<T>(engineId: string, act: () => Promise<T>): Promise<T>;
  stop(): void;
}

export const watchEngines = (
  cells: readonly PreparedCell[],
  { engines }: Pick<BenchmarkDeps, 'engines'>,
  control: RunControl,
): EngineWatch => {
  const expected = new Set<string>();
  let died: LastWords | undefined;
  const onLane = (change: LaneChange): void => {
    if (change.type !== 'down' || expected.has(change.engineId)) return;
    const cell = cells.find(({ engine }) => engine.id === change.engineId);
    if (!cell) return;
    if (change.why === 'crash' || change.why === 'hang') {
      died = { line: change.oneLine, said: change.said };
      engines.forgiveDeath(change.engineId, change.launchId);
    } else control.end('partial', problemOf('benchEngineStopped', { engine: cell.engine.name }));
  };
  const stop = engines.onLane(onLane);
  return {
    get words() {
      return died;
    },
    hasDied: () => died !== undefined,
    async during(engineId, act) {
      expected.add(engineId);
      try {
        return await act();
      } finally {
        expected.delete(engineId);
        died = undefined;
      }
    },
    stop,
  };
};
