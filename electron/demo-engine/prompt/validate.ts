import type { Folders } from '../folders.ts';
import type { Listings, NodeClass } from '../nodes/node-class.ts';
import { errorConfig } from '../nodes/node-info.ts';
import type { NodeTable } from '../nodes/node-table.ts';
import { repr, str, typeName } from '../python/text.ts';
import { isDict, type PyDict, PyError, type PyValue } from '../python/values.ts';
import { checkLiteral } from './validate-literal.ts';

/** One complaint about a node. */
export interface NodeError {
  type: string;
  message: string;
  details: string;
  extraInfo: PyDict;
}
export interface FailedNode {
  errors: NodeError[];
  dependentOutputs: string[];
  classType: string;
}
export interface Refusal {
  type: string;
  message: string;
  details: string;
  extraInfo: PyDict;
}
export interface Verdict {
  /** Null: at least one output may run. */
  refusal: Refusal | null;
  /** Outputs that may run. */
  outputs: string[];
  nodeErrors: Map<string, FailedNode>;
  /** What the log says, line by line. */
  log: string[];
}

/** What the checks of one prompt share. */
export interface ValidationWorld {
  table: NodeTable;
  listings: Listings;
  folders: Folders;
}

export const info = (entries: Record<string, PyValue>): PyDict => new Map(Object.entries(entries));

/**
 * Checks a prompt as ComfyUI does, and converts literals in place (`"64"` becomes 64). `targets` limits it to some outputs. Throws
 * PyError where the real server ends in a 500.
 */
export function validatePrompt(prompt: PyDict, targets: readonly PyValue[] | null, world: ValidationWorld): Verdict {
  const outputs: string[] = [];
  const refuse = (type: string, message: string, details: string, extra: Record<string, PyValue> = {}): Verdict => ({
    refusal: { type, message, details, extraInfo: info(extra) },
    outputs: [],
    nodeErrors: new Map(),
    log: [],
  });
  for (const [id, node] of prompt) {
    const inputs = isDict(node) && !node.has('inputs') ? new Map() : isDict(node) ? node.get('inputs') : node;
    if (!isDict(node) || !isDict(inputs))
      throw new PyError('AttributeError', `'${typeName(inputs ?? null)}' object has no attribute 'items'`);
    const found = findClass(id, node, world.table);
    if (!('run' in found)) return refuse('missing_node_type', found.message, `Node ID '#${id}'`, found.extra);
    if (found.isOutput && (targets === null || targets.includes(id))) outputs.push(id);
  }
  if (outputs.length === 0) return refuse('prompt_no_outputs', 'Prompt has no outputs', '');

  const validator = new Validator(prompt, world);
  const good: string[] = [];
  const nodeErrors = new Map<string, FailedNode>();
  const failed: NodeError[] = [];
  const log: string[] = [];
  for (const output of outputs) {
    const own = validator.checkOutput(output);
    if (own.isValid) {
      good.push(output);
      continue;
    }
    failed.push(...own.errors);
    log.push(`Failed to validate prompt for output ${output}:`);
    if (own.errors.length > 0) log.push('* (prompt):', ...own.errors.map(errorLine));
    for (const [id, { isValid, errors }] of validator.results) {
      if (isValid || errors.length === 0) continue;
      let entry = nodeErrors.get(id);
      if (!entry) {
        entry = { errors, dependentOutputs: [], classType: classTypeOf(prompt.get(id)) };
        nodeErrors.set(id, entry);
        log.push(`* ${entry.classType} ${id}:`, ...errors.map(errorLine));
      }
      entry.dependentOutputs.push(output);
    }
    log.push('Output will be ignored');
  }
  if (good.length > 0) return { refusal: null, outputs: good, nodeErrors, log };
  const details = failed.map((error) => `${error.message}: ${error.details}`).join('\n');
  const verdict = refuse('prompt_outputs_failed_validation', 'Prompt outputs failed validation', details);
  return { ...verdict, nodeErrors, log };
}

const errorLine = (error: NodeError): string => `  - ${error.message}: ${error.details}`;

const classTypeOf = (node: PyValue | undefined): string => (isDict(node) ? str(node.get('class_type') ?? null) : '');

type Missing = { message: string; extra: Record<string, PyValue> };

