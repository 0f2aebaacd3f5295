import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type DiagnoseFile, diagnoseUpload } from '../../../electron/web/diagnose-upload.ts';
import { createGivenLogs } from '../../../electron/web/given-logs.ts';
import { fileNameHeader, maxLogBytes } from '../../../shared/addresses.ts';

async function* body(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
const folder = mkdtempSync(join(tmpdir(), 'hearth-logs-'));
const logs = createGivenLogs(join(folder, 'given-logs'));
afterAll(() => rmSync(folder, { recursive: true }));
const seen: { text: string; name: string; options: unknown; file: string }[] = [];
const diagnose: DiagnoseFile = async (file, name, options) => {
  seen.push({ text: readFileSync(file, 'utf8'), name, options, file });
  // Only that something comes back is looked at.
  return { name } as Awaited<ReturnType<DiagnoseFile>>;
};
const upload = async (query: string, chunks: AsyncIterable<Uint8Array> | null, headers: Record<string, string> = {}) => {
  const request = { method: 'POST', url: `/logs?${query}`, header: (name: string) => headers[name], body: chunks };
  const { status, body: answer } = await diagnoseUpload(request, new URLSearchParams(query), logs, diagnose);
  return { status, answer: JSON.parse(String(answer)) };
};

test('the bytes are read as they came, with what is known besides, and are gone afterwards', async () => {
  const headers = { [fileNameHeader]: encodeURIComponent('엔진 로그.txt') };
  const { status, answer } = await upload(
    'outcome=crashed&exit=-11&signal=SIGSEGV&version=0.28.0',
    body('one\n', 'two\n'),
    headers,
  );
  expect([status, answer.name]).toEqual([200, '엔진 로그.txt']);
  const [given] = seen.splice(0);
  expect(given).toMatchObject({
    text: 'one\ntwo\n',
    options: { outcome: 'crashed', exit: -11, signal: 'SIGSEGV', version: '0.28.0' },
  });
  expect(() => readFileSync(given?.file ?? '')).toThrow('ENOENT');
});

test('an empty one, without a name, without anything known', async () => {
  const { status } = await upload('', null);
  expect([status, seen.splice(0)[0]]).toMatchObject([200, { text: '', name: 'log', options: { exit: null, outcome: null } }]);
});

test.each([['outcome=exploded'], ['exit=eleven'], ['exit=1.5']])('%s is refused in words', async (query) => {
  const { status, answer } = await upload(query, body('x'));
  expect([status, answer.key, seen]).toEqual([400, 'logAskedWrong', []]);
});

test('one that is too large is refused before it is kept', async () => {
  const { status, answer } = await upload('', body('x'), { 'content-length': String(maxLogBytes + 1) });
  expect([status, answer.key, seen]).toEqual([400, 'logTooLarge', []]);
});
