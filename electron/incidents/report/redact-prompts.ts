import type { Redaction } from './redaction.ts';

/** Shorter pieces occur by chance. */
const shortestPiece = 8;
/** The same for parts of a prompt, which may be ordinary words. */
const shortestPart = 14;
/** So many letters of a beginning tell that a prompt was cut off. */
const shortestStart = 20;

/** Takes out texts of prompts, whole and line by line, as they are and as JSON and Python write them. */
export const redactPrompts = (text: string, prompts: readonly string[], note: Redaction['note']): string => {
  const pieces = new Set<string>();
  for (const prompt of prompts) {
    const whole = prompt.trim();
    const lines = whole.split(/\r?\n/).map((line) => line.trim());
    for (const piece of [whole, ...lines])
      if (piece.length >= shortestPiece || (piece === whole && piece !== '')) pieces.add(piece);
    // Nodes print parts of a prompt: what stands between its commas and stops.
    for (const piece of whole.split(/[,.;\n|()[\]{}]+/)) if (piece.trim().length >= shortestPart) pieces.add(piece.trim());
  }
  let result = text;
  for (const piece of [...pieces].sort((a, b) => b.length - a.length))
    for (const spelled of new Set(spellings(piece))) {
      if (spelled.length < shortestPiece) result = result.replace(asWord(spelled), () => note('prompt'));
      else result = result.replaceAll(spelled, () => note('prompt'));
    }
  for (const piece of pieces) if (piece.length > shortestStart) result = withoutStarts(result, piece, note);
  return result;
};

/** A prompt that was cut off: its beginning as far as it goes. */
const withoutStarts = (text: string, piece: string, note: Redaction['note']): string => {
  const start = piece.slice(0, shortestStart);
  let result = '';
  let from = 0;
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, from)) {
    let length = shortestStart;
    while (length < piece.length && text[at + length] === piece[length]) length++;
    result += text.slice(from, at) + note('prompt');
    from = at + length;
  }
  return result + text.slice(from);
};

/** A short one only where it stands alone in quotes. */
const asWord = (piece: string): RegExp => new RegExp(`(?<=["'])${piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=["'])`, 'g');

/** As it is; as JSON has it, with other letters as they are or as \\uXXXX; as Python's repr has it. */
const spellings = (piece: string): string[] => {
  const json = JSON.stringify(piece).slice(1, -1);
  const ascii = json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const python = piece.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return [piece, json, ascii, python, python.replaceAll("'", "\\'")];
};
