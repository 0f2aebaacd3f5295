import type { Job } from '../../shared/job.ts';
import type { Localized, Template } from '../../shared/template.ts';

const longestWords = 60;

/** What a person calls a job: the first words of its prompt, else its template's title, else the template's id. Pure. */
export function jobTitle(job: Job, template: Template | undefined, of: (text: Localized) => string): string {
  const prompt = template?.parameters.find((parameter) => parameter.role === 'prompt');
  const words = prompt ? String(job.values[prompt.key] ?? prompt.default ?? '').trim() : '';
  if (words !== '') return words.length > longestWords ? `${words.slice(0, longestWords).trimEnd()}…` : words;
  return template ? of(template.title) : job.template;
}
