/** Path of a Chrome, Chromium or Edge that the journeys can drive; null where there is none. */
export function findBrowser(): string | null;
