import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nextId } from '../../fakes/fake-data.ts';
import { sampleIncident, sampleRemedy, sampleTrial } from '../../fakes/fake-incidents.ts';
import { type TempFolder, tempFolder } from '../../fakes/temp-folder.ts';
import { type ListeningHost, listeningHost } from './command-line.ts';

const job = nextId();
const tried = sampleIncident({
  job,
  count: 3,
  remedies: [sampleRemedy({ status: 'rejected' }), sampleRemedy({ id: 'disable-pinned-memory', cost: 'transfers' })],
  trials: [sampleTrial({ state: 'rejected' }), sampleTrial({ remedy: 'disable-pinned-memory' })],
});
const unread = sampleIncident({ diagnosis: null, signature: null, remedies: [] });

let host: ListeningHost;
let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
  host = await listeningHost({
    incidents: [unread, tried],
    report: { fileName: 'incident.md', text: '# Report\n', redactions: [{ kind: 'secret', count: 2 }] },
  });
});
afterEach(async () => {
  await host[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
const input = (name: string): unknown => host.calls.findLast((call) => call.name === name)?.input;

describe('incidents', () => {
  test('as JSON with the fixed keys', async () => {
    const { code, json, err } = await host.hearth('incidents', '--json');
    expect([code, err]).toEqual([0, '']);
    const [first, second] = json().incidents;
    for (const key of 'id at cause signature confidence engine job state remedies trials'.split(' '))
      expect(Object.keys(second)).toContain(key);
    expect([first.cause, first.confidence, first.signature]).toEqual([null, null, null]);
    expect(second).toMatchObject({
      id: tried.id,
      cause: 'cuda-unknown-error-async-offload',
      confidence: 'high',
      job,
      state: 'open',
    });
    expect(second.remedies[0]).toMatchObject({
      id: 'disable-async-offload',
      kind: 'flag',
      flags: [{ op: 'add', flag: '--disable-async-offload', value: null }],
      cost: expect.stringContaining('Slower'),
      verify: expect.stringContaining('boot line'),
    });
    expect(second.trials.map(({ remedy, verdict }: { remedy: string; verdict: string | null }) => [remedy, verdict])).toEqual([
      ['disable-async-offload', 'rejected'],
      ['disable-pinned-memory', null],
    ]);
  });

  test('for people: one line each, one as a story with the guilty lines', async () => {
    const list = await host.hearth('incidents');
    expect(list.out.split('\n')[0]).toContain('the log is being read');
    expect(list.out).toContain('[cuda-unknown-error-async-offload], 3 times');
    const one = await host.hearth('incidents', tried.id);
    expect(one.out).toMatch(/^ +12 {2}Using async weight offloading with 2 streams$/m);
    expect(one.out).toContain('Happened 5 times');
    expect(one.out).toContain('(rejected)');
    expect(one.out).toContain('Tried: ');
  });

  test('the filter goes to the host', async () => {
    await host.hearth('incidents', '--state', 'open', '--state', 'trial', '--limit', '7');
    expect(input('incidents.list')).toMatchObject({ filter: { states: ['open', 'trial'] }, limit: 7 });
  });

  test('one by its id; an unknown one is said', async () => {
    const one = await host.hearth('incidents', tried.id, '--json');
    expect(one.json().incidents).toHaveLength(1);
    const unknown = await host.hearth('incidents', 'nobody', '--json');
    expect([unknown.code, unknown.json(), unknown.err]).toEqual([1, { incidents: [] }, expect.stringContaining('nobody')]);
  });

  test('a report is printed, or written to a file', async () => {
    expect((await host.hearth('incidents', 'report', tried.id)).out).toBe('# Report\n');
    const file = join(folder.path, 'report.md');
    const written = await host.hearth('incidents', 'report', tried.id, '--out', file, '--with-prompts');
    expect([written.code, written.out, readFileSync(file, 'utf8')]).toEqual([0, '', '# Report\n with prompts']);
    expect(written.err).toContain('2 × secret');
    const nowhere = await host.hearth('incidents', 'report', tried.id, '--out', join(folder.path, 'no', 'such', 'folder.md'));
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('could not be written')]);
    expect((await host.hearth('incidents', 'report', tried.id, '--json')).json()).toMatchObject({ text: '# Report\n' });
  });

  test.each([
    [['--state', 'broken'], 'States: open, trial, resolved, dismissed'],
    [['--limit', '0'], '--limit'],
    [['report'], 'Say which incident'],
    [['a', 'b'], 'One word too many'],
    [['a', '--out', 'x'], 'belong to'],
  ])('wrong usage: %j', async (words, said) => {
    const { code, err } = await host.hearth('incidents', ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
  });
});
