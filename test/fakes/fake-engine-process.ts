import type {
  EngineMessage,
  ExecutionError,
  HistoryEntry,
  NodeErrors,
  ObjectInfo,
  SubmitAnswer,
} from '../../electron/engine/client-types.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** How a prompt ends at the engine. */
export type Ending =
  /** `told`: what the socket says that it made, where that is another number. */
  | { kind: 'success'; outputs?: number; told?: number }
  | { kind: 'error'; exceptionType: string; message: string; files?: number }
  | { kind: 'interrupted' };

/** Files on the engine's disk, by attempt; they outlive its process. */
export type Disk = Map<string, string[]>;

/** One run of an engine, as ComfyUI behaves: one prompt at a time, history in memory, messages to the client that asked. */
export interface FakeProcess {
  readonly launchId: string;
  readonly isAlive: boolean;
  readonly running: string | null;
  readonly pending: readonly string[];
  /** How often each prompt was started. */
  readonly starts: ReadonlyMap<string, number>;
  /** Takes prompts but never runs them. */
  isWorkerDead: boolean;
  /** Does not end prompts by itself. */
  isHeld: boolean;
  ignoresInterrupts: boolean;
  /** Its sockets are not open at once. */
  isSocketLate: boolean;
  /** Answer of the next submit instead of accepting. */
  nextAnswer: SubmitAnswer | null;
  /** Dropped by validation from the next prompt. */
  nextNodeErrors: NodeErrors;
  nextEnding: Ending | null;
  submit(id: string): SubmitAnswer;
  history(id: string): HistoryEntry | null;
  interrupt(id: string): void;
  forget(id: string): void;
  forgetHistory(): void;
  end(ending: Ending): void;
  say(message: EngineMessage): void;
  die(): void;
  /** Where its messages go while a socket is open. */
  listener: ((message: EngineMessage) => void) | null;
}

const startMs = 5;
const runMs = 400;

export const createFakeProcess = (launchId: string, clock: VirtualClock, disk: Disk): FakeProcess => {
  const history = new Map<string, HistoryEntry>();
  const starts = new Map<string, number>();
  let pending: string[] = [];
  let running: string | null = null;
  let isAlive = true;
  const say = (message: EngineMessage): void => process.listener?.(message);

  const take = (): void => {
    clock.after(startMs, () => {
      const id = pending[0];
      if (!isAlive || process.isWorkerDead || running !== null || id === undefined) return;
      pending = pending.slice(1);
      running = id;
      starts.set(id, (starts.get(id) ?? 0) + 1);
      say({ type: 'start', promptId: id, at: clock.now() });
      say({ type: 'cached', promptId: id, nodes: [] });
      say({ type: 'executing', promptId: id, node: '1' });
      say({ type: 'progress', promptId: id, node: '1', value: 1, max: 4 });
      clock.after(runMs, () => {
        if (running !== id || process.isHeld) return;
        const ending = process.nextEnding ?? { kind: 'success' };
        process.nextEnding = null;
        process.end(ending);
      });
    });
  };

  const process: FakeProcess = {
    launchId,
    isWorkerDead: false,
    isHeld: false,
    ignoresInterrupts: false,
    isSocketLate: false,
    nextAnswer: null,
    nextNodeErrors: {},
    nextEnding: null,
    listener: null,
    get isAlive() {
      return isAlive;
    },
    get running() {
      return running;
    },
    get pending() {
      return pending;
    },
    starts,
    submit(id) {
      const answer = process.nextAnswer;
      process.nextAnswer = null;
      if (answer) return answer;
      pending = [...pending, id];
      take();
      const nodeErrors = process.nextNodeErrors;
      process.nextNodeErrors = {};
      return { kind: 'accepted', promptId: id, nodeErrors };
    },
    history: (id) => history.get(id) ?? null,
    interrupt(id) {
      if (running !== id || process.ignoresInterrupts) return;
      clock.after(1, () => running === id && process.end({ kind: 'interrupted' }));
    },
    forget(id) {
      pending = pending.filter((other) => other !== id);
    },
    forgetHistory: () => history.clear(),
    end(ending) {
      const id = running;
      if (!isAlive || id === null) return;
      const made = ending.kind === 'success' ? (ending.outputs ?? 1) : ending.kind === 'error' ? (ending.files ?? 0) : 0;
      const names = Array.from({ length: made }, (_, place) => `${id}_0000${place + 1}_.png`);
      if (made > 0) disk.set(id, names);
      const error: ExecutionError | null =
        ending.kind === 'error'
          ? { nodeId: '1', nodeClass: 'EmptyImage', exceptionType: ending.exceptionType, message: ending.message, traceback: [] }
          : null;
      const files = names.map((filename) => ({
        node: '9',
        slot: 'images',
        filename,
        subfolder: 'hearth',
        type: 'output' as const,
      }));
      history.set(id, {
        promptId: id,
        outcome: ending.kind,
        files,
        texts: [],
        error,
        startedAt: null,
        endedAt: null,
        cachedNodes: [],
      });
      running = null;
      const told = ending.kind === 'success' && ending.told !== undefined ? files.slice(0, ending.told) : files;
      say({ type: 'executed', promptId: id, node: '9', outputs: { files: told, texts: [] } });
      if (ending.kind === 'success') say({ type: 'success', promptId: id, at: clock.now() });
      if (error) say({ type: 'error', promptId: id, error });
      if (ending.kind === 'interrupted') say({ type: 'interrupted', promptId: id });
      say({ type: 'executing', promptId: id, node: null });
      take();
    },
    say,
    die() {
      isAlive = false;
      running = null;
      pending = [];
      history.clear();
      process.listener = null;
    },
  };
  return process;
};

/** Two classes: what the demo template needs. */
export const demoClasses: ObjectInfo = new Map(
  ['EmptyImage', 'SaveImage'].map((name) => [
    name,
    { name, displayName: name, isOutput: name === 'SaveImage', module: 'nodes', inputs: [], outputs: [] },
  ]),
);
