/** Middle value; of an even count the mean of the two in the middle. NaN for none. Pure. */
export const median = (values: readonly number[]): number => medianOfSorted(sorted(values));

/**
 * Median absolute deviation: the median of the distances from the median, in the unit of the values. One wild value does not move it.
 * Unscaled; `normalSpread` of it estimates a standard deviation. Hampel, J. Am. Stat. Assoc. 69 (1974) 383. Pure.
 */
export const medianDeviation = (values: readonly number[]): number => {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle)));
};

/** What a median absolute deviation of normal noise is multiplied by to give its standard deviation: 1 / Φ⁻¹(3/4). */
const normalScale = 1.482602218505602;

/** Standard deviation as a share of the median, estimated from the median deviation. 0.02 is 2 %. NaN for none. Pure. */
export const relativeSpread = (values: readonly number[]): number => (normalScale * medianDeviation(values)) / median(values);

/** Above this modified z-score a value is called an outlier: Iglewicz and Hoaglin, How to Detect and Handle Outliers (1993), 11. */
const outlierScore = 3.5;

/**
 * Which values stand apart, one answer for each. By the modified z-score 0.6745 · |x − median| / MAD; where more than half of the values
 * are equal, by the mean deviation instead (IBM SPSS, Modified z score). They are marked, never left out. Pure.
 */
export const markOutliers = (values: readonly number[]): boolean[] => {
  const middle = median(values);
  const distances = values.map((value) => Math.abs(value - middle));
  const deviation = median(distances) * normalScale;
  const meanDeviation = (distances.reduce((sum, distance) => sum + distance, 0) / distances.length) * meanScale;
  const scale = deviation > 0 ? deviation : meanDeviation;
  return distances.map((distance) => scale > 0 && distance / scale > outlierScore);
};

/** The same for a mean absolute deviation: √(π/2). */
const meanScale = 1.2533141373155;

/** A sorted copy, the smallest first. Pure. */
export const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** As `median`, of values in order. Pure. */
export const medianOfSorted = (values: ArrayLike<number>): number => {
  const half = values.length >> 1;
  const upper = values[half] ?? Number.NaN;
  return values.length % 2 === 1 ? upper : ((values[half - 1] ?? Number.NaN) + upper) / 2;
};
