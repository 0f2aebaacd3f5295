import type { Batch } from '../../../shared/batch.ts';
import type { Localized, Template } from '../../../shared/template.ts';
import type { Words } from '../../i18n/use-words.ts';

const longestTitle = 60;
const shownValues = 5;
const longestValue = 24;

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text);

/** What a person calls a batch: its prompt where all share one, else its template. Pure. */
export const batchTitle = (batch: Batch, template: Template | undefined, of: (text: Localized) => string): string => {
  const prompt = template?.parameters.find(({ role }) => role === 'prompt')?.key;
  const words = prompt === undefined ? '' : String(batch.values[prompt] ?? '').trim();
  return cut(words === '' ? (template ? of(template.title) : batch.template) : words, longestTitle);
};

/** What its jobs differ in: "CFG 5, 7, 9 · Steps 10, 20 · 4 seeds". Pure but for the language. */
export const batchValues = (batch: Batch, template: Template | undefined, { t, of, format }: Words): string => {
  const label = (key: string): string => {
    const parameter = template?.parameters.find((known) => known.key === key);
    return parameter ? of(parameter.label) : key;
  };
  const axes = batch.axes.map(({ key, count, values }) => {
    const shown = values.slice(0, shownValues).map((value) => cut(String(value), longestValue));
    return `${label(key)} ${shown.join(', ')}${count > shown.length ? ` … (${format.number(count)})` : ''}`;
  });
  const seeds = batch.seeds > 1 ? [t('batches.vary.seeds', { count: batch.seeds, n: format.number(batch.seeds) })] : [];
  const title = template ? of(template.title) : batch.template;
  return [...(batchTitle(batch, template, of) === title ? [] : [title]), ...axes, ...seeds].join(' · ');
};

/** How far it is, in words: done, then everything that is not. Pure but for the language. */
export const batchState = ({ count, counts, endedAt }: Batch, { t, format }: Words): string => {
  const params = { done: format.number(counts.succeeded), n: format.number(count) };
  const part = (key: 'waiting' | 'running' | 'failed' | 'needsYou' | 'cancelled', n: number): string[] =>
    n === 0 ? [] : [t(`batches.row.${key}`, { count: n, n: format.number(n) })];
  if (counts.succeeded === count) return t('batches.row.all', params);
  return [
    t('batches.row.done', params),
    ...part('running', counts.submitted + counts.running),
    ...(endedAt === null ? part('waiting', counts.queued + counts.failed_retryable) : []),
    ...part('needsYou', counts.dead_letter + counts.held),
    ...part('failed', counts.failed_terminal),
    ...part('cancelled', counts.cancelled),
  ].join(' · ');
};