const findClass = (id: string, node: PyDict, table: NodeTable): NodeClass | Missing => {
  const meta = node.has('_meta') ? node.get('_meta') : new Map();
  const classType = node.get('class_type');
  if (Array.isArray(classType) || isDict(classType)) throw new PyError('TypeError', `unhashable type: '${typeName(classType)}'`);
  const found = typeof classType === 'string' ? table.get(classType) : undefined;
  if (found) return found;
  if (!isDict(meta)) throw new PyError('AttributeError', `'${typeName(meta ?? null)}' object has no attribute 'get'`);
  const title = meta.get('title') ?? null;
  if (classType === undefined) {
    const shown = title === null || title === '' ? `ID #${id}` : str(title);
    return {
      message: `Node '${shown}' has no class_type. The workflow may be corrupted or a custom node is missing.`,
      extra: { node_id: id, class_type: null, node_title: title },
    };
  }
  const shown = meta.has('title') ? title : classType;
  return {
    message: `Node '${str(shown)}' not found. The custom node may not be installed.`,
    extra: { node_id: id, class_type: classType, node_title: shown },
  };
};

interface NodeResult {
  isValid: boolean;
  errors: NodeError[];
}

/** Walks from an output up its links. Results are kept, so that shared nodes are checked once. */
class Validator {
  readonly results = new Map<string, NodeResult>();
  readonly #prompt: PyDict;
  readonly #world: ValidationWorld;

  constructor(prompt: PyDict, world: ValidationWorld) {
    this.#prompt = prompt;
    this.#world = world;
  }

  checkOutput(id: string): NodeResult {
    try {
      return this.#check(id, []);
    } catch (error) {
      const raised = asPyError(error);
      const failed: NodeResult = {
        isValid: false,
        errors: [
          {
            type: 'exception_during_validation',
            message: 'Exception when validating node',
            details: raised.message,
            extraInfo: info({
              exception_type: raised.name,
              traceback: ['  File "/demo/ComfyUI/execution.py", line 1177, in validate_prompt\n'],
            }),
          },
        ],
      };
      this.results.set(id, failed);
      return failed;
    }
  }

