import type { Engine } from '../../../shared/engine.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Stage } from './stage.ts';

/** One thing that goes wrong, and what must come of it. */
export interface Fault {
  name: string;
  /** Only where it can be brought about. */
  only?: 'demo' | 'real';
  settings?: Partial<Settings>;
  demoFlags?: string[];
  /** Before the host runs. */
  prepare?(dataDir: string): void;
  /** It goes wrong while a job runs (default), or before the engine is first started, or with a running engine and no job. */
  when?: 'running' | 'starting' | 'idle';
  /** Brings it about; resolves with the moment from which time counts (ms of `performance.now`). */
  bring(stage: Stage): Promise<number>;
  /** The first sign that Hearth noticed; by default that it is no longer ready. null: nothing is to be noticed. */
  sign?: ((engine: Engine, stage: Stage) => boolean) | null;
  /** What Hearth made of it, where nothing died. */
  seen?(stage: Stage): string | Promise<string>;
  /** State that it must come to by itself. */
  after: Engine['state'];
  /** What a person does then, so that the work goes on. */
  cure?(stage: Stage): Promise<void>;
  /** Frees what the fault holds. */
  free?(stage: Stage): void | Promise<void>;
}

/** Asks for a start; resolves when the engine is ready or has failed. */
export const start = (stage: Stage, port: number | undefined = stage.port): Promise<Engine> =>
  stage.client.call('engines.start', { id: stage.engine().id, ...(port !== undefined && { port }) });
