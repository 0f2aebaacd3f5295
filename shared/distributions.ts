/**
 * Probability that a standard normal value is above `z`. Relative error below 1.2e-7: the complementary error function's Chebyshev fit
 * (Press et al., Numerical Recipes, 2nd ed., 6.2, erfcc). Pure.
 */
export const normalTail = (z: number): number => {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const series = erfcTerms.reduceRight((sum, term) => term + t * sum, 0);
  const upper = (t * Math.exp(-x * x + series)) / 2;
  return z >= 0 ? upper : 1 - upper;
};
const erfcTerms = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277,
];

/** The `z` below which a standard normal value lies with this probability, in (0, 1). Acklam's rational fit, relative error 1.2e-9. Pure. */
export const normalQuantile = (probability: number): number => {
  const edge = 0.02425;
  if (probability > 1 - edge) return -normalQuantile(1 - probability);
  if (probability < edge) {
    const q = Math.sqrt(-2 * Math.log(probability));
    return polynomial(tailAbove, q) / (polynomial(tailBelow, q) * q + 1);
  }
  const q = probability - 0.5;
  return (polynomial(middleAbove, q * q) * q) / (polynomial(middleBelow, q * q) * q * q + 1);
};
/** Highest power first. */
const polynomial = (terms: readonly number[], x: number): number => terms.reduce((sum, term) => sum * x + term, 0);
const middleAbove = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
];
const middleBelow = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
const tailAbove = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783,
];
const tailBelow = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];

/** Probability that a Student t value of these degrees of freedom is at least this far from zero, on either side. Pure. */
export const studentTwoSided = (t: number, degrees: number): number =>
  incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);

/** The value below which a Student t value lies with this probability, in (0, 1): by halving, to 1e-10. Pure. */
export const studentQuantile = (probability: number, degrees: number): number => {
  if (probability < 0.5) return -studentQuantile(1 - probability, degrees);
  let [low, high] = [0, 1];
  const isBelow = (t: number): boolean => studentTwoSided(t, degrees) / 2 > 1 - probability;
  while (isBelow(high) && high < 1e12) [low, high] = [high, high * 2];
  while (high - low > 1e-10 * Math.max(1, high)) {
    const half = (low + high) / 2;
    if (isBelow(half)) low = half;
    else high = half;
  }
  return high;
};

/** Regularised incomplete beta function by Lentz's continued fraction (Numerical Recipes, 2nd ed., 6.4). */
const incompleteBeta = (x: number, a: number, b: number): number => {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
};
const tiny = 1e-300;
const nonZero = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
const betaFraction = (x: number, a: number, b: number): number => {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return fraction;
};

/** Logarithm of the gamma function for x > 0 by Lanczos' sum (Numerical Recipes, 2nd ed., 6.1), relative error 2e-10. */
const logGamma = (x: number): number => {
  const base = x + 5.5;
  const sum = gammaTerms.reduce((total, term, index) => total + term / (x + index + 1), 1.000000000190015);
  return (x + 0.5) * Math.log(base) - base + Math.log((2.5066282746310007 * sum) / x);
};
const gammaTerms = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179, -0.000005395239384953,
];
