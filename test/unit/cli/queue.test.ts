import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Job } from '../../../shared/job.ts';
import { doneJob, sampleJob, sampleTemplate } from '../../fakes/fake-data.ts';
import { type ListeningHost, listeningHost } from './command-line.ts';

let host: ListeningHost;
let waiting: Job;
let done: Job;
beforeEach(async () => {
  waiting = sampleJob({ key: 'k', seed: '18446744073709551615', values: { seed: '18446744073709551615', width: 512 } });
  done = doneJob({ seed: '18446744073709551615', values: { seed: '18446744073709551615', width: 512 } });
  host = await listeningHost({ jobs: [waiting, done] });
});
afterEach(() => host[Symbol.asyncDispose]());

const calls = (name: string) => host.calls.filter((call) => call.name === name).map(({ input }) => input);

test('export writes what waits, exact; import queues the very same', async () => {
  const file = join(host.folder, 'queue.json');
  expect(await host.hearth('queue', 'export', file)).toMatchObject({ code: 0, out: '' });
  expect(JSON.parse(readFileSync(file, 'utf8')).jobs).toMatchObject([{ id: waiting.id, key: 'k', seed: '18446744073709551615' }]);
  const { code, out } = await host.hearth('queue', 'import', file);
  expect([code, out]).toEqual([0, 'Queued: 1. Here already: 0.\n']);
  // Looked at as a whole before any of it is queued.
  expect(calls('queue.import')).toMatchObject([
    { isTrial: true, jobs: [{ id: waiting.id }] },
    { isTrial: false, jobs: [{ id: waiting.id, seed: '18446744073709551615' }] },
  ]);
  expect((await host.hearth('queue', 'export')).out).toContain('"seed": "18446744073709551615"');
});

test('a bad file is refused with the place, and nothing is queued', async () => {
  const file = join(host.folder, 'bad.json');
  await host.hearth('queue', 'export', file);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"version": 1,\n   "digest"', '"version": "one",\n   "digest"'));
  const bad = await host.hearth('queue', 'import', file);
  expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('jobs[0].version')]);
  host.answer('queue.import', () => ({
    added: 0,
    known: 0,
    problems: [{ index: 0, key: 'x', message: 'Too wide.', params: {} }],
  }));
  await host.hearth('queue', 'export', file);
  const refused = await host.hearth('queue', 'import', file);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('jobs[0]: Too wide.')]);
  expect(calls('queue.import').filter((input) => !(input as { isTrial: boolean }).isTrial)).toEqual([]);
});

test('wrong usage is exit code 2', async () => {
  expect((await host.hearth('queue', 'exprt')).err).toContain('Did you mean export?');
  expect((await host.hearth('queue', 'import')).code).toBe(2);
  expect((await host.hearth('queue', 'import', '/nowhere/q.json')).code).toBe(2);
});

test('record prints what jobs were made from, exact; an unknown id is named', async () => {
  const { code, json, out, err } = await host.hearth('record', done.id, 'nobody');
  expect([code, err]).toEqual([1, expect.stringContaining('nobody')]);
  expect(json().records).toMatchObject([{ job: done.id, facts: { comfyui: { version: '0.28.0' } } }]);
  expect(out).toContain('"seed":18446744073709551615,"width":512');
});

test.each([
  ['as long as the version is known', true],
  ['and, by the seed of the job itself, when nobody knows the template any more', false],
])('seeds among the values of a removed template stay integers, %s', async (_how, isKnown) => {
  host.state.templates = [];
  const template = sampleTemplate();
  if (isKnown) host.answer('templates.get', ({ id, version }) => ({ ...template, id, version: version ?? 1 }));
  const { out } = await host.hearth('jobs', '--json');
  expect(out).toContain('"values":{"seed":18446744073709551615,"width":512},"seed":18446744073709551615');
});

test('thousands of ids go in several calls, and nobody is told that nothing happened beside what did', async () => {
  const many = Array.from({ length: 1_200 }, (_, index) => `nobody-${index}`);
  const { code, err } = await host.hearth('cancel', waiting.id, ...many);
  expect(code).toBe(1);
  expect(calls('jobs.cancel').map((input) => (input as { ids: string[] }).ids.length)).toEqual([500, 500, 201]);
  expect(err).not.toContain('Nothing was changed');
  expect(host.state.jobs[0]?.state).toBe('cancelled');
});
