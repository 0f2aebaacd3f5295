import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const storageKey = 'hearth.hiddenIncidents';
/** The oldest go; their incidents are long over. */
const kept = 200;

const read = (): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
};

const hidden = createStore<{ ids: readonly string[] }>(() => ({ ids: read() }));

/** Ids of the incidents whose message the person closed in this browser; a new incident of the same kind speaks up again. */
export const useHiddenIncidents = (): readonly string[] => useStore(hidden, ({ ids }) => ids);

export function hideIncidents(ids: readonly string[]): void {
  hidden.setState(({ ids: before }) => ({ ids: [...before.filter((id) => !ids.includes(id)), ...ids].slice(-kept) }));
  try {
    localStorage.setItem(storageKey, JSON.stringify(hidden.getState().ids));
  } catch {
    // A full or forbidden storage: it is hidden until the page is loaded again.
  }
}
