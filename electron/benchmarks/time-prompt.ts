import type { BenchmarkSample } from '../../shared/benchmark.ts';
import type { EngineMessage } from '../engine/client-types.ts';

/** A message with the moment of its arrival, in ms of a clock that never jumps. */
export interface HeardMessage {
  at: number;
  message: EngineMessage;
}

type PromptTimes = Pick<BenchmarkSample, 'nodes' | 'stepMs' | 'loadMs'> & {
  /** Moment of the end; null: it was not heard. */
  endedAt: number | null;
};

/**
 * What the messages of one prompt tell of its time. A node takes until the next one begins, or the prompt ends; the sampler is the node
 * with the most steps. `classOf` gives a node's class. Pure.
 */
export const timePrompt = (heard: readonly HeardMessage[], promptId: string, classOf: (node: string) => string): PromptTimes => {
  const nodes = new Map<string, number>();
  const steps = new Map<string, number[]>();
  let current: { id: string; since: number } | null = null;
  let last: { node: string; value: number; at: number } | null = null;
  let endedAt: number | null = null;
  let isWhole = false;
  for (const { at, message } of heard) {
    if (!('promptId' in message) || message.promptId !== promptId) continue;
    if (message.type === 'start') isWhole = true;
    else if (message.type === 'executing') {
      if (current) nodes.set(current.id, (nodes.get(current.id) ?? 0) + at - current.since);
      current = message.node === null ? null : { id: message.node, since: at };
      last = null;
      if (message.node === null) endedAt = at;
    } else if (message.type === 'progress' && message.node !== null) {
      const before: { value: number; at: number } | null =
        last?.node === message.node ? last : current?.id === message.node ? { value: 0, at: current.since } : null;
      const done = before ? message.value - before.value : 0;
      const of = steps.get(message.node) ?? [];
      for (let i = 0; before && i < done; i++) of.push((at - before.at) / done);
      steps.set(message.node, of);
      last = { node: message.node, value: message.value, at };
    }
  }
  if (!isWhole) return { nodes: null, stepMs: [], loadMs: null, endedAt };
  const timed = [...nodes].map(([id, ms]) => ({ id, class: classOf(id), ms }));
  const loaders = timed.filter((node) => /Loader/.test(node.class));
  const stepMs = [...steps.values()].reduce<number[]>((most, of) => (of.length > most.length ? of : most), []);
  return { nodes: timed, stepMs, loadMs: loaders.length > 0 ? loaders.reduce((sum, { ms }) => sum + ms, 0) : null, endedAt };
};
