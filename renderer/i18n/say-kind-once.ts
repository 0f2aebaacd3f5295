/** `데모 엔진 엔진을` → `데모 엔진을`: where an engine's name ends with what it is, a Korean sentence does not say so again. Pure. */
export const sayKindOnce = (text: string): string => text.replaceAll('엔진 엔진', '엔진');
