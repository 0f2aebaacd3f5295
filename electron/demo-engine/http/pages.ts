import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isInside } from '../folders.ts';
import { contentType } from './content-type.ts';
import { notFound, type Reply, reply } from './reply.ts';
import type { EngineRequest } from './request.ts';
import { fileReply } from './send-file.ts';

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Demo engine</title>
<style>body{font:16px/1.5 system-ui;max-width:40em;margin:4em auto;padding:0 1em}</style>
<h1>Demo engine</h1>
<p>This program speaks the protocol of ComfyUI 0.28 and draws its pictures itself: no GPU, no Python, no models. It has no pages of
its own; any client for ComfyUI can use this address.</p>
</html>
`;

/** What is not an endpoint: files of `--front-end-root`, or one page that says what this is. */
export const servePage = async (request: EngineRequest, path: string, root: string | null): Promise<Reply> => {
  const fresh = { 'Cache-Control': 'no-store, must-revalidate', Pragma: 'no-cache', Expires: '0' };
  if (root === null)
    return path === '/' ? reply(200, { 'Content-Type': 'text/html', ...fresh }, page) : withCaching(path, notFound());
  const file = path === '/' ? join(root, 'index.html') : resolve(root, `.${path}`);
  const found = isInside(root, file) && !file.includes('\0') ? await stat(file).catch(() => null) : null;
  if (!found?.isFile()) return withCaching(path, notFound());
  return withCaching(
    path,
    fileReply(request, file, found, { 'Content-Type': contentType(file), ...(path === '/' ? fresh : {}) }),
  );
};

const withCaching = (path: string, answer: Reply): Reply => {
  if (/\.(js|css)$/.test(path)) return { ...answer, headers: { 'Cache-Control': 'no-store', ...answer.headers } };
  if (!/\.(jpe?g|png|ppm|bmp|pgm|tiff?|webp)$/i.test(path)) return answer;
  return { ...answer, headers: { 'Cache-Control': 'public, max-age=86400', ...answer.headers } };
};
