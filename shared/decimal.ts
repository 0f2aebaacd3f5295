/** Decimal numbers as the digits they are written with, so that steps of 0.1 add no tail of nines and a seed keeps its last digit. */
export interface Decimal {
  digits: bigint;
  decimals: number;
}

/** Longest text still read as a number. */
const longest = 100;
const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/** Reads a decimal number exactly; null for everything else. Pure. */
export const readDecimal = (text: string): Decimal | null => {
  const match = text.length > longest ? null : form.exec(text.trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const decimals = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  return decimals >= 0 ? { digits, decimals } : { digits: digits * 10n ** BigInt(-decimals), decimals: 0 };
};

/** The digits of a number with that many decimals, which are no fewer than its own. Pure. */
export const digitsAt = (value: Decimal, decimals: number): bigint => value.digits * 10n ** BigInt(decimals - value.decimals);

/** Writes digits with that many decimals, without trailing zeros. Pure. */
export const writeDecimal = ({ digits, decimals }: Decimal): string => {
  const sign = digits < 0n ? '-' : '';
  const padded = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals);
  const fraction = decimals === 0 ? '' : padded.slice(-decimals).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};
