import type { GalleryItem } from '../../../shared/contract.ts';
import type { Localized, Template } from '../../../shared/template.ts';

const longest = 80;

/** What a person calls a picture: the first words of its prompt, else its template's title with the seed, else its file name. Pure. */
export const pictureName = (item: GalleryItem, template: Template | undefined, of: (text: Localized) => string): string => {
  const prompt = template?.parameters.find(({ role }) => role === 'prompt');
  const words = prompt ? String(item.values[prompt.key] ?? '').trim() : '';
  if (words !== '') return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
  if (!template) return item.artifact.name;
  return item.seed === null ? of(template.title) : `${of(template.title)} · ${item.seed}`;
};
