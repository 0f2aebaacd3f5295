import { AppError } from '../../shared/app-error.ts';
import { checkValue, maxSeed } from '../../shared/check-value.ts';
import type { Value } from '../../shared/job.ts';
import type { Parameter, TemplateFile } from '../../shared/template.ts';
import { wholeNumber } from '../../shared/whole-number.ts';
import type { ErrorKey, WordParams } from '../../shared/words.ts';
import { type Exact, isRawNumber } from '../lib/exact-json.ts';
import { isLiteral, isNode, type Literal, nodeOf } from './graph.ts';
import { parsePointer, valueAt } from './pointer.ts';

type Graph = { [node: string]: Exact };

/** A graph's own value as a parameter's default. Pure. */
const asValue = (literal: Literal): Value => (isRawNumber(literal) ? literal.rawJSON : literal);

/** A parameter's own rules: choices where there must be some, bounds that are whole and in order. */
const boundsFault = ({ type, min, max, choices }: Parameter): { where: string; detail: string } | null => {
  if (type === 'choice' && choices === undefined) return { where: 'choices', detail: 'a choice needs choices' };
  if (type !== 'choice' && choices !== undefined)
    return { where: 'choices', detail: `a parameter of type ${type} has no choices` };
  const bounds = [
    ['min', min],
    ['max', max],
  ] as const;
  for (const [where, bound] of bounds) {
    if (bound === undefined) continue;
    if (type !== 'integer' && type !== 'seed' && type !== 'number') return { where, detail: 'only numbers have a range' };
    if (type === 'number') continue;
    const whole = wholeNumber(bound);
    if (whole === null) return { where, detail: 'must be a whole number, beyond 2^53 as text' };
    if (type === 'seed' && (whole < 0n || whole > maxSeed)) return { where, detail: `seeds go from 0 to ${maxSeed}` };
  }
  if (min !== undefined && max !== undefined) {
    const isInOrder = type === 'number' ? Number(min) <= Number(max) : (wholeNumber(min) ?? 0n) <= (wholeNumber(max) ?? 0n);
    if (!isInOrder) return { where: 'min', detail: 'is above max' };
  }
  return null;
};

/**
 * Checks a template against its graph: every target stands at a plain value of an input, no two parameters set the same one, outputs
 * exist and keep something. Answers with the parameters, those without a default (but seeds and pictures) given the graph's own value.
 * Throws AppError naming `file` and the place at fault. Pure.
 */
export const checkTemplate = (template: TemplateFile, graph: Graph, file: string): Parameter[] => {
  const fail = (key: ErrorKey, params: WordParams = {}): never => {
    throw new AppError('invalid-input', key, { file, ...params });
  };
  for (const [node, value] of Object.entries(graph)) if (!isNode(value)) fail('templateNotApi', { node });

  const outputs = new Set<string>();
  for (const { node } of template.outputs) {
    if (nodeOf(graph, node) === undefined) fail('templateOutputMissing', { node });
    if (outputs.has(node)) fail('templateOutputTwice', { node });
    outputs.add(node);
  }
  if (!template.outputs.some(({ node, kind }) => kind === 'text' || hasPrefix(graph, node))) fail('templateOnlyPreviews');

  const keys = new Set<string>();
  const setBy = new Map<string, string>();
  return template.parameters.map((parameter, place) => {
    const { key } = parameter;
    if (keys.has(key)) fail('templateKeyTwice', { key });
    keys.add(key);
    const fault = boundsFault(parameter);
    if (fault) fail('templateInvalid', { where: `parameters.${place}.${fault.where}`, detail: `${key}: ${fault.detail}` });

    const literals = parameter.targets.map((target) => {
      const tokens = parsePointer(target);
      const value = valueAt(graph, tokens);
      if (value === undefined) return fail('templateTargetMissing', { key, target });
      // Only inputs are a parameter's business, and the parts of a link are no values.
      const isInput = tokens.length >= 3 && tokens[1] === 'inputs' && !isInsideLink(graph, tokens);
      if (!isInput || !isLiteral(value)) return fail('templateTargetLink', { key, target });
      if (outputs.has(tokens[0] ?? '') && tokens[2] === 'filename_prefix') fail('templateTargetPrefix', { key, target });
      const other = setBy.get(target);
      if (other !== undefined) fail('templateTargetTwice', { key, other, target });
      setBy.set(target, key);
      return asValue(value);
    });

    const isLeftOpen = parameter.type === 'seed' || parameter.type === 'image';
    const start = parameter.default ?? (isLeftOpen ? undefined : literals[0]);
    if (start === undefined) return parameter;
    const checked = checkValue(parameter, start);
    if (checked.ok) return { ...parameter, default: checked.value };
    return fail('templateDefault', { key, given: checked.issue.params.given ?? String(start) });
  });
};

/** Whether a node names its own files, so that Hearth can find them again. Pure. */
export const hasPrefix = (graph: Graph, node: string): boolean =>
  Object.hasOwn(nodeOf(graph, node)?.inputs ?? {}, 'filename_prefix');

const isInsideLink = (graph: Graph, tokens: readonly string[]): boolean =>
  tokens.some(
    (_, length) => length > 0 && Array.isArray(valueAt(graph, tokens.slice(0, length))) && tokens[length - 1] !== '__value__',
  );
