import type { EngineMessage } from '../engine/client-types.ts';

/** A node of the graph that runs. */
export interface GraphNode {
  id: string;
  class: string;
  title: string;
}

interface ProgressFacts {
  ratio: number;
  step: { value: number; max: number } | null;
  node: GraphNode | null;
  /** null until one step was measured. */
  remainingMs: number | null;
}

/** Follows one attempt. Pure but for what it remembers: the same messages at the same times give the same facts. */
export interface Progress {
  /** `at` in ms of a clock that never jumps. */
  see(message: EngineMessage, at: number): void;
  facts(at: number): ProgressFacts;
}

/** Share of a node's weight that passes by time alone is 1 - e^(-t / this): it creeps, so that a long load never looks dead. */
const creepMs = 30_000;
/** What neither time nor a bar that may come again can fill. */
const ceiling = 0.95;

/** How long a node takes beside others, guessed from its class until its steps are measured. Pure. */
const weightOf = (nodeClass: string): number => {
  if (/sampler/i.test(nodeClass)) return 20;
  if (/vae|upscale|decode|encode(?!r)|video|interpolat/i.test(nodeClass)) return 3;
  if (/load|checkpoint/i.test(nodeClass)) return 3;
  return 1;
};

interface Running {
  node: GraphNode;
  weight: number;
  since: number;
  /** Filled by bars that ended before the current one. */
  floor: number;
  bar: { value: number; max: number; firstAt: number; firstValue: number; at: number } | null;
}

/**
 * One ratio for the whole graph: each node weighs what its class suggests, cached ones weigh nothing, a node at work counts by its
 * bar, and slowly by time while it has none. It never falls: ratios only replace smaller ones.
 */
export const createProgress = (graph: readonly GraphNode[]): Progress => {
  const nodes = new Map(graph.map((node) => [node.id, node]));
  const done = new Set<string>();
  const cached = new Set<string>();
  let running: Running | null = null;
  let best = 0;

  const weigh = (id: string): number => weightOf(nodes.get(id)?.class ?? '');
  const total = (): number =>
    Math.max(
      1,
      graph.reduce((sum, { id }) => sum + (cached.has(id) ? 0 : weigh(id)), 0),
    );
  const finish = (id: string): void => {
    if (!cached.has(id)) done.add(id);
  };
  const enter = (id: string, at: number): void => {
    if (running?.node.id === id) return;
    if (running) finish(running.node.id);
    const node = nodes.get(id) ?? nodes.get(parentOf(id));
    running = node && !done.has(node.id) ? { node, weight: weigh(node.id), since: at, floor: 0, bar: null } : running;
  };
  const step = (id: string, value: number, max: number, at: number): void => {
    enter(id, at);
    if (!running || !(max > 0)) return;
    const { bar } = running;
    // A bar that starts again (two samplers in one node, tiles) fills what the one before left open.
    if (bar && (value < bar.value || max !== bar.max)) running.floor = filled(running);
    running.bar =
      bar && value >= bar.value && max === bar.max
        ? { ...bar, value, at: value > bar.value ? at : bar.at }
        : { value, max, firstAt: at, firstValue: value, at };
  };
  const filled = ({ floor, bar }: Running): number =>
    bar ? floor + (1 - floor) * Math.min(1, bar.value / bar.max) * ceiling : floor;

  return {
    see(message, at) {
      if (message.type === 'cached') for (const id of message.nodes) cached.add(id);
      else if (message.type === 'executing' && message.node !== null) enter(message.node, at);
      else if (message.type === 'executed') finish(message.node);
      else if (message.type === 'progress' && message.node !== null) step(message.node, message.value, message.max, at);
      else if (message.type === 'nodes')
        for (const node of message.nodes) {
          if (node.isFinished) finish(node.displayId);
          // Every node reports 0 of 1 when it begins: that is no bar.
          else if (node.max > 1) step(node.displayId, node.value, node.max, at);
          else enter(node.displayId, at);
        }
    },
    facts(at) {
      const whole = total();
      const finished = [...done].reduce((sum, id) => sum + (nodes.has(id) ? weigh(id) : 0), 0);
      const isRunning = running !== null && !done.has(running.node.id);
      const crept = running && isRunning ? (1 - filled(running)) * (1 - Math.exp((running.since - at) / creepMs)) * 0.5 : 0;
      const now = running && isRunning ? running.weight * Math.min(ceiling, filled(running) + crept) : 0;
      best = Math.max(best, Math.min(0.999, (finished + now) / whole));
      const bar = isRunning ? (running?.bar ?? null) : null;
      return {
        ratio: best,
        step: bar ? { value: bar.value, max: bar.max } : null,
        node: isRunning ? (running?.node ?? null) : null,
        remainingMs: running && isRunning ? remaining(running, whole - finished, at) : null,
      };
    },
  };
};

/** From the pace of the bar: what it has left, and what the nodes after it weigh beside it. */
const remaining = ({ bar, weight }: Running, weightLeft: number, at: number): number | null => {
  if (!bar || bar.value <= bar.firstValue) return null;
  const stepMs = (bar.at - bar.firstAt) / (bar.value - bar.firstValue);
  const inBar = Math.max(0, (bar.max - bar.value) * stepMs - (at - bar.at));
  const after = Math.max(0, weightLeft - weight) * ((stepMs * bar.max) / weight);
  return Math.round(inBar + after);
};

/** Nodes made while running are called `outer.0.0.inner`, those of subgraphs `outer:inner`. */
const parentOf = (id: string): string => id.split(/[.:]/, 1).join('');
