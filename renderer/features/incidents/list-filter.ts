import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { IncidentFilter } from '../../../shared/incident.ts';
import type { HeatDay } from './heat-days.ts';

/** How the list is narrowed; kept while a person looks at one incident. */
export interface ListFilter {
  state: 'unsettled' | 'settled' | 'all';
  cause: string | null;
  engine: string | null;
  /** Day in the reader's time zone. */
  day: string | null;
}

export const noFilter: ListFilter = { state: 'all', cause: null, engine: null, day: null };

const listFilter = createStore<ListFilter>(() => noFilter);

export const useListFilter = (): ListFilter => useStore(listFilter);
export const setListFilter = (change: Partial<ListFilter>): void => listFilter.setState(change);

export const isFiltered = ({ state, cause, engine, day }: ListFilter): boolean =>
  state !== 'all' || cause !== null || engine !== null || day !== null;

/** The filter as the host takes it. Without the day: the strip shows all days, also while one is chosen. Pure. */
export function stripFilter({ state, cause, engine }: ListFilter): IncidentFilter {
  return {
    ...(state === 'all' ? {} : { states: state === 'unsettled' ? ['open', 'trial'] : ['resolved', 'dismissed'] }),
    ...(cause === null ? {} : { cause }),
    ...(engine === null ? {} : { engine }),
  };
}

/** The same, within the chosen day. Pure. */
export function groupsFilter(filter: ListFilter, days: readonly HeatDay[]): IncidentFilter {
  const day = days.find((each) => each.day === filter.day);
  return { ...stripFilter(filter), ...(day ? { from: day.from, to: day.to } : {}) };
}
