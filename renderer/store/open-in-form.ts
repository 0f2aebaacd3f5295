import { randomSeed } from '../../shared/check-value.ts';
import type { Values } from '../../shared/job.ts';
import type { JobChanges } from '../../shared/job-change.ts';
import type { Template } from '../../shared/template.ts';
import { go, selectTemplate, setDraft, setOrigin } from './view.ts';

/** The draft that shows what a job was made with; what this version of the template does not know is left out. Pure. */
export const draftOf = (template: Template, values: Values, seed: string | null): Values => {
  const draft: Values = {};
  for (const parameter of template.parameters) {
    const given = values[parameter.key];
    // A job keeps the drawn seed beside its values where they say "random".
    const isDrawn = parameter.type === 'seed' && (given === undefined || given === randomSeed);
    const value = isDrawn ? (seed ?? given) : given;
    if (value === undefined) continue;
    const isTyped = parameter.type === 'integer' || parameter.type === 'number' || parameter.type === 'seed';
    draft[parameter.key] = isTyped ? String(value) : value;
  }
  return draft;
};

/**
 * Fills the template's form with what a job or a picture was made with, and goes there. `origin`: the job that is edited; what is queued
 * next from this form keeps it, and what a remedy changed in its graph.
 */
export const openInForm = (
  template: Template,
  values: Values,
  seed: string | null,
  origin: { id: string; changes?: JobChanges | undefined } | null = null,
): void => {
  selectTemplate(template.id);
  setDraft(template.id, draftOf(template, values, seed));
  setOrigin(template.id, origin?.id ?? null, origin?.changes);
  go('generate');
};
