import { z } from 'zod';
import { Nothing } from './call-shapes.ts';
import {
  ImportInspection,
  Localized,
  Parameter,
  Readiness,
  Template,
  TemplateLimits,
  TemplateList,
  TemplateOutput,
  TemplateVersion,
} from './template.ts';

/** What a client can ask, order, and be told about templates. */
export const templateContract = {
  queries: {
    /** Any version that was ever here, also of a template that is gone. */
    'templates.get': { input: z.object({ id: z.string(), version: z.int().positive().optional() }), output: Template },
    'templates.list': { input: Nothing, output: TemplateList },
    'templates.readiness': {
      input: z.object({ id: z.string(), engine: z.string().optional() }),
      output: z.object({ readiness: z.array(Readiness) }),
    },
    'templates.versions': { input: z.object({ id: z.string() }), output: z.object({ versions: z.array(TemplateVersion) }) },
    'templates.inspect': {
      input: z.object({ text: z.string().max(50_000_000), fileName: z.string().optional() }),
      output: ImportInspection,
    },
  },
  commands: {
    'templates.save': {
      /** Version 1 of a new id; the next version of one's own that changed. */
      input: z.object({
        id: z.string(),
        title: Localized,
        graph: z.string(),
        parameters: z.array(Parameter),
        outputs: z.array(TemplateOutput).min(1),
        /** Those of the version before when absent. */
        limits: TemplateLimits.optional(),
      }),
      output: Template,
    },
    'templates.rollback': { input: z.object({ id: z.string(), version: z.int().positive() }), output: Template },
    'templates.remove': { input: z.object({ id: z.string() }), output: Nothing },
    /** Reads the folders again: templates that were put there, changed or taken away by hand. */
    'templates.reload': { input: Nothing, output: TemplateList },
  },
  events: {
    'template.changed': Template,
    'template.removed': z.object({ id: z.string() }),
    /** The folders were read again: this is all there is. */
    'templates.read': TemplateList,
  },
} as const;
