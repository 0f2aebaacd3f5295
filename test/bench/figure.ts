/** One measured number with what it is held against. */
export interface Figure {
  area: string;
  metric: string;
  value: number;
  /** Where the goal is a ratio, `value` is the ratio and the unit `×`. */
  unit: string;
  /** In the unit of `value`. */
  goal: number;
  better: 'lower' | 'higher';
  /** Peer or limit that was measured in the same run. */
  against: { name: string; value: number } | null;
  ratio: number | null;
}

/** Tells of one figure; areas call it as soon as a number is there. */
export type Tell = (figure: Omit<Figure, 'area'>) => void;

/** Whether the goal was reached. */
export const isReached = ({ value, goal, better }: Figure): boolean => (better === 'lower' ? value <= goal : value >= goal);

/** Number with three significant digits. */
export const short = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

/** One line of the table for people. */
export const line = (figure: Figure): string => {
  const against = figure.against ? `${figure.against.name} ${short(figure.against.value)}` : '';
  const ratio = figure.ratio === null ? '' : `${short(figure.ratio)}×`;
  const goal = `${figure.better === 'lower' ? '≤' : '≥'} ${short(figure.goal)} ${figure.unit}`;
  return [
    figure.area.padEnd(10),
    figure.metric.padEnd(52),
    `${short(figure.value)} ${figure.unit}`.padStart(14),
    goal.padStart(16),
    isReached(figure) ? ' ok  ' : ' MISS',
    ratio.padStart(8),
    against,
  ].join(' ');
};
