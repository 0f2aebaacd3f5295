/** Colours of configurations and nodes in their order; each also has a pattern, a dash and a shape, so that colour is never alone. */
const colours = [
  'var(--tone-idle)',
  'var(--tone-busy)',
  'var(--ansi-blue)',
  'var(--tone-good)',
  'var(--ansi-magenta)',
  'var(--ansi-cyan)',
] as const;
const dashes = ['none', '7 3', '2 3', '10 3 2 3', '4 2', '1 4'] as const;
/** Kinds of hatching: what is drawn on a tile of 8 by 8. */
const hatches = ['', 'M0 8 L8 0', 'M0 0 L8 8', 'M0 4 H8', 'M4 0 V8', 'M0 8 L8 0 M0 0 L8 8'] as const;

const at = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

export const colourOf = (place: number): string => at(colours, place) ?? colours[0];
export const dashOf = (place: number): string => at(dashes, place) ?? 'none';
export const hatchOf = (place: number): string => at(hatches, place) ?? '';

/** Text beside axes. */
export const axisText = { fill: 'var(--tone-idle)', fontSize: 11 };

/** An upright axis of values from zero; `unit` stands beside it. */
export const valueAxis = (ticks: number[], unit: string) => ({
  domain: [0, ticks.at(-1) ?? 1],
  ticks,
  width: 54,
  tick: axisText,
  stroke: 'var(--line)',
  label: { value: unit, angle: -90, position: 'insideLeft' as const, style: { textAnchor: 'middle' as const }, ...axisText },
});

/** A lying axis of values from zero; `unit` stands below it. */
export const lyingValueAxis = (ticks: number[], unit: string) => ({
  type: 'number' as const,
  domain: [0, ticks.at(-1) ?? 1],
  ticks,
  tick: axisText,
  stroke: 'var(--line)',
  label: { value: unit, position: 'insideBottom' as const, offset: -12, ...axisText },
});

/** The line of a configuration; its numbers stand in each row under its place. */
export const lineLook = (place: number) => ({
  dataKey: String(place),
  stroke: colourOf(place),
  strokeWidth: 2,
  strokeDasharray: dashOf(place),
  isAnimationActive: false,
});

/** Ends of axes at a round number above `most`, with about five ticks from zero. Pure. */
export const roundTicks = (most: number): number[] => {
  if (!(most > 0)) return [0, 1];
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const count = Math.ceil(most / step - 1e-9);
  // Whole multiples, not sums: 0.1 + 0.2 would be written as it is.
  return Array.from({ length: count + 1 }, (_, place) => Number((place * step).toPrecision(12)));
};
