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
/** What the checks of one prompt share. */
export interface ValidationWorld {
  table: NodeTable;
  listings: Listings;
  folders: Folders;
}

export const info = (entries: Record<string, PyValue>): PyDict => new Map(Object.entries(entries));

/** The class that a node names, as text. Pure. */
export const classTypeOf = (node: PyValue | undefined): string => (isDict(node) ? str(node.get('class_type') ?? null) : '');

/** What was found out about one node. */
export interface CheckResult {
  isValid: boolean;
  errors: NodeError[];
}

/** Walks from an output up its links. Results are kept, so that shared nodes are checked once. */
export class GraphChecks {
  readonly results = new Map<string, CheckResult>();
  readonly #prompt: PyDict;
  readonly #world: ValidationWorld;

  constructor(prompt: PyDict, world: ValidationWorld) {
    this.#prompt = prompt;
    this.#world = world;
  }

  checkOutput(id: string): CheckResult {
    try {
      return this.#check(id, []);
    } catch (error) {
      const raised = asPyError(error);
      const failed: CheckResult = {
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

  #check(id: string, visiting: readonly string[]): CheckResult {
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

  #cycle(id: string, visiting: readonly string[]): CheckResult {
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
