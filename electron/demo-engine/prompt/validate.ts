import type { NodeClass } from '../nodes/node-class.ts';
import type { NodeTable } from '../nodes/node-table.ts';
import { str, typeName } from '../python/text.ts';
import { isDict, type PyDict, PyError, type PyValue } from '../python/values.ts';
import { classTypeOf, GraphChecks, info, type NodeError, type ValidationWorld } from './graph-checks.ts';

interface FailedNode {
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

  const checks = new GraphChecks(prompt, world);
  const good: string[] = [];
  const nodeErrors = new Map<string, FailedNode>();
  const failed: NodeError[] = [];
  const log: string[] = [];
  for (const output of outputs) {
    const own = checks.checkOutput(output);
    if (own.isValid) {
      good.push(output);
      continue;
    }
    failed.push(...own.errors);
    log.push(`Failed to validate prompt for output ${output}:`);
    if (own.errors.length > 0) log.push('* (prompt):', ...own.errors.map(errorLine));
    for (const [id, { isValid, errors }] of checks.results) {
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
