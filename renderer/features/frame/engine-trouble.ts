import type { Engine } from '../../../shared/engine.ts';

/** Whether an engine waits for a person's decision. A pending retry and a long silence do not: Hearth acts by itself. Pure. */
export const engineNeedsYou = (engine: Engine): boolean => engine.state === 'failed';

/** Whether every screen should tell of this engine. Pure. */
export const hasBanner = (engine: Engine): boolean =>
  engine.state === 'failed' || engine.state === 'unresponsive' || engine.state === 'backoff';
