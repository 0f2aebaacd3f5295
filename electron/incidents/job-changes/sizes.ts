import type { Values } from '../../../shared/job.ts';
import type { JobChange } from '../../../shared/job-change.ts';
import { fitNumber, type JobFacts, type JobNode, nodesOf, type Planner, setInput, specOf } from './job-facts.ts';
import { smallerValues } from './smaller-values.ts';

const changesTo = ({ values, parameters }: JobFacts, wanted: Values): JobChange[] =>
  Object.entries(wanted).flatMap(([key, after]): JobChange[] => {
    const before = values[key] ?? parameters.find((parameter) => parameter.key === key)?.default ?? null;
    return before === after ? [] : [{ op: 'value', key, before, after }];
  });

/** Nodes that make the blank that is drawn on. */
const isBlank = ({ class: name }: JobNode): boolean => /^Empty.*(?:Latent|Image)|Latent(?:Video|Image)$|^Empty.*Video/.test(name);
/** Inputs that cost memory, the one whose loss is felt least first. */
const costly = [['batch_size'], ['length', 'num_frames', 'frames'], ['width', 'height']] as const;

/** Less to compute: by the template's own parameters, else in the nodes that make the blank. Pure. */
export const reduceSize: Planner = (facts) => {
  const smaller = smallerValues(facts.values, facts.parameters);
  if (smaller) return changesTo(facts, smaller);
  for (const names of costly) {
    const changes = nodesOf(facts)
      .filter(isBlank)
      .flatMap((node) =>
        names.flatMap((input) => {
          const now = node.inputs[input];
          if (typeof now !== 'number') return [];
          const less = lessOf(facts, node, input, now);
          return less < now ? setInput(facts, node, input, less) : [];
        }),
      );
    if (changes.length > 0) return changes;
  }
  return [];
};

const lessOf = (facts: JobFacts, node: JobNode, input: string, now: number): number => {
  const spec = specOf(facts, node.class, input);
  if (input === 'batch_size') return 1;
  if (input === 'width' || input === 'height') return fitNumber(spec, now * 0.75, { min: 64, step: 8 });
  // Video models take one frame more than a multiple of their step.
  const least = Number(spec?.options.min ?? 1);
  return least + fitNumber(undefined, now / 2 - least, { min: 0, step: Number(spec?.options.step ?? 1) });
};

const sized: ReadonlySet<string | undefined> = new Set(['width', 'height', 'batch', 'frames']);

/** What asks for more than the template does by itself goes back to that; else less of everything. Pure. */
export const fixSize: Planner = (facts) => {
  const wanted = facts.parameters.flatMap(({ key, role, default: usual }): [string, number][] =>
    sized.has(role) && typeof usual === 'number' && Number(facts.values[key] ?? usual) > usual ? [[key, usual]] : [],
  );
  return wanted.length > 0 ? changesTo(facts, Object.fromEntries(wanted)) : reduceSize(facts);
};

/** Sides that divide by 64. Pure. */
export const equalSizes: Planner = (facts) =>
  nodesOf(facts).flatMap((node) =>
    ['width', 'height'].flatMap((input) => {
      const now = node.inputs[input];
      return typeof now === 'number' && now % 64 !== 0
        ? setInput(facts, node, input, Math.max(64, Math.floor(now / 64) * 64))
        : [];
    }),
  );
