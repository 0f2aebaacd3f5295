import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { fileNameHeader, maxInputBytes } from '../../../shared/addresses.ts';
import { openWebStage } from './web-stage.ts';

const { token, server, picture, inputValue, added, get, close } = await openWebStage();
afterAll(close);

describe('given files', () => {
  const name = { [fileNameHeader]: encodeURIComponent('고양이 (1).png') };
  test('are stored byte for byte under their name, and can be read again', async () => {
    added.length = 0;
    const { status, body } = await get('/inputs', name, 'POST', picture);
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toEqual({ value: inputValue, name: '고양이 (1).png', bytes: 100 });
    expect(added).toEqual([{ bytes: 100, name: '고양이 (1).png' }]);
    expect((await get(`/inputs/${inputValue}`)).body).toEqual(picture);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['without a name', {}, 400, 'webNoFileName'],
    ['with a broken name', { [fileNameHeader]: '%' }, 400, 'webNoFileName'],
    ['when there is no room', { [fileNameHeader]: 'full.png' }, 507, 'internal'],
  ])('%s are refused in words', async (_what, headers, status, key) => {
    const answer = await get('/inputs', headers, 'POST', picture);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ key });
  });

  test('that break the service are an internal error without its words', async () => {
    const answer = await get('/inputs', { [fileNameHeader]: 'bug.png' }, 'POST', picture);
    expect(answer.status).toBe(500);
    expect(answer.body.toString()).not.toContain('hunter2');
  });

  test('that are too large are refused before they are read', async () => {
    const answer = await new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, ...name, 'content-length': String(maxInputBytes + 1) };
      const sent = request({ host: '127.0.0.1', port: server.port, path: '/inputs', method: 'POST', headers }, (response) => {
        resolve(response.statusCode ?? 0);
        response.resume();
        sent.destroy();
      });
      sent.once('error', reject);
      sent.write(picture);
    });
    expect(answer).toBe(413);
  });

  test('that say nothing of their size are cut off at the limit', async () => {
    added.length = 0;
    const chunk = Buffer.alloc(4 * 1024 * 1024);
    const status = await new Promise<number>((resolve, reject) => {
      let isAnswered = false;
      const headers = { authorization: `Bearer ${token}`, ...name };
      const sent = request({ host: '127.0.0.1', port: server.port, path: '/inputs', method: 'POST', headers }, (response) => {
        isAnswered = true;
        resolve(response.statusCode ?? 0);
        response.resume();
        sent.destroy();
      });
      sent.once('error', (error) => (isAnswered ? undefined : reject(error)));
      const push = (): void => {
        while (!isAnswered && !sent.destroyed) if (!sent.write(chunk)) return void sent.once('drain', push);
      };
      push();
    });
    expect(status).toBe(413);
    expect(added).toEqual([]);
  });
});
