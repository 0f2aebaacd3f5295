/** Part of a file: first and last byte, both inside. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a `Range` header for a file of `size` bytes. null: send the whole file (no header, other units, or several parts, which a
 * server may ignore); `none`: no byte of it exists. Pure. RFC 9110, section 14.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!found) return null;
  const [, from = '', to = ''] = found;
  if (from === '' && to === '') return null;
  if (from === '') {
    const start = Math.max(0, size - Number(to));
    return Number(to) === 0 || size === 0 ? 'none' : { start, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'none' : { start, end };
}
