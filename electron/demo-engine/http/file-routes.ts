import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, normalize, parse, resolve } from 'node:path';
import { decodePicture } from '../draw/decode.ts';
import { encodePng } from '../draw/png-encode.ts';
import { encodeJpeg } from '../draw/preview.ts';
import type { Engine } from '../engine.ts';
import { isInside } from '../folders.ts';
import { PyError } from '../python/values.ts';
import { contentType, isActiveType } from './content-type.ts';
import { empty, json, type Reply, reply } from './reply.ts';
import type { EngineRequest } from './request.ts';
import { get, post, type Route } from './route.ts';
import { fileReply } from './send-file.ts';

const view = async (request: EngineRequest, { folders }: Engine): Promise<Reply> => {
  const { query } = request;
  const asked = query.get('filename');
  if (asked === null || asked.startsWith('blake3:')) return empty(404);
  const { name, dir } = folders.annotated(asked);
  if (name === '' || name.startsWith('/') || name.includes('..')) return empty(400);
  const root = dir ?? folders.byType(query.get('type') ?? 'output');
  if (root === null) return empty(400);
  const place = resolve(root, query.get('subfolder') ?? '');
  if (!isInside(root, place)) return empty(403);
  const file = basename(name);
  const path = join(place, file);
  const found = path.includes('\0') ? null : await stat(path).catch(() => null);
  if (!found?.isFile()) return empty(404);
  if (query.has('preview') || ['rgb', 'a'].includes(query.get('channel') ?? '')) return converted(path, file, query);

  const type = contentType(file);
  const quoted = headerText(file.replaceAll('\\', '\\\\').replaceAll('"', '\\"'));
  return fileReply(request, path, found, {
    'Content-Type': isActiveType(type) ? 'application/octet-stream' : type,
    'Content-Disposition': isActiveType(type) ? `attachment; filename="${quoted}"` : `filename="${quoted}"`,
    'X-Content-Type-Options': 'nosniff',
  });
};

/** Small or partial versions of a picture. WebP cannot be written here: whoever asks for it gets JPEG, and is told so by the type. */
const converted = async (path: string, file: string, query: URLSearchParams): Promise<Reply> => {
  const { picture, alpha } = await decodePicture(await readFile(path), path);
  const named = { 'Content-Disposition': `filename="${headerText(file)}"` };
  if (query.has('preview')) {
    const quality = Number(/;(\d+)$/.exec(query.get('preview') ?? '')?.[1] ?? 90);
    return reply(200, { 'Content-Type': 'image/jpeg', ...named }, encodeJpeg(picture, Math.min(100, Math.max(1, quality))));
  }
  const { width, height } = picture;
  const grey = query.get('channel') === 'a' ? (alpha?.data ?? new Uint8Array(width * height).fill(255)) : null;
  const shown = grey
    ? { width, height, data: Uint8Array.from({ length: width * height * 3 }, (_, i) => grey[Math.floor(i / 3)] ?? 0) }
    : picture;
  return reply(200, { 'Content-Type': 'image/png', ...named }, await encodePng(shown, [], 4));
};

/** Names travel in headers as raw UTF-8 bytes; Node wants those as Latin-1. */
const headerText = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

const field = (form: FormData, name: string): string | null => {
  const value = form.get(name);
  return typeof value === 'string' ? value : null;
};

/** Saves an upload. Without `overwrite` the same bytes under the same name are kept once, and others get a number. */
const upload = async (request: EngineRequest, { folders, launch }: Engine): Promise<Reply> => {
  const form = await request.form();
  const type = field(form, 'type') ?? 'input';
  const root = folders.byType(type);
  if (root === null) throw new PyError('UnboundLocalError', "cannot access local variable 'type_dir'");
  const image = form.get('image');
  if (!(image instanceof File) || image.name === '') return empty(400);
  const subfolder = field(form, 'subfolder') ?? '';
  const dir = join(root, normalize(subfolder));
  const wanted = resolve(dir, image.name);
  if (!isInside(root, wanted) || wanted.includes('\0')) return empty(400);
  await mkdir(dir, { recursive: true });
  const bytes = Buffer.from(await image.arrayBuffer());
  const mayOverwrite = ['true', '1'].includes(field(form, 'overwrite') ?? '');
  const algorithm = launch.value('--default-hashing-function') ?? 'sha256';
  const hash = (data: Buffer): string => createHash(algorithm).update(data).digest('hex');
  const { name, ext } = parse(image.name);
  const stem = image.name.slice(0, image.name.length - ext.length) || name;
  let file = image.name;
  let path = wanted;
  for (let number = 1; !mayOverwrite; number++) {
    const there = await readFile(path).catch(() => null);
    if (there === null) break;
    if (hash(there) === hash(bytes)) return json({ name: file, subfolder, type });
    file = `${stem} (${number})${ext}`;
    path = join(dir, file);
  }
  await writeFile(path, bytes);
  return json({ name: file, subfolder, type });
};

/** Files: what prompts made, and what they are given. */
export const fileRoutes: readonly Route[] = [get('/view', view), post('/upload/image', upload)];
