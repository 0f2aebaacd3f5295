/**
 * Cuts text with several values: at blanks, but not inside of quotes. Backslashes stay, they belong to Windows paths. Pure.
 */
export const splitValues = (text: string): string[] =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*'|["'])+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));

/** The opposite of splitValues. A quote inside of a value stands between quotes of the other kind. Pure. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => (value !== '' && !/[\s"']/.test(value) ? value : `"${value.replaceAll('"', `"'"'"`)}"`)).join(' ');
