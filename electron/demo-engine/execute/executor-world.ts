import type { EngineConsole } from '../console.ts';
import type { PlannedFailure } from '../failures/failure-plan.ts';
import type { NodeContext } from '../nodes/node-class.ts';
import type { NodeTable } from '../nodes/node-table.ts';
import type { Writable } from '../python/json.ts';
import type { ResultCache } from './result-cache.ts';

export type Data = { [key: string]: Writable };

/** Where the executor tells what it does. Clients that are not there are told nothing. */
export interface Audience {
  /** To the prompt's own client; dropped where the prompt has none. */
  tell(event: string, data: Data): void;
  /** To the prompt's own client, or to all where it has none. */
  announce(event: string, data: Data): void;
  /** A picture of the work so far; before or after `progress`, as the client's way to show it wants. */
  preview(bytes: Buffer, names: Data, when: 'before-progress' | 'after-progress'): void;
  /** The node that runs, for a client that connects meanwhile. */
  current(node: string | null): void;
}

/** What is the same for every prompt. */
export interface ExecutorWorld {
  table: NodeTable;
  cache: ResultCache;
  console: EngineConsole;
  /** Everything of a node's surroundings that does not depend on prompt and node. */
  services: Pick<
    NodeContext,
    'console' | 'machine' | 'folders' | 'models' | 'pace' | 'interrupt' | 'isMetadataOff' | 'previewSize' | 'loaded'
  >;
  previewMethod: string;
  strike(failure: PlannedFailure): Promise<void>;
  isPoisoned(): boolean;
}
