import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Variation } from './variation.ts';

/** What a person varies, by template id and parameter key, in the order they began. */
type Variations = Readonly<Record<string, Readonly<Record<string, Variation>>>>;

const variationStore = createStore<Variations>(() => ({}));
const none: Readonly<Record<string, Variation>> = {};

export const useVariations = (template: string): Readonly<Record<string, Variation>> =>
  useStore(variationStore, (state) => state[template] ?? none);

/** null: back to one value. */
export const setVariation = (template: string, key: string, variation: Variation | null): void =>
  variationStore.setState((state) => {
    const { [key]: before, ...others } = state[template] ?? none;
    if (variation === null) return { [template]: others };
    // An edit keeps the place: the last one changes fastest.
    return { [template]: before === undefined ? { ...others, [key]: variation } : { ...state[template], [key]: variation } };
  });

export const setVariations = (template: string, variations: Readonly<Record<string, Variation>>): void =>
  variationStore.setState({ [template]: variations });
