import type { EngineConsole } from '../console.ts';
import type { Interrupt } from '../execute/interrupt.ts';
import type { Folders } from '../folders.ts';
import type { Machine } from '../machine.ts';
import type { ModelFiles } from '../model-files.ts';
import type { Pace } from '../pace.ts';
import type { PyDict, PyValue } from '../python/values.ts';
import type { NodeInputs, NodeValue } from './values.ts';

/** What lists of choices are made from, at the moment when they are asked for. */
export interface Listings {
  models(folder: string): readonly string[];
  inputPictures(): readonly string[];
}

/** One input of a class. */
export interface InputSpec {
  /** `INT`, `FLOAT`, `STRING`, `BOOLEAN`, `COMBO`, a socket type, or `*`. */
  type: string;
  /** Choices of a COMBO, else null. */
  choices: ((listings: Listings) => readonly string[]) | null;
  /** As `/object_info` shows them. */
  options: ReadonlyMap<string, PyValue>;
}

export type InputSpecs = Readonly<Record<string, InputSpec>>;

/** What a node may use of the engine while it runs. */
export interface NodeContext {
  console: EngineConsole;
  machine: Machine;
  folders: Folders;
  models: ModelFiles;
  pace: Pace;
  interrupt: Interrupt;
  /** The graph as it is executed, for metadata. */
  prompt: PyDict;
  extraPngInfo: PyDict | null;
  isMetadataOff: boolean;
  previewMethod: string;
  previewSize: number;
  /** Files of models that were read before; reading them again is quick. */
  loaded: Set<string>;
  /** Tells progress; throws Interrupted when the prompt was interrupted. */
  progress(value: number, total: number, preview: Buffer | null): void;
  /** Called at each step with the share that is done; a planned failure strikes here. */
  step(share: number): Promise<void>;
  /** Planned failures of saving. */
  saving: { isDiskFull: boolean; isBlack: boolean };
}

/** `ui` is what history and the `executed` message show, null for nodes that show nothing. */
export interface NodeResult {
  outputs: readonly NodeValue[];
  ui: PyDict | null;
}

export interface NodeClass {
  name: string;
  /** Null: it has none, and its name is shown. */
  display: string | null;
  category: string;
  description: string;
  module: string;
  /** Declared with ComfyUI's newer way: `/object_info` then lists every property. */
  isV3: boolean;
  isOutput: boolean;
  isDeprecated: boolean;
  essentials: string | null;
  required: InputSpecs;
  optional: InputSpecs | null;
  /** Hidden inputs: the server fills them in. */
  hidden: Readonly<Record<string, string>> | null;
  outputs: readonly string[];
  /** Null: they are called like their types. */
  outputNames: readonly string[] | null;
  run(context: NodeContext, inputs: NodeInputs): NodeResult | Promise<NodeResult>;
  /** Changes whenever the node must run again although its inputs are the same. */
  fingerprint: ((folders: Folders, inputs: PyDict) => Promise<PyValue>) | null;
  /** The node's own check of these inputs: true, or what is wrong. It replaces checks of range and choice. */
  check: { inputs: readonly string[]; isRight(folders: Folders, inputs: PyDict): true | string } | null;
}

type Given = Pick<NodeClass, 'name' | 'category' | 'required' | 'outputs' | 'run'> & Partial<NodeClass>;

/** A class with everything that is usual filled in. */
export const nodeClass = (given: Given): NodeClass => ({
  display: null,
  description: '',
  module: 'nodes',
  isV3: false,
  isOutput: false,
  isDeprecated: false,
  essentials: null,
  optional: null,
  hidden: null,
  outputNames: null,
  fingerprint: null,
  check: null,
  ...given,
});

export const result = (...outputs: NodeValue[]): NodeResult => ({ outputs, ui: null });
