import type { EventHub } from '../../shared/rpc.ts';
import type { Db } from '../db/database.ts';
import type { Engines } from '../engine/engines.ts';
import type { GpuSource } from '../engine/nvidia-load.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Queue } from '../queue/queue.ts';
import type { Templates } from '../templates/templates.ts';

/** What benchmarks are built on. */
export interface BenchmarkDeps {
  db: Db;
  clock: Clock;
  log: Log;
  engines: Pick<
    Engines,
    | 'get'
    | 'list'
    | 'lanes'
    | 'onLane'
    | 'launches'
    | 'flags'
    | 'parseFlags'
    | 'patchedFlags'
    | 'judgeProfile'
    | 'startTrial'
    | 'start'
    | 'stop'
    | 'restart'
    | 'forgiveDeath'
    | 'setWanted'
  >;
  queue: Pick<Queue, 'get' | 'enqueue' | 'cancel' | 'pauses' | 'resume' | 'counts' | 'records' | 'trials' | 'costs'>;
  templates: Pick<Templates, 'get'>;
  hub: Pick<EventHub, 'attach' | 'emit'>;
  /** Load of the machine over the last minute for each core; null: not known here. */
  machineLoad: () => number | null;
  /** Readings of graphics cards for as long as a run goes on. */
  followCards: () => GpuSource;
  /** In [0, 1): seeds the order of configurations. */
  random: () => number;
}
