/** How a log's bytes are to be read. `binary`: no text at all. */
export type LogEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'binary';

/** How many bytes are enough to tell. */
const sniffBytes = 65_536;

/**
 * Tells from a log's first bytes how it is written: by its byte order mark, else by where its zero bytes are. Texts of other code
 * pages count as UTF-8: rules look at ASCII only, and bytes that make no sense are replaced. Pure.
 */
export const detectEncoding = (head: Uint8Array): LogEncoding => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  let end = Math.min(head.length, sniffBytes);
  // A power cut leaves a tail of zeros in a file that had been made longer already.
  while (end > 0 && head[end - 1] === 0 && head[end - 2] === 0) end--;
  let even = 0;
  let odd = 0;
  let strange = 0;
  for (let at = 0; at < end; at++) {
    const byte = head[at] ?? 0;
    if (byte === 0) {
      if (at % 2 === 0) even++;
      else odd++;
    } else if (byte < 7 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) strange++;
  }
  const half = end / 2;
  if (odd > half * 0.4 && even < half * 0.1) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.1) return 'utf-16be';
  return strange + even + odd > end * 0.03 ? 'binary' : 'utf-8';
};

/** Turns chunks of a log into UTF-8 bytes, whatever the chunks. */
export interface ToUtf8 {
  push(chunk: Buffer): Buffer;
  finish(): Buffer;
}

/** The converter for an encoding; UTF-8 passes as it is. */
export const toUtf8 = (encoding: LogEncoding): ToUtf8 => {
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return { push: (chunk) => chunk, finish: () => Buffer.alloc(0) };
  const decoder = new TextDecoder(encoding);
  return {
    push: (chunk) => Buffer.from(decoder.decode(chunk, { stream: true })),
    finish: () => Buffer.from(decoder.decode()),
  };
};
