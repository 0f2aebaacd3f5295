import type { EventHub } from '../../../shared/rpc.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Artifacts } from '../../artifacts/artifacts.ts';
import type { Db } from '../../db/database.ts';
import type { Engines } from '../../engine/engines.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Templates } from '../../templates/templates.ts';
import type { Incidents } from '../incidents.ts';

/** What trials are built on. */
export interface TrialDeps {
  db: Db;
  clock: Clock;
  log: Log;
  settings: () => Settings;
  engines: Pick<
    Engines,
    | 'get'
    | 'list'
    | 'lanes'
    | 'onLane'
    | 'log'
    | 'launches'
    | 'patchedFlags'
    | 'startTrial'
    | 'keepTrial'
    | 'start'
    | 'restart'
    | 'chooseProfile'
    | 'forgiveDeath'
  >;
  queue: Pick<Queue, 'get' | 'enqueue' | 'cancel' | 'requeue' | 'pauses' | 'trials'>;
  templates: Pick<Templates, 'get'>;
  artifacts: Pick<Artifacts, 'find'>;
  incidents: Pick<Incidents, 'get' | 'list' | 'evidence' | 'setTrial' | 'refresh'>;
  hub: Pick<EventHub, 'attach' | 'emit'>;
}
