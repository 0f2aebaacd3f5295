import type { EngineMessage } from './client-types.ts';
import { executionErrorOf, outputsOf } from './history-entry.ts';
import { asList, asNumber, asRecord, asText, parseLenient } from './lenient-json.ts';

/**
 * Reads one text frame. null: a kind that says nothing to Hearth (custom nodes send their own), or junk. `now` stands in for a missing
 * time, in ms since the epoch. Pure.
 */
export const textMessageOf = (text: string, now: number): EngineMessage | null => {
  const frame = asRecord(parseLenient(text));
  const data = asRecord(frame.data);
  const promptId = asText(data.prompt_id);
  if (frame.type === 'status') {
    const remaining = asNumber(asRecord(asRecord(data.status).exec_info).queue_remaining);
    return remaining === null ? null : { type: 'status', queueRemaining: remaining };
  }
  // After a reconnect the node at work is told without its prompt.
  if (frame.type === 'executing') return { type: 'executing', promptId, node: asText(data.display_node) ?? asText(data.node) };
  if (frame.type === 'progress') {
    const [value, max] = [asNumber(data.value), asNumber(data.max)];
    return value === null || max === null ? null : { type: 'progress', promptId, node: asText(data.node), value, max };
  }
  if (promptId === null) return null;
  switch (frame.type) {
    case 'execution_start':
      return { type: 'start', promptId, at: asNumber(data.timestamp) ?? now };
    case 'execution_cached':
      return {
        type: 'cached',
        promptId,
        nodes: asList(data.nodes).flatMap((node) => asText(node) ?? []),
        ...(asNumber(data.timestamp) !== null && { at: asNumber(data.timestamp) ?? now }),
      };
    case 'progress_state':
      return { type: 'nodes', promptId, nodes: Object.entries(asRecord(data.nodes)).map(nodeStateOf) };
    case 'executed': {
      const node = asText(data.node) ?? '';
      return { type: 'executed', promptId, node: asText(data.display_node) ?? node, outputs: outputsOf({ [node]: data.output }) };
    }
    case 'execution_success':
      return { type: 'success', promptId, at: asNumber(data.timestamp) ?? now };
    case 'execution_error':
      // A blocked output does not end the prompt, which goes on and may succeed.
      return data.exception_type === 'ExecutionBlocked' ? null : { type: 'error', promptId, error: executionErrorOf(data) };
    case 'execution_interrupted':
      return { type: 'interrupted', promptId };
    default:
      return null;
  }
};

const nodeStateOf = ([key, value]: [string, unknown]): (EngineMessage & { type: 'nodes' })['nodes'][number] => {
  const node = asRecord(value);
  const id = asText(node.node_id) ?? key;
  return {
    id,
    displayId: asText(node.display_node_id) ?? id,
    value: asNumber(node.value) ?? 0,
    max: asNumber(node.max) ?? 0,
    isFinished: node.state === 'finished',
  };
};

/**
 * Reads one binary frame: previews in both forms. Event 1: format and picture. Event 4 (asked for by `feature_flags`): a JSON
 * head that names prompt and type, and picture. null: another kind, or cut. The picture shares the frame's memory. Pure.
 */
export const binaryMessageOf = (frame: Uint8Array): EngineMessage | null => {
  if (frame.byteLength <= 8) return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const event = view.getUint32(0);
  const second = view.getUint32(4);
  if (event === 1) {
    return { type: 'preview', promptId: null, mime: second === 2 ? 'image/png' : 'image/jpeg', bytes: frame.subarray(8) };
  }
  if (event !== 4 || 8 + second >= frame.byteLength) return null;
  const head = asRecord(parseLenient(new TextDecoder().decode(frame.subarray(8, 8 + second))));
  const mime = asText(head.image_type);
  return {
    type: 'preview',
    promptId: asText(head.prompt_id),
    mime: mime === 'image/png' || mime === 'image/webp' ? mime : 'image/jpeg',
    bytes: frame.subarray(8 + second),
  };
};
