import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { OnInternal } from '../../shared/rpc.ts';
import type { ServeAsset } from './assets.ts';
import { commonHeaders, type Reply, refusal } from './reply.ts';

/** Serves a desktop window's own scheme: only requests for `origin` are answered, by the same code as over HTTP. */
export function windowAssets(origin: string, serveAsset: ServeAsset, onInternal: OnInternal) {
  return async (request: Request): Promise<Response> => {
    const { protocol, host, pathname, search } = new URL(request.url);
    if (`${protocol}//${host}` !== origin) return toResponse(refusal(403, 'webWrongHost', { host }));
    try {
      const reply = await serveAsset({
        method: request.method,
        url: pathname + search,
        header: (name) => request.headers.get(name) ?? undefined,
        body: request.body,
      });
      return toResponse(reply);
    } catch (error) {
      onInternal(pathname, error);
      return toResponse(refusal(500, 'internal'));
    }
  };
}

/** A reply as the web's own Response. */
function toResponse({ status, headers, body }: Reply): Response {
  const all = { ...commonHeaders, ...headers };
  if (body === null || typeof body === 'string') return new Response(body, { status, headers: all });
  if (body instanceof Uint8Array) return new Response(new Uint8Array(body), { status, headers: all });
  // Node's own web stream is the web's; only its types differ.
  const stream = Readable.toWeb(createReadStream(body.file, body.range)) as ReadableStream<Uint8Array>;
  return new Response(stream, { status, headers: all });
}
