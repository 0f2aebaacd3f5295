import { meantChoice, otherPrecision } from '../../../shared/choices.ts';
import type { Value } from '../../../shared/job.ts';
import type { JobChange } from '../../../shared/job-change.ts';
import {
  faultNodes,
  type InputSpec,
  isLink,
  type JobFacts,
  type JobNode,
  nodesOf,
  numberOf,
  type Planner,
  setInput,
  specOf,
} from './job-facts.ts';

const isNumeric = ({ type }: InputSpec): boolean => type === 'INT' || type === 'FLOAT';

/** A value that an input takes, nearest to what stands there; null: what stands there is taken. */
const allowed = (spec: InputSpec, now: Value): Value | null => {
  const { choices, options } = spec;
  if (choices) {
    if (choices.length === 0 || choices.includes(now)) return null;
    const file = typeof now === 'string' ? now.split(/[\\/]/).at(-1) : undefined;
    const sameFile = choices.find((choice) => typeof choice === 'string' && choice.split(/[\\/]/).at(-1) === file);
    return (
      meantChoice(now, choices) ??
      sameFile ??
      (typeof now === 'string' ? otherPrecision(now, choices) : undefined) ??
      choices.find((choice) => choice === options.default) ??
      choices[0] ??
      null
    );
  }
  if (!isNumeric(spec)) return null;
  const number = Number(now);
  // A seed beyond 2^53 is text, and is taken.
  if (!Number.isFinite(number) || (typeof now === 'string' && !Number.isSafeInteger(number)))
    return Number.isFinite(number) ? null : (numberOf(options.default) ?? numberOf(options.min));
  const [min, max] = [numberOf(options.min), numberOf(options.max)];
  if (min !== null && number < min) return min;
  return max !== null && number > max ? max : null;
};

const withAllowed = (facts: JobFacts, node: JobNode, only: string | null): JobChange[] =>
  Object.entries(node.inputs).flatMap(([input, now]) => {
    const spec = only === null || only === input ? specOf(facts, node.class, input) : undefined;
    const value = spec && !isLink(now) ? allowed(spec, now) : null;
    return value === null ? [] : setInput(facts, node, input, value);
  });

/** The named input, else every one that this engine refuses, gets the nearest value that it takes. Pure. */
export const allowedValue: Planner = (facts) => {
  const named = faultNodes(facts).flatMap((node) => withAllowed(facts, node, facts.fault.input));
  return named.length > 0 ? named : nodesOf(facts).flatMap((node) => withAllowed(facts, node, null));
};

/** What must be there and is not: the usual value, or a link to the only output of that type. */
const withMissing = (facts: JobFacts, node: JobNode): JobChange[] =>
  (facts.classes?.get(node.class)?.inputs ?? [])
    .filter(({ name, isRequired }) => isRequired && !Object.hasOwn(node.inputs, name))
    .flatMap((spec): JobChange[] => {
      const { name, choices, options } = spec;
      const usual = choices ? (choices.find((choice) => choice === options.default) ?? choices[0]) : options.default;
      if (typeof usual === 'string' || typeof usual === 'number' || typeof usual === 'boolean')
        return [{ op: 'input', node: node.id, class: node.class, input: name, before: null, after: usual }];
      const sources = nodesOf(facts).flatMap(({ id, class: of }) =>
        (facts.classes?.get(of)?.outputs ?? []).flatMap((type, slot): [string, number][] =>
          id !== node.id && type === spec.type ? [[id, slot]] : [],
        ),
      );
      const [source] = sources;
      return source && sources.length === 1
        ? [{ op: 'input', node: node.id, class: node.class, input: name, before: null, after: source }]
        : [];
    });

/** Pure. */
export const connectInput: Planner = (facts) => {
  const named = faultNodes(facts).flatMap((node) => withMissing(facts, node));
  return named.length > 0 ? named : nodesOf(facts).flatMap((node) => withMissing(facts, node));
};

/** As a fresh copy of the node would be: what is missing is there, and what is refused is as usual. Pure. */
export const renewNode: Planner = (facts) => {
  const nodes = faultNodes(facts);
  return (nodes.length > 0 ? nodes : nodesOf(facts)).flatMap((node) => [
    ...withMissing(facts, node),
    ...withAllowed(facts, node, null),
  ]);
};

/** Inputs by their name, each with what may be chosen there. */
const choosers = (facts: JobFacts, nodes: readonly JobNode[], name: RegExp) =>
  nodes.flatMap((node) =>
    (facts.classes?.get(node.class)?.inputs ?? [])
      .filter((spec) => name.test(spec.name) && !isLink(node.inputs[spec.name]))
      .map((spec) => ({ node, spec, now: node.inputs[spec.name] })),
  );

/** The node at fault computes on the processor. Pure. */
export const nodeOnCpu: Planner = (facts) =>
  choosers(facts, faultNodes(facts), /device|provider/i).flatMap(({ node, spec }) => {
    const cpu = spec.choices?.find((choice) => /^cpu(?:executionprovider)?$/i.test(String(choice)));
    return cpu === undefined ? [] : setInput(facts, node, spec.name, cpu);
  });

/** PyTorch's own attention, wherever it can be chosen. Pure. */
export const chooseSdpa: Planner = (facts) =>
  choosers(facts, nodesOf(facts), /att(?:entio)?n/i).flatMap(({ node, spec }) => {
    const sdpa = spec.choices?.find((choice) => /^(?:sdpa|pytorch)$/i.test(String(choice)));
    return sdpa === undefined ? [] : setInput(facts, node, spec.name, sdpa);
  });

/** What saves video memory in the node at fault, or in all, is off. Pure. */
export const freeVramInNode: Planner = (facts) => {
  const at = faultNodes(facts);
  return choosers(facts, at.length > 0 ? at : nodesOf(facts), /4.?bit|low_?vram|offload/i).flatMap(({ node, spec, now }) =>
    now === true ? setInput(facts, node, spec.name, false) : [],
  );
};

/** One value for all of them: what most have, of those that each can have. */
const alike = (facts: JobFacts, name: RegExp): JobChange[] => {
  const found = choosers(facts, nodesOf(facts), name).filter(({ spec, now }) => spec.choices !== null && now !== undefined);
  if (new Set(found.map(({ now }) => now)).size < 2) return [];
  const common = found.flatMap(({ now }) => (now !== undefined && !isLink(now) ? [now] : []));
  const count = (value: Value): number => common.filter((other) => other === value).length;
  const [best] = [...new Set(common)]
    .filter((value) => found.every(({ spec }) => spec.choices?.includes(value)))
    .sort((a, b) => count(b) - count(a));
  return best === undefined ? [] : found.flatMap(({ node, spec }) => setInput(facts, node, spec.name, best));
};

/** Pure. */
export const sameDevice: Planner = (facts) => alike(facts, /(?:^|_)device$/i);
/** Pure. */
export const samePrecision: Planner = (facts) => alike(facts, /precision|dtype/i);

/** Videos are saved without their sound. Pure. */
export const withoutSound: Planner = (facts) =>
  nodesOf(facts).flatMap((node): JobChange[] => {
    const before = node.inputs.audio;
    const spec = specOf(facts, node.class, 'audio');
    return isLink(before) && spec?.isRequired === false
      ? [{ op: 'input', node: node.id, class: node.class, input: 'audio', before, after: null }]
      : [];
  });