  #check(id: string, visiting: readonly string[]): NodeResult {
    const known = this.results.get(id);
    if (known) return known;
    if (visiting.includes(id)) return this.#cycle(id, visiting);
    const node = this.#node(id);
    const inputs = node.get('inputs');
    if (!isDict(inputs)) throw new PyError('KeyError', "'inputs'");
    const nodeType = this.#classOf(node);
    const errors: NodeError[] = [];
    let isValid = true;
    const specs = [...Object.entries(nodeType.required), ...Object.entries(nodeType.optional ?? {})];
    for (const [name, spec] of specs) {
      const value = inputs.get(name);
      if (value === undefined) {
        if (Object.hasOwn(nodeType.required, name)) {
          errors.push({
            type: 'required_input_missing',
            message: 'Required input is missing',
            details: name,
            extraInfo: info({ input_name: name }),
          });
        }
      } else if (Array.isArray(value)) {
        const config = errorConfig(spec, nodeType.isV3, this.#world.listings);
        const outcome = this.#checkLink(name, value, spec.type, config, [...visiting, id]);
        if (outcome === false) isValid = false;
        else if (outcome !== true) errors.push(outcome);
      } else {
        const isOwnCheck = nodeType.check?.inputs.includes(name) ?? false;
        const error = checkLiteral(inputs, name, spec, nodeType.isV3, this.#world.listings, isOwnCheck);
        if (error) errors.push(error);
      }
    }
    const complaint = nodeType.check?.isRight(this.#world.folders, inputs) ?? true;
    for (const name of complaint === true ? [] : (nodeType.check?.inputs ?? [])) {
      errors.push({
        type: 'custom_validation_failed',
        message: 'Custom validation failed for node',
        details: `${name} - ${complaint}`,
        extraInfo: info({ input_name: name }),
      });
    }
    // A cycle through this node was put down while its links were followed.
    const before = this.results.get(id) ?? { isValid: true, errors: [] };
    const result = { isValid: before.isValid && isValid && errors.length === 0, errors: [...before.errors, ...errors] };
    this.results.set(id, result);
    return result;
  }

  /** True: fine; false: something further up is wrong and was put down there; else what is wrong with the link itself. */
  #checkLink(
    name: string,
    link: readonly PyValue[],
    type: string,
    config: PyValue[],
    visiting: readonly string[],
  ): boolean | NodeError {
    if (link.length !== 2) {
      return {
        type: 'bad_linked_input',
        message: 'Bad linked input, must be a length-2 list of [node_id, slot_index]',
        details: name,
        extraInfo: info({ input_name: name, input_config: config, received_value: [...link] }),
      };
    }
    const [source = null, slot = null] = link;
    const upstream = this.#node(source);
    const received = outputAt(this.#classOf(upstream), slot);
    if (!fits(received, type)) {
      return {
        type: 'return_type_mismatch',
        message: 'Return type mismatch between linked nodes',
        details: `${name}, received_type(${received}) mismatch input_type(${str(config[0] ?? null)})`,
        extraInfo: info({ input_name: name, input_config: config, received_type: received, linked_node: [source, slot] }),
      };
    }
    const sourceId = String(source);
    try {
      return this.#check(sourceId, visiting).isValid;
    } catch (error) {
      const raised = asPyError(error);
      const failed: NodeError = {
        type: 'exception_during_inner_validation',
        message: 'Exception when validating inner node',
        details: raised.message,
        extraInfo: info({
          input_name: name,
          input_config: config,
          exception_message: raised.message,
          exception_type: raised.name,
          traceback: ['  File "/demo/ComfyUI/execution.py", line 948, in validate_inputs\n'],
          linked_node: [source, slot],
        }),
      };
      this.results.set(sourceId, { isValid: false, errors: [failed] });
      return false;
    }
  }

  #cycle(id: string, visiting: readonly string[]): NodeResult {
    const path = [...visiting.slice(visiting.indexOf(id)), id];
    const nodes = [...new Set(path)];
    const details = path.map((node) => `${node} (${classTypeOf(this.#prompt.get(node))})`).join(' -> ');
    for (const node of nodes) {
      const error: NodeError = {
        type: 'dependency_cycle',
        message: 'Dependency cycle detected',
        details,
        extraInfo: info({ node_id: node, cycle_nodes: [...nodes] }),
      };
      this.results.set(node, { isValid: false, errors: [error] });
    }
    return this.results.get(id) ?? { isValid: false, errors: [] };
  }

  #node(id: PyValue): PyDict {
    if (Array.isArray(id) || isDict(id)) throw new PyError('TypeError', `unhashable type: '${typeName(id)}'`);
    const node = typeof id === 'string' ? this.#prompt.get(id) : undefined;
    if (!isDict(node)) throw new PyError('KeyError', repr(id));
    return node;
  }

  #classOf(node: PyDict): NodeClass {
    const name = node.get('class_type') ?? null;
    const found = typeof name === 'string' ? this.#world.table.get(name) : undefined;
    if (!found) throw new PyError('KeyError', repr(name));
    return found;
  }
}

/** The type of one output: `tuple[slot]` of Python, or `list[slot]` for newer classes. Negative slots count from the end. */
const outputAt = ({ outputs, isV3 }: NodeClass, slot: PyValue): string => {
  const index = typeof slot === 'boolean' ? Number(slot) : slot;
  const kind = isV3 ? 'list' : 'tuple';
  if (typeof index === 'bigint') throw new PyError('IndexError', "cannot fit 'int' into an index-sized integer");
  if (typeof index !== 'number')
    throw new PyError('TypeError', `${kind} indices must be integers or slices, not ${typeName(slot)}`);
  const type = outputs.at(index);
  if (type === undefined || index < -outputs.length) throw new PyError('IndexError', `${kind} index out of range`);
  return type;
};

/** Whether what comes out of one node may go into another: equal, `*`, or with one type of a comma list in common. Pure. */
const fits = (received: string, wanted: string): boolean => {
  const split = (types: string): string[] => types.split(',').map((type) => type.trim());
  const [from, to] = [split(received), split(wanted)];
  return received === wanted || from.includes('*') || to.includes('*') || from.some((type) => to.includes(type));
};

const asPyError = (error: unknown): PyError => {
  if (error instanceof PyError) return error;
  if (error instanceof RangeError) return new PyError('RecursionError', 'maximum recursion depth exceeded');
  throw error;
};
