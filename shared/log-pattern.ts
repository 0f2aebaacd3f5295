/**
 * A text as a regular expression in any case. A text that is none is answered with what is wrong with it, in the words of the
 * JavaScript engine. Nothing is said about how long it may run: who runs it over other people's text bounds that. Pure.
 */
export const logPattern = (text: string): { pattern: RegExp } | { reason: string } => {
  try {
    return { pattern: new RegExp(text, 'i') };
  } catch (error) {
    // `Invalid regular expression: /(/i: Unterminated group`
    const message = error instanceof Error ? error.message : String(error);
    return { reason: message.slice(message.lastIndexOf(': ') + 2) };
  }
};
