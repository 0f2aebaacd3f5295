import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openWebStage } from './web-stage.ts';

const { folder, picture, previewId, artifact, get, close } = await openWebStage();
afterAll(close);

describe('artifacts', () => {
  test('are whole, kept for ever, known by their digest, and never run', async () => {
    const id = artifact('2026-11-30 등대 "x".png', 'image/png', join(folder, 'picture.png'));
    const { status, headers, body } = await get(`/artifacts/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual(picture);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '100',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${'ab'.repeat(32)}"`,
    });
    expect(headers['content-disposition']).toBe(
      `inline; filename="2026-11-30 __ _x_.png"; filename*=UTF-8''2026-11-30%20%EB%93%B1%EB%8C%80%20%22x%22.png`,
    );
    expect(headers['content-security-policy']).toContain('sandbox');
    expect((await get(`/artifacts/${id}?download=1`)).headers['content-disposition']).toMatch(/^attachment; /);
    const again = await get(`/artifacts/${id}`, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await get(`/artifacts/${id}`, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '100', 0]);
  });

  test.each([
    ['bytes=0-9', 206, '0123456789', 'bytes 0-9/100'],
    ['bytes=95-', 206, '56789', 'bytes 95-99/100'],
    ['bytes=-3', 206, '789', 'bytes 97-99/100'],
    ['bytes=100-', 416, null, 'bytes */100'],
  ])('in part: %s', async (range, status, text, contentRange) => {
    const id = artifact('a.mp4', 'video/mp4', join(folder, 'picture.png'));
    const answer = await get(`/artifacts/${id}`, { range });
    expect([answer.status, answer.headers['content-range']]).toEqual([status, contentRange]);
    if (text !== null) expect(answer.body.toString()).toBe(text);
  });

  test('whose file is gone are missing, not an error', async () => {
    const id = artifact('gone.png', 'image/png', join(folder, 'gone.png'));
    expect((await get(`/artifacts/${id}`)).status).toBe(404);
  });

  test('that are empty are empty', async () => {
    writeFileSync(join(folder, 'empty.txt'), '');
    const id = artifact('empty.txt', 'text/plain', join(folder, 'empty.txt'));
    const { status, body } = await get(`/artifacts/${id}`);
    expect([status, body.length]).toEqual([200, 0]);
  });

  test('an attempt that has ended has no preview: an empty answer, no error in the page', async () => {
    const { status, body } = await get('/previews/00000000-0000-4000-8000-000000000000');
    expect(status).toBe(204);
    expect(body.length).toBe(0);
  });
  test('previews are never kept', async () => {
    const { status, headers, body } = await get(`/previews/${previewId}`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/jpeg', 'no-store']);
    expect(body).toEqual(picture);
  });
});
