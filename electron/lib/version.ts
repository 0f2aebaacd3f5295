/** `0.28.0`, `v0.3.57-12-gabc`: the leading numbers, or null where there are none. Pure. */
const numbersOf = (version: string | null): number[] | null => {
  const match = /^v?(\d+(?:\.\d+)*)/.exec(version?.trim() ?? '');
  return match?.[1] ? match[1].split('.').map(Number) : null;
};

/** Whether `version` is known and not older than `floor`. An unreadable version is never "at least". Pure. */
export const isAtLeast = (version: string | null, floor: string): boolean => {
  const [have, want] = [numbersOf(version), numbersOf(floor)];
  if (!have || !want) return false;
  for (let i = 0; i < Math.max(have.length, want.length); i++) {
    const difference = (have[i] ?? 0) - (want[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
};
