import type { BenchmarkSample } from '../../shared/benchmark.ts';
import type { EngineMessage } from '../engine/client-types.ts';

/** A message with the moment of its arrival, in ms of a clock that never jumps. */
export interface HeardMessage {
  at: number;
  message: EngineMessage;
}

type PromptTimes = Pick<BenchmarkSample, 'nodes' | 'stepMs' | 'loadMs'> & {
  /** Moment when the end was heard; null: it was not. */
  endedAt: number | null;
};

/**
 * What the messages of one prompt tell of its time. A node takes until the next one begins, or the prompt ends; the sampler is the node
 * with the most steps. Messages are late when the machine is busy: where the engine tells its own time (cached, success), that is when
 * the first node began and all had ended. `classOf` gives a node's class. Pure.
 */
export const timePrompt = (heard: readonly HeardMessage[], promptId: string, classOf: (node: string) => string): PromptTimes => {
  const mine = heard.filter(({ message }) => 'promptId' in message && message.promptId === promptId);
  const { cachedAt, successAt } = ownMoments(mine);
  const nodes = new Map<string, number>();
  const steps = new Map<string, number[]>();
  let current: { id: string; since: number } | null = null;
  let last: { node: string; value: number; at: number } | null = null;
  let endedAt: number | null = null;
  for (const { at, message } of mine) {
    if (message.type === 'executing') {
      const isFirst = current === null && nodes.size === 0;
      const isEnd = message.node === null;
      // Nothing begins after the end, however late its message came.
      const latest = Math.min(at, (isFirst ? cachedAt : successAt) ?? at);
      const moment: number = Math.max(latest, current?.since ?? latest);
      if (current) nodes.set(current.id, (nodes.get(current.id) ?? 0) + moment - current.since);
      current = message.node === null ? null : { id: message.node, since: moment };
      last = null;
      if (isEnd) endedAt = at;
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
  if (!mine.some(({ message }) => message.type === 'start')) return { nodes: null, stepMs: [], loadMs: null, endedAt };
  const timed = [...nodes].map(([id, ms]) => ({ id, class: classOf(id), ms }));
  const loaders = timed.filter((node) => /Loader/.test(node.class));
  const stepMs = [...steps.values()].reduce<number[]>((most, of) => (of.length > most.length ? of : most), []);
  return { nodes: timed, stepMs, loadMs: loaders.length > 0 ? loaders.reduce((sum, { ms }) => sum + ms, 0) : null, endedAt };
};

/**
 * When the engine had looked through its cache, and when it had finished, on the clock of arrivals; null: it did not say. The two clocks
 * are as far apart as for the message that came with the least delay.
 */
const ownMoments = (heard: readonly HeardMessage[]): { cachedAt: number | null; successAt: number | null } => {
  const told = heard.flatMap(({ at, message }) =>
    (message.type === 'start' || message.type === 'cached' || message.type === 'success') && message.at !== undefined
      ? [{ type: message.type, own: message.at, apart: at - message.at }]
      : [],
  );
  const apart = Math.min(...told.map((one) => one.apart));
  const momentOf = (type: 'cached' | 'success'): number | null => {
    const found = told.find((one) => one.type === type);
    return found ? found.own + apart : null;
  };
  return { cachedAt: momentOf('cached'), successAt: momentOf('success') };
};
