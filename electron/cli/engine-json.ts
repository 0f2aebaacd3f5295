import type { Engine } from '../../shared/engine.ts';
import type { Exact } from '../lib/exact-json.ts';

/** ENGINE as scripts know it. Pure. */
export const engineJson = (engine: Engine): Exact => ({
  id: engine.id,
  kind: engine.kind,
  name: engine.name,
  state: engine.state,
  since: engine.since,
  pid: engine.pid,
  url: engine.url,
  version: engine.version,
  profile: engine.profile,
  restarts: engine.restarts,
  bootFacts: { ...engine.bootFacts },
  problem: engine.problem && { key: engine.problem.key, message: engine.problem.message },
});

/** Whether it runs, starts, or will be tried again: everything but stopped and failed. Pure. */
export const isUnderWay = ({ state }: Engine): boolean => state !== 'stopped' && state !== 'failed';
