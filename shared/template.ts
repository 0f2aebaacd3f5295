import { z } from 'zod';

/** A text that a person reads, in both languages. */
export const Localized = z.object({ en: z.string(), ko: z.string() });
export type Localized = z.infer<typeof Localized>;

export const ParameterType = z.enum(['text', 'integer', 'number', 'boolean', 'choice', 'seed', 'image']);
export type ParameterType = z.infer<typeof ParameterType>;
export const ParameterRole = z.enum([
  'prompt',
  'negative',
  'width',
  'height',
  'batch',
  'steps',
  'frames',
  'model',
  /** Turns one ControlNet on or off: a switch, its strength (0 = off), or its model. */
  'controlnet',
]);
export type ParameterRole = z.infer<typeof ParameterRole>;

/** Integers beyond 2^53 are decimal text. */
const Bound = z.union([z.number(), z.string().regex(/^-?\d+$/)]);
const ChoiceValue = z.union([z.string(), z.number(), z.boolean()]);

export const Parameter = z.object({
  key: z.string().regex(/^[a-z][a-z0-9_]*$/),
  type: ParameterType,
  role: ParameterRole.optional(),
  /** JSON Pointers into the graph, for example `/6/inputs/text`. */
  targets: z.array(z.string().startsWith('/')).min(1),
  default: ChoiceValue.optional(),
  min: Bound.optional(),
  max: Bound.optional(),
  step: z.number().positive().optional(),
  /** The choices themselves, or the engine's own list: an input of a node class in `/object_info`. */
  choices: z.union([z.array(ChoiceValue).min(1), z.object({ class: z.string(), input: z.string() })]).optional(),
  label: Localized,
  help: Localized,
});
export type Parameter = z.infer<typeof Parameter>;

export const TemplateLimits = z.object({
  /** width × height */
  pixels: z.int().positive().optional(),
  batch: z.int().positive().optional(),
  steps: z.int().positive().optional(),
  frames: z.int().positive().optional(),
  /** ControlNets that are on at once. */
  controlnets: z.int().nonnegative().optional(),
});
export type TemplateLimits = z.infer<typeof TemplateLimits>;

export const TemplateOutput = z.object({ node: z.string(), kind: z.enum(['image', 'video', 'audio', 'text', 'file']) });
export type TemplateOutput = z.infer<typeof TemplateOutput>;

/** `template.json` beside a `graph.json`. */
export const TemplateFile = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  version: z.int().positive(),
  title: Localized,
  description: Localized.optional(),
  needs: z.object({
    nodes: z.array(z.string()),
    models: z.array(z.object({ folder: z.string(), name: z.string() })),
  }),
  parameters: z.array(Parameter),
  outputs: z.array(TemplateOutput).min(1),
  limits: TemplateLimits.default({}),
});
export type TemplateFile = z.infer<typeof TemplateFile>;

export const TemplateOrigin = z.enum(['shipped', 'own']);
export type TemplateOrigin = z.infer<typeof TemplateOrigin>;

/** A loaded template, as forms and the command line see it: everything but the graph. */
export const Template = TemplateFile.extend({ digest: z.string(), origin: TemplateOrigin });
export type Template = z.infer<typeof Template>;

/** What an engine has and lacks for a template. */
export const Readiness = z.object({
  engine: z.string(),
  missingNodes: z.array(z.string()),
  missingModels: z.array(z.object({ folder: z.string(), name: z.string() })),
  /** Choices that this engine supplies, by parameter key. */
  choices: z.record(z.string(), z.array(ChoiceValue)),
});
export type Readiness = z.infer<typeof Readiness>;

export const TemplateVersion = z.object({
  version: z.int().positive(),
  digest: z.string(),
  seenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type TemplateVersion = z.infer<typeof TemplateVersion>;

/** One literal input of an imported graph that could become a parameter. */
export const ImportCandidate = z.object({
  node: z.string(),
  class: z.string(),
  nodeTitle: z.string(),
  input: z.string(),
  /** As proposed; a person may change label, range and choices before saving. */
  parameter: Parameter,
  /** Whether it looks like something a person wants to set (prompts, seed, size, steps …). */
  isSuggested: z.boolean(),
});
export type ImportCandidate = z.infer<typeof ImportCandidate>;

/** What Hearth found in an API-format workflow that a person wants to bring in. */
export const ImportInspection = z.object({
  suggestedId: z.string(),
  title: z.string(),
  candidates: z.array(ImportCandidate),
  outputs: z.array(TemplateOutput.extend({ class: z.string(), nodeTitle: z.string() })),
  /** Node classes in the graph. */
  classes: z.array(z.string()),
  /** Things to know, as keys of `i18n.templates.importWarnings` with parameters. */
  warnings: z.array(z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
});
export type ImportInspection = z.infer<typeof ImportInspection>;

/** A template that could not be loaded; shown in place, never silently dropped. */
export const TemplateProblem = z.object({
  id: z.string(),
  file: z.string(),
  message: z.string(),
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type TemplateProblem = z.infer<typeof TemplateProblem>;

/** All templates there are, and what could not be loaded. */
export const TemplateList = z.object({ templates: z.array(Template), problems: z.array(TemplateProblem) });
export type TemplateList = z.infer<typeof TemplateList>;
