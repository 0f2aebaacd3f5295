import type { OutputFile, OutputText } from '../../shared/artifact.ts';

/**
 * What the rest of Hearth asks of a running engine. The implementation speaks ComfyUI's HTTP and WebSocket; every reply is
 * parsed leniently (unknown keys are fine, `NaN` and cut texts never crash), and only what Hearth needs comes through.
 */

/** Answer to handing over a prompt. */
export type SubmitAnswer =
  /** 200. `nodeErrors` is not empty when outputs were dropped by validation. */
  | { kind: 'accepted'; promptId: string; nodeErrors: NodeErrors }
  /** 4xx with a body: the graph or a value is at fault. */
  | { kind: 'refused'; type: string; message: string; details: string; node: string | null; nodeErrors: NodeErrors }
  /** 5xx, or a body nobody understands. */
  | { kind: 'broken'; status: number; text: string };
// A connection that fails before, or without, an answer rejects with EngineUnreachable instead.

/** The request may or may not have arrived: ask history and queue before repeating anything. */
export class EngineUnreachable extends Error {
  override readonly name = 'EngineUnreachable';
}

export type NodeErrors = Record<
  string,
  { class: string; errors: { type: string; message: string; details: string; input: string | null }[] }
>;

/** What nodes made, in order of node and number. */
export interface NodeOutputs {
  files: OutputFile[];
  /** Of nodes whose outputs came back as text instead of files. */
  texts: OutputText[];
}

/** One finished prompt as history tells it. */
export interface HistoryEntry extends NodeOutputs {
  promptId: string;
  outcome: 'success' | 'error' | 'interrupted';
  error: ExecutionError | null;
  /** Engine's own times in ms since the epoch, null where absent. */
  startedAt: number | null;
  endedAt: number | null;
  cachedNodes: string[];
}

export interface ExecutionError {
  nodeId: string;
  nodeClass: string;
  exceptionType: string;
  message: string;
  traceback: string[];
}

/** What the socket tells, normalised over versions. `promptId` null: the engine did not say. */
export type EngineMessage =
  | { type: 'socket'; isOpen: boolean }
  | { type: 'status'; queueRemaining: number }
  | { type: 'start'; promptId: string; at: number }
  | { type: 'cached'; promptId: string; nodes: string[]; at?: number }
  | {
      type: 'nodes';
      promptId: string;
      nodes: { id: string; displayId: string; value: number; max: number; isFinished: boolean }[];
    }
  /** A node is about to run; null = the prompt is over and history is complete. */
  | { type: 'executing'; promptId: string | null; node: string | null }
  | { type: 'progress'; promptId: string | null; node: string | null; value: number; max: number }
  /** A node is done that shows something. Its outputs name the node itself, where `node` is the one that a person sees. */
  | { type: 'executed'; promptId: string; node: string; outputs: NodeOutputs }
  | { type: 'success'; promptId: string; at: number }
  | { type: 'error'; promptId: string; error: ExecutionError }
  | { type: 'interrupted'; promptId: string }
  | { type: 'preview'; promptId: string | null; mime: string; bytes: Uint8Array };

export interface EngineStats {
  version: string | null;
  argv: string[];
  python: string | null;
  torch: string | null;
  device: string | null;
  ramTotalBytes: number | null;
  ramFreeBytes: number | null;
  vramTotalBytes: number | null;
  vramFreeBytes: number | null;
}

/** Input spec of one node class, normalised from both the old and the V3 form. */
export interface NodeInputSpec {
  name: string;
  isRequired: boolean;
  /** `INT`, `FLOAT`, `STRING`, `BOOLEAN`, `COMBO`, or a socket type. */
  type: string;
  /** Choices of a COMBO, else null. */
  choices: (string | number | boolean)[] | null;
  options: Record<string, unknown>;
}
export interface NodeClass {
  name: string;
  displayName: string;
  isOutput: boolean;
  module: string;
  inputs: NodeInputSpec[];
  /** Types of its outputs, in order. */
  outputs: string[];
}
export type ObjectInfo = ReadonlyMap<string, NodeClass>;

export interface EngineClient {
  readonly url: string;
  /** Under which the engine knows this client. Given to the next host's client for the same launch, it brings the running prompt's messages back. */
  readonly clientId: string;
  /** Whether messages arrive. While they do not, history tells; the socket comes back by itself. */
  readonly isSocketOpen: boolean;
  /**
   * Hands one prompt over. `graph` is JSON text, sent byte for byte. Previews are asked for by `previewMethod`.
   * Never repeated by itself. Rejects with EngineUnreachable when no answer came.
   */
  submit(request: { promptId: string; graph: string; previewMethod: string }): Promise<SubmitAnswer>;
  /** null: not finished, or not known. Complete only after `executing` null. */
  history(promptId: string): Promise<HistoryEntry | null>;
  /** Prompt ids. */
  queue(): Promise<{ running: string[]; pending: string[] }>;
  /** Aimed: does nothing unless exactly this prompt runs. */
  interrupt(promptId: string): Promise<void>;
  /** Takes a prompt out of the engine's own waiting list. */
  forget(promptId: string): Promise<void>;
  /** Takes models out of memory and forgets cached results, before the next prompt runs. */
  free(): Promise<void>;
  stats(): Promise<EngineStats>;
  /** Cached per launch; `isFresh` asks again (new model files). */
  objectInfo(isFresh?: boolean): Promise<ObjectInfo>;
  /** Puts a file into the engine's input folder at `<subfolder>/<name>`, overwriting; answers with the value that LoadImage takes. */
  upload(bytes: Uint8Array, name: string, subfolder: string): Promise<string>;
  /** Streams a file's bytes over HTTP. null: 404. Cancel the stream if it is not read to its end. */
  view(file: Pick<OutputFile, 'filename' | 'subfolder' | 'type'>): Promise<AsyncIterable<Uint8Array> | null>;
  on(listener: (message: EngineMessage) => void): () => void;
  close(): Promise<void>;
}
