import type { Exact } from '../lib/exact-json.ts';
import { isLink, nodeOf, nodesOf } from './graph.ts';

export type PromptSide = 'prompt' | 'negative';
/** Where a literal input stands: node id and input name. */
export const inputKey = (node: string, input: string): string => JSON.stringify([node, input]);

/** Inputs that lead away from the words: what carries models, pixels and noise. */
const notWords =
  /^(model|clip|vae|images?|mask|pixels|latent|latent_image|samples|control_net|noise|sigmas|sampler|clip_vision.*|style_model.*|start_image|end_image|reference.*|video|audio)$/;
/** Literal inputs whose text a person would call the prompt. */
const words = /^(text(_[gl]|_.*)?|clip_[lg]|t5xxl|llama|.*prompt.*|string.*|value|caption|tags|lyrics|description)$/;

/** Inputs of a chosen option are sent as `option.input`. */
const lastPart = (input: string): string => input.slice(input.lastIndexOf('.') + 1);

/** Names that say it themselves, for nodes without a sampler behind them. */
const sayings: readonly (readonly [RegExp, PromptSide])[] = [
  [/^negative(_prompt|_text)?$/, 'negative'],
  [/^(prompt(_text)?|text_prompt|positive_prompt)$/, 'prompt'],
];

/**
 * Literal texts that reach a sampler as what to draw and as what to avoid, found by following its links upstream; a text that
 * reaches both counts as what to draw. Besides, inputs whose name says it; a plain `text` only where nothing else was found. Pure.
 */
export const tracePrompts = (graph: { [id: string]: Exact }): Map<string, PromptSide> => {
  const found = new Map<string, PromptSide>();
  const follow = (start: string, side: PromptSide): void => {
    const seen = new Set<string>();
    const waiting = [start];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const node = nodeOf(graph, id);
      if (node === undefined || seen.has(id)) continue;
      seen.add(id);
      // A node that passes both sides through, as control nets do, is followed on one side only.
      const own = side === 'prompt' ? 'positive' : 'negative';
      const hasSides = isLink(node.inputs.positive) || isLink(node.inputs.negative);
      for (const [input, value] of Object.entries(node.inputs)) {
        if (isLink(value)) {
          if (hasSides ? input === own : !notWords.test(input)) waiting.push(value[0]);
        } else if (typeof value === 'string' && words.test(input)) {
          const key = inputKey(id, input);
          if (!found.has(key)) found.set(key, side);
        }
      }
    }
  };
  const nodes = nodesOf(graph);
  const from = (name: string, side: PromptSide, isStart: (type: string) => boolean = () => true): void => {
    for (const [, { class_type, inputs }] of nodes) {
      const link = inputs[name];
      if (isLink(link) && isStart(class_type)) follow(link[0], side);
    }
  };
  from('positive', 'prompt');
  from('conditioning', 'prompt', (type) => /guider/i.test(type));
  from('cond1', 'prompt');
  from('negative', 'negative');
  const name = (patterns: typeof sayings): void => {
    for (const [id, { inputs }] of nodes) {
      for (const [input, value] of Object.entries(inputs)) {
        const side = typeof value === 'string' ? patterns.find(([pattern]) => pattern.test(lastPart(input)))?.[1] : undefined;
        if (side !== undefined && !found.has(inputKey(id, input))) found.set(inputKey(id, input), side);
      }
    }
  };
  name(sayings);
  if (found.size === 0) name([[/^(text|tags|lyrics)$/, 'prompt']]);
  return found;
};

/** Nodes from which an output is made, the outputs among them. Pure. */
export const upstreamOf = (graph: { [id: string]: Exact }, outputs: readonly string[]): Set<string> => {
  const seen = new Set<string>();
  const waiting = [...outputs];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodeOf(graph, id);
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    for (const value of Object.values(node.inputs)) if (isLink(value)) waiting.push(value[0]);
  }
  return seen;
};
