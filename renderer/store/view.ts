import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Values } from '../../shared/job.ts';
import type { JobChanges } from '../../shared/job-change.ts';
import { type Place, placeOf, readPlace } from './place.ts';

/** What only this page knows: where the person is and what they are typing. Never facts of the host. */
export interface ViewState {
  place: Place;
  /** Template on the Generate screen; null = the first ready one. */
  template: string | null;
  /** What was typed and not yet queued, by template id. Only keys that differ from the default. */
  drafts: Readonly<Record<string, Values>>;
  /** The job whose values a draft was taken from to be edited, by template id. */
  origins: Readonly<Record<string, string>>;
  /** What a remedy changed in that job's graph and what is queued next keeps, by template id. */
  keptChanges: Readonly<Record<string, JobChanges>>;
  /** The choice of an engine fills the page; at the first run it does so anyway. */
  isSettingUp: boolean;
  isHelpOpen: boolean;
}

const storageKey = 'hearth.view';

/** What an earlier page of this browser left; anything unreadable counts as nothing. */
function readStored(): Pick<ViewState, 'template' | 'drafts'> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return { template: null, drafts: {} };
    const template = 'template' in stored && typeof stored.template === 'string' ? stored.template : null;
    const drafts = 'drafts' in stored && typeof stored.drafts === 'object' && stored.drafts !== null ? stored.drafts : {};
    // Values are checked again by the form that shows them, so a stale key does no harm.
    return { template, drafts: drafts as Record<string, Values> };
  } catch {
    return { template: null, drafts: {} };
  }
}

export const viewStore = createStore<ViewState>(() => ({
  place: readPlace(),
  ...readStored(),
  origins: {},
  keptChanges: {},
  isSettingUp: false,
  isHelpOpen: false,
}));

viewStore.subscribe((state, before) => {
  if (state.template === before.template && state.drafts === before.drafts) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ template: state.template, drafts: state.drafts }));
  } catch {
    // A full or forbidden storage costs only the memory of this draft.
  }
});

/** Reads a narrow part of the page's own state. */
export function useView<T>(selector: (state: ViewState) => T): T {
  return useStore(viewStore, selector);
}

/** Goes to a screen, and to one thing on it; the browser's back button returns. */
export function go(screen: Place['screen'], id: string | null = null): void {
  window.location.hash = placeOf({ screen, id });
}

/** Follows the address: back, forward, links. Returns the way to stop. */
export function followHash(): () => void {
  const follow = (): void => viewStore.setState({ place: readPlace() });
  follow();
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
}

export const selectTemplate = (id: string): void => viewStore.setState({ template: id });

/** Replaces what was typed for a template. */
export const setDraft = (template: string, values: Values): void => editDraft(template, () => values);

/** Changes what was typed for a template, as it is at this moment. */
export const editDraft = (template: string, edit: (before: Values) => Values): void =>
  viewStore.setState(({ drafts }) => ({ drafts: { ...drafts, [template]: edit(drafts[template] ?? {}) } }));

export const clearDraft = (template: string): void => {
  setOrigin(template, null);
  viewStore.setState((state) => {
    const { [template]: _gone, ...drafts } = state.drafts;
    return { drafts };
  });
};

/** From which job the draft of a template was taken, with what a remedy had changed in its graph; null: from none. */
export const setOrigin = (template: string, origin: string | null, changes?: JobChanges): void => {
  setKeptChanges(template, origin === null ? null : (changes ?? null));
  viewStore.setState((state) => {
    const { [template]: _before, ...origins } = state.origins;
    return { origins: origin === null ? origins : { ...origins, [template]: origin } };
  });
};

/** null: what is queued next is made without them. Those of values are left out: they stand in the form. */
export const setKeptChanges = (template: string, kept: JobChanges | null): void =>
  viewStore.setState((state) => {
    const { [template]: _before, ...others } = state.keptChanges;
    const changes = kept?.changes.filter(({ op }) => op !== 'value') ?? [];
    return { keptChanges: kept === null || changes.length === 0 ? others : { ...others, [template]: { ...kept, changes } } };
  });

export const setSettingUp = (isSettingUp: boolean): void => viewStore.setState({ isSettingUp });

export const setHelpOpen = (isHelpOpen: boolean): void => viewStore.setState({ isHelpOpen });
