import type { OutputFile } from '../../shared/artifact.ts';
import type { ExecutionError, HistoryEntry, NodeOutputs } from './client-types.ts';
import { asList, asNumber, asRecord, asText } from './lenient-json.ts';

/** Reads one entry of `/history`. Unknown keys and junk are passed over. Pure. */
export const historyEntryOf = (promptId: string, value: unknown): HistoryEntry => {
  const entry = asRecord(value);
  const status = asRecord(entry.status);
  const events = asList(status.messages).flatMap((message) => {
    const [name, data] = asList(message);
    return typeof name === 'string' ? [{ name, data: asRecord(data) }] : [];
  });
  const find = (name: string): Record<string, unknown> | undefined => events.findLast((event) => event.name === name)?.data;
  const failure = find('execution_error');
  const { files, texts } = outputsOf(entry.outputs);
  const outcome = find('execution_interrupted')
    ? 'interrupted'
    : failure || status.status_str === 'error' || status.completed === false
      ? 'error'
      : 'success';
  return {
    promptId,
    outcome,
    files,
    texts,
    error: failure ? executionErrorOf(failure) : outcome === 'error' ? nameless : null,
    startedAt: asNumber(find('execution_start')?.timestamp),
    endedAt: asNumber(events.at(-1)?.data.timestamp),
    cachedNodes: asList(find('execution_cached')?.nodes).flatMap((node) => asText(node) ?? []),
  };
};

const nameless: ExecutionError = { nodeId: '', nodeClass: '', exceptionType: '', message: '', traceback: [] };

/** Reads the data of an `execution_error`, as history and socket tell it. Pure. */
export const executionErrorOf = (data: Record<string, unknown>): ExecutionError => ({
  nodeId: asText(data.node_id) ?? '',
  nodeClass: asText(data.node_type) ?? '',
  exceptionType: asText(data.exception_type) ?? '',
  message: asText(data.exception_message)?.trimEnd() ?? '',
  traceback: asList(data.traceback).flatMap((line) => asText(line) ?? []),
});

/** By the numbers in the ids, so that node 10 comes after node 9. Pure. */
export const byNode = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Reads what nodes made: an object with each node's own output under its id, as history and `executed` tell it. Pure. */
export const outputsOf = (value: unknown): NodeOutputs => {
  const outputs: NodeOutputs = { files: [], texts: [] };
  const { files, texts } = outputs;
  for (const [node, output] of Object.entries(asRecord(value)).sort(([a], [b]) => byNode(a, b))) {
    for (const [slot, items] of Object.entries(asRecord(output))) {
      for (const item of Array.isArray(items) ? items : [items]) {
        const file = fileOf(node, slot, item);
        if (file) files.push(file);
        else if (slot === 'text' && typeof item === 'string') texts.push({ node, text: item });
      }
    }
  }
  return outputs;
};

const fileOf = (node: string, slot: string, item: unknown): OutputFile | null => {
  // 3D nodes name their file alone, below the output folder; further entries of theirs are camera data.
  if (typeof item === 'string') {
    if ((slot !== '3d' && slot !== 'result') || !/^[^\n]+\.\w{2,5}$/.test(item)) return null;
    const cut = item.replaceAll('\\', '/').lastIndexOf('/');
    return { node, slot, filename: item.slice(cut + 1), subfolder: cut < 0 ? '' : item.slice(0, cut), type: 'output' };
  }
  const { filename, subfolder, type } = asRecord(item);
  if (typeof filename !== 'string' || filename === '') return null;
  const folder = type === 'temp' || type === 'input' ? type : 'output';
  return { node, slot, filename, subfolder: asText(subfolder) ?? '', type: folder };
};
