/** The screens that exist, in the order of the rail. */
export const screens = ['generate', 'queue', 'gallery', 'engine', 'incidents', 'benchmarks', 'settings'] as const;
/** Templates has no place of its own in the rail: it is reached from Generate. */
export type Screen = (typeof screens)[number] | 'templates';

/** Where a person is: a screen, and perhaps one thing on it (a job, an artifact, an engine, an incident, a benchmark). */
export interface Place {
  screen: Screen;
  id: string | null;
}

const isScreen = (text: string): text is Screen => text === 'templates' || (screens as readonly string[]).includes(text);

/** The address of a place, such as `#/queue/0f3c…`. Pure. */
export const placeOf = ({ screen, id }: Place): string => `#/${screen}${id === null ? '' : `/${encodeURIComponent(id)}`}`;

/** The place of an address; an unknown one is Generate. Pure but for its default. */
export function readPlace(hash: string = window.location.hash): Place {
  const [, name = '', id = ''] = hash.split('/');
  if (!isScreen(name)) return { screen: 'generate', id: null };
  try {
    return { screen: name, id: id === '' ? null : decodeURIComponent(id) };
  } catch {
    return { screen: name, id: null };
  }
}
