/** A request's path, still percent-encoded, and its query. Never throws, whatever was sent. Pure. */
export function readTarget(url: string): { path: string; query: URLSearchParams } {
  const at = url.indexOf('?');
  return at < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}
