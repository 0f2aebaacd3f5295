import type { LaneChange } from '../engine/engines.ts';
import type { BenchmarkDeps } from './benchmark-deps.ts';
import type { PreparedCell } from './prepare-run.ts';
import type { RunControl } from './run-control.ts';
import { tellProblem } from './tell-problem.ts';

/** Hears of the engines of a run: a death is a result, a stop by somebody else ends it. */
export interface EngineWatch {
  /** What its last death said, since it was last started; empty: it lives. */
  readonly line: string;
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
  let died: string | null = null;
  const onLane = (change: LaneChange): void => {
    if (change.type !== 'down' || expected.has(change.engineId)) return;
    const cell = cells.find(({ engine }) => engine.id === change.engineId);
    if (!cell) return;
    if (change.why === 'crash' || change.why === 'hang') {
      died = change.oneLine;
      engines.forgiveDeath(change.engineId, change.launchId);
    } else control.end('partial', tellProblem('benchEngineStopped', { engine: cell.engine.name }));
  };
  const stop = engines.onLane(onLane);
  return {
    get line() {
      return died ?? '';
    },
    hasDied: () => died !== null,
    async during(engineId, act) {
      expected.add(engineId);
      try {
        return await act();
      } finally {
        expected.delete(engineId);
        died = null;
      }
    },
    stop,
  };
};
