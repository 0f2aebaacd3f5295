import { AppError } from '../../shared/app-error.ts';
import { type Exact, parseExact } from '../lib/exact-json.ts';
import { isRecord } from './graph.ts';
import { scanJson } from './scan-json.ts';

/** A workflow that somebody brings, reduced to its nodes. */
export interface Workflow {
  graph: { [node: string]: Exact };
  /** Top-level keys beside the nodes, left out: an engine would refuse the prompt because of them. */
  strayKeys: string[];
  /** Bare `NaN` and the like that became null. */
  notNumbers: number;
}

/** Real graphs stay below 1 MB; with embedded pictures some reach a few. */
const maxBytes = 16_000_000;
const maxDepth = 100;
const maxNodes = 5000;

const magic = /^(?:.?PNG\r?\n|GIF8|RIFF|BM|\u00ff\u00d8|\ufffd\ufffd\ufffd)/;
const pictureName = /\.(png|jpe?g|webp|gif|bmp|avif)$/i;
// Text has none of these; binary files read as text are full of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\u0000-\u0008\u000e-\u001a]/;

const refuse = (
  ...[key, params]: [ConstructorParameters<typeof AppError>[1], ConstructorParameters<typeof AppError>[2]?]
): never => {
  throw new AppError('invalid-input', key, params);
};

const parse = (text: string): { value: Exact; notNumbers: number } => {
  const scan = scanJson(text);
  // Before parsing: a reviver walks recursively.
  if (scan.depth > maxDepth) return refuse('importTooDeep', { limit: maxDepth });
  try {
    const value = parseExact(scan.text);
    if (scan.repeated !== null) return refuse('importTwice', { node: scan.repeated.slice(0, 80) });
    return { value, notNumbers: scan.notNumbers };
  } catch (error) {
    if (error instanceof AppError) throw error;
    return refuse('importNotJson', { detail: (error instanceof Error ? error.message : String(error)).slice(0, 160) });
  }
};

/** The object that holds the nodes: the file itself, or what a request or the page's own export wraps around it. */
const unwrap = (value: Exact): { [key: string]: Exact } => {
  if (!isRecord(value)) return refuse('importNotApi');
  if (Array.isArray(value.nodes)) return refuse('importUiFormat');
  const isNodeTable = Object.values(value).some((child) => isRecord(child) && typeof child.class_type === 'string');
  if (isNodeTable) return value;
  for (const wrapper of ['prompt', 'output']) {
    const inner = Object.hasOwn(value, wrapper) ? value[wrapper] : undefined;
    if (isRecord(inner)) return unwrap(inner);
  }
  if (isRecord(value.workflow)) return unwrap(value.workflow);
  return refuse('importNotApi');
};

const nameOf = (id: string, { _meta }: { [key: string]: Exact }): string => {
  const title = isRecord(_meta) && typeof _meta.title === 'string' ? `${_meta.title} (${id})` : id;
  return title.slice(0, 80);
};

/**
 * Reads the text of a workflow file as an untrusted graph in API format. Unwraps request bodies, leaves out what is no node, and
 * drops what an engine adds to a graph it has run. Throws AppError with what this file is instead and how to get the right one. Pure.
 */
export const readWorkflow = (text: string, fileName = ''): Workflow => {
  const body = text.replace(/^\ufeff/, '').trim();
  if (body === '') return refuse('importEmpty');
  if (!body.startsWith('{') && (magic.test(body) || pictureName.test(fileName))) return refuse('importPicture');
  if (binary.test(body.slice(0, 4096))) return refuse('importBinary');
  if (body.length > maxBytes) {
    return refuse('importTooLarge', { size: (body.length / 1e6).toFixed(1), limit: maxBytes / 1e6 });
  }
  const { value, notNumbers } = parse(body);
  const table = unwrap(value);

  const nodes: [string, Exact][] = [];
  const strayKeys: string[] = [];
  for (const [id, node] of Object.entries(table)) {
    if (!isRecord(node) || typeof node.class_type !== 'string') {
      if (isRecord(node) && isRecord(node.inputs)) return refuse('importNodeBroken', { node: nameOf(id, node) });
      strayKeys.push(id);
      continue;
    }
    const { class_type, inputs, _meta } = node;
    nodes.push([id, { inputs: isRecord(inputs) ? inputs : {}, class_type, ...(isRecord(_meta) ? { _meta } : {}) }]);
  }
  if (nodes.length > maxNodes) return refuse('importTooManyNodes', { count: nodes.length, limit: maxNodes });
  return { graph: Object.fromEntries(nodes), strayKeys, notNumbers };
};
