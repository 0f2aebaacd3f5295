import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Template, TemplateProblem } from '../../shared/template.ts';
import { api } from '../api.ts';
import { eachSnapshot } from './each-snapshot.ts';
import { createLive } from './live.ts';

export interface TemplatesState {
  /** `waiting` until the host has answered once; what was known stays while it is asked again. */
  status: 'waiting' | 'known' | 'failed';
  templates: readonly Template[];
  problems: readonly TemplateProblem[];
  /** Why the list could not be read. */
  error: unknown;
}

const withTemplate = (templates: readonly Template[], changed: Template): Template[] =>
  templates.some(({ id }) => id === changed.id)
    ? templates.map((template) => (template.id === changed.id ? changed : template))
    : [...templates, changed];

/** Every template that can be submitted, and those that could not be loaded. */
export const templatesStore: StoreApi<TemplatesState> = createLive<TemplatesState>(
  { status: 'waiting', templates: [], problems: [], error: null },
  (store) => {
    const load = async (isCurrent: () => boolean): Promise<void> => {
      try {
        const { templates, problems } = await api.call('templates.list', {});
        if (isCurrent()) store.setState({ status: 'known', templates, problems, error: null });
      } catch (error) {
        if (isCurrent() && store.getState().status !== 'known') store.setState({ status: 'failed', error });
      }
    };
    const stops = [
      eachSnapshot((isCurrent) => void load(isCurrent)),
      api.on('template.changed', (template) =>
        store.setState(({ templates }) => ({ templates: withTemplate(templates, template) })),
      ),
      api.on('template.removed', ({ id }) =>
        store.setState(({ templates }) => ({ templates: templates.filter((template) => template.id !== id) })),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
);

/** Reads a narrow part of the list of templates, and keeps the list fresh while it is read. */
export function useTemplates<T>(selector: (state: TemplatesState) => T): T {
  return useStore(templatesStore, selector);
}
