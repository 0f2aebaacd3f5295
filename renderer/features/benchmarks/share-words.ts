/** A share as a percentage with one decimal: 0.118 → `11.8 %`; signed: `+1.2 %`, `−0.4 %`. Pure. */
export const shareWords = (share: number, isSigned = false): string => {
  const text = (Math.abs(share) * 100).toFixed(1);
  const sign = !isSigned || Number(text) === 0 ? '' : share < 0 ? '−' : '+';
  return `${sign}${text} %`;
};

/** A duration that is compared: three digits or more, always in seconds. 89.52 → `89.5`. Pure. */
export const secondsWords = (ms: number): string => (ms / 1000).toFixed(ms < 10_000 ? 3 : ms < 100_000 ? 2 : 1);
