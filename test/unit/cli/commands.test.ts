import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { Job } from '../../../shared/job.ts';
import type { Parameter } from '../../../shared/template.ts';
import { doneJob, nextId, sampleEngine, sampleJob, sampleTemplate } from '../../fakes/fake-data.ts';
import { type ListeningHost, listeningHost } from './command-line.ts';

const picture: Parameter = {
  key: 'image',
  type: 'image',
  targets: ['/1/inputs/image'],
  label: { en: 'Picture', ko: '그림' },
  help: { en: 'To start from.', ko: '시작할 그림입니다.' },
};
const sampler: Parameter = {
  key: 'sampler',
  type: 'choice',
  targets: ['/3/inputs/sampler'],
  choices: ['euler', '4444', 4, true],
  label: { en: 'Sampler', ko: '샘플러' },
  help: { en: 'How.', ko: '방법입니다.' },
};

let host: ListeningHost;
let done: Job;
let queued: Job;
beforeEach(async () => {
  done = doneJob({ seed: '18446744073709551615', values: { prompt: '등대', seed: '18446744073709551615', width: 512 } });
  queued = sampleJob({ key: 'k' });
  host = await listeningHost({
    jobs: [done, queued],
    templates: [sampleTemplate(), sampleTemplate({ id: 'other', parameters: [picture, sampler] })],
  });
});
afterEach(async () => {
  await host[Symbol.asyncDispose]();
});

/** The input of the last call of this name. */
const input = (name: string): unknown => host.calls.findLast((call) => call.name === name)?.input;

describe('jobs', () => {
  test('are listed newest first, as JSON with exactly the fixed keys and exact seeds', async () => {
    const { code, json, out, err } = await host.hearth('jobs', '--json');
    expect([code, err]).toEqual([0, '']);
    const { jobs, total } = json();
    expect(total).toBe(2);
    expect(jobs.map(({ id }: Job) => id)).toEqual([queued.id, done.id]);
    expect(Object.keys(jobs[1])).toEqual(
      'id key template version digest values seed state priority createdAt finishedAt attempts artifacts error'.split(' '),
    );
    expect(Object.keys(jobs[1].attempts[0])).toEqual(['id', 'engine', 'state', 'startedAt', 'endedAt', 'error']);
    expect(Object.keys(jobs[1].artifacts[0])).toEqual(['id', 'path', 'sha256', 'bytes', 'width', 'height']);
    expect(out).toContain('"seed":18446744073709551615,"state"');
    expect(out).toContain('"values":{"prompt":"등대","seed":18446744073709551615,"width":512}');
    expect(out.trimEnd().split('\n')).toHaveLength(1);
  });

  test('have an error with code, sentence, node and input', async () => {
    const error = { code: 'nodeFailed', message: 'It broke.', node: '3', input: 'steps', params: { a: 1 } };
    host.setJob(sampleJob({ state: 'failed_terminal', error }));
    const { jobs } = (await host.hearth('jobs', '--json', '--limit', '1')).json();
    expect(jobs[0].error).toEqual({ code: 'nodeFailed', message: 'It broke.', node: '3', input: 'steps' });
  });

  test('are filtered by state and cut by limit, while total counts all', async () => {
    for (let n = 0; n < 5; n++) host.setJob(sampleJob({ state: 'held' }));
    const { jobs, total } = (
      await host.hearth('jobs', '--json', '--state', 'held', '--state', 'succeeded', '--limit', '3')
    ).json();
    expect([jobs.length, total]).toEqual([3, 6]);
  });

  test('beyond one page of the host are all given', async () => {
    for (let n = 0; n < 1200; n++) host.state.jobs.push(sampleJob());
    const { jobs, total } = (await host.hearth('jobs', '--json', '--limit', '1100')).json();
    expect([new Set(jobs.map(({ id }: Job) => id)).size, total]).toEqual([1100, 1202]);
  });

  test('are shown by id in the order asked for; an unknown id costs the exit code only', async () => {
    const unknown = nextId();
    const { code, json, err } = await host.hearth('jobs', done.id, unknown, queued.id, done.id, '--json');
    expect(code).toBe(1);
    expect(json().jobs.map(({ id }: Job) => id)).toEqual([done.id, queued.id]);
    expect(json().total).toBe(2);
    expect(err).toContain(unknown);
  });

  test('are lines for people', async () => {
    const { out } = await host.hearth('jobs');
    expect(out).toContain(`${queued.id}  waiting      sd15\n`);
    expect(out).toContain(`${done.id}  succeeded    sd15  ${done.artifacts[0]?.path}\n`);
  });

  test.each<[string[], string]>([
    [['--state', 'runing'], 'Unknown state runing. Did you mean running?'],
    [['--limit', '0'], '--limit must be a whole number from 1'],
    [['--limit', '-5'], 'not "-5"'],
    [['--limt', '5'], 'Unknown option --limt. Did you mean --limit?'],
    [['--', 'x'], 'nothing after --'],
  ])('%j is wrong usage', async (words, message) => {
    const { code, out, err } = await host.hearth('jobs', ...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });
});

describe('submit', () => {
  test('queues a job with typed values and prints it', async () => {
    const { code, json } = await host.hearth(
      ...['submit', '--template', 'sd15', '--set', 'prompt=-a "b" = c\r\n', '--set', 'width=768', '--set', 'cfg=7.5'],
      ...['--set', 'seed=18446744073709551615', '--key', 'K', '--priority', 'batch', '--json'],
    );
    expect(code).toBe(0);
    expect(json().jobs).toMatchObject([{ key: 'K', template: 'sd15', state: 'queued', priority: 'batch' }]);
    expect(input('jobs.enqueue')).toEqual({
      template: 'sd15',
      values: { prompt: '-a "b" = c\r\n', width: 768, cfg: 7.5, seed: '18446744073709551615' },
      count: 1,
      key: 'K',
      priority: 'batch',
      isFront: false,
    });
  });

  test('leaves what is not set to the template', async () => {
    await host.hearth('submit', '--template', 'sd15');
    expect(input('jobs.enqueue')).toEqual({ template: 'sd15', values: {}, count: 1, priority: 'normal', isFront: false });
  });

  test('numbers the keys of several jobs', async () => {
    const { json } = await host.hearth('submit', '--template', 'sd15', '--count', '3', '--key', 'K', '--json');
    expect(json().jobs.map(({ key }: Job) => key)).toEqual(['K/1', 'K/2', 'K/3']);
  });

  test.each<[string, unknown]>([
    ['sampler=4444', '4444'],
    ['sampler=4', 4],
    ['sampler=true', true],
  ])('a choice keeps its type: %s', async (setting, expected) => {
    await host.hearth('submit', '--template', 'other', '--set', setting);
    expect(input('jobs.enqueue')).toMatchObject({ values: { sampler: expected } });
  });

  test('gives a picture to the host first', async () => {
    writeFileSync(join(host.folder, '고양이.png'), '0123456789');
    const { code } = await host.hearth('submit', '--template', 'other', '--set', 'image=고양이.png');
    expect(code).toBe(0);
    expect(host.given).toEqual([{ name: '고양이.png', bytes: 10 }]);
    expect(input('jobs.enqueue')).toMatchObject({ values: { image: `${'ab'.repeat(32)}.png` } });
  });

  test.each<[string[], string]>([
    [[], 'Say which template'],
    [['--template', 'sd51'], 'Unknown template sd51. Did you mean sd15?'],
    [['--template', 'sd15', '--set', 'promt=x'], 'Unknown parameter promt. Did you mean prompt?'],
    [['--template', 'sd15', '--set', 'constructor=x'], 'Unknown parameter constructor.'],
    [['--template', 'sd15', '--set', 'prompt'], '--set needs KEY=VALUE, not "prompt". Parameters: prompt, width'],
    [['--template', 'sd15', '--set', 'width=1', '--set', 'width=2'], '--set width was given twice'],
    [['--template', 'sd15', '--set', 'width=9000'], '9000'],
    [['--template', 'sd15', '--set', 'width=abc'], 'abc'],
    [['--template', 'sd15', '--set', 'cfg=1,5'], '1,5'],
    [['--template', 'sd15', '--set', 'cfg=NaN'], 'NaN'],
    [['--template', 'sd15', '--set', 'seed=18446744073709551616'], '18446744073709551616'],
    [['--template', 'sd15', '--count', '0'], '--count must be a whole number from 1 to 10000'],
    [['--template', 'sd15', '--count', '10001'], 'not "10001"'],
    [['--template', 'sd15', '--priority', 'hihg'], 'Priorities: interactive, normal, batch'],
    [['--template', 'other', '--set', 'image=missing.png'], 'missing.png cannot be read'],
    [['--template', 'sd15', 'prompt=x'], 'One word too many: prompt=x'],
  ])('%j queues nothing: exit code 2', async (words, message) => {
    const { code, err } = await host.hearth('submit', ...words);
    expect(err).toContain(message);
    expect(code).toBe(2);
    expect(input('jobs.enqueue')).toBeUndefined();
  });

  test('a picture that is none is refused in words', async () => {
    writeFileSync(join(host.folder, 'a.txt'), 'x');
    const { code, err } = await host.hearth('submit', '--template', 'other', '--set', 'image=a.txt');
    expect(code).toBe(2);
    expect(err).toContain('a.txt');
  });

  test('what the host refuses is told, as one JSON document too', async () => {
    host.answer('jobs.enqueue', () => {
      throw new AppError('conflict', 'jobKeyTaken', { key: 'K' });
    });
    const { code, json, err } = await host.hearth('submit', '--template', 'sd15', '--key', 'K', '--json');
    expect(code).toBe(1);
    expect(json()).toEqual({ error: { code: 'conflict', message: err.trim() } });
    expect(err).toContain('K');
  });
});

describe('cancel and requeue', () => {
  test('change what can be changed, show the rest as it is, and say why', async () => {
    const unknown = nextId();
    const { code, json, err } = await host.hearth('cancel', done.id, queued.id, unknown, '--json');
    expect(code).toBe(1);
    expect(json().jobs.map(({ id, state }: Job) => [id, state])).toEqual([
      [done.id, 'succeeded'],
      [queued.id, 'cancelled'],
    ]);
    expect(err).toContain(done.id);
    expect(err).toContain(unknown);
    const again = await host.hearth('requeue', queued.id, '--json');
    expect([again.code, again.json().jobs[0].state]).toEqual([0, 'queued']);
    expect((await host.hearth('requeue', queued.id)).code).toBe(1);
  });

  test.each(['cancel', 'requeue'])('%s without an id is wrong usage', async (name) => {
    const { code, err } = await host.hearth(name);
    expect(code).toBe(2);
    expect(err).toContain(`hearth ${name} ID…`);
  });
});

describe('pause and resume', () => {
  test('say who holds the queue', async () => {
    const paused = await host.hearth('pause', '--reason', 'lunch: 점심', '--json');
    expect([paused.code, paused.json()]).toEqual([0, { paused: ['person: lunch: 점심'] }]);
    const other = await host.hearth('resume', '--reason', 'disk', '--json');
    expect(other.json()).toEqual({ paused: ['person: lunch: 점심'] });
    expect(other.err).toContain('"disk" had not paused');
    const resumed = await host.hearth('resume', '--json');
    expect([resumed.code, resumed.json()]).toEqual([0, { paused: [] }]);
    expect(resumed.err).toContain('"person" is over');
  });

  test.each([
    ['benchmark', 'The benchmark was ended before its time; what it measured until then is kept'],
    ['trial', 'The trial of a remedy was ended before its time'],
    ['recovery', 'The pause of "recovery" is over.'],
  ] as const)('what ends with the pause of %s is said', async (owner, words) => {
    host.state.pauses = [{ owner, text: 'x', since: '2026-11-30T12:00:00.000Z' }];
    const { code, err, json } = await host.hearth('resume', '--reason', owner, '--json');
    expect([code, json()]).toEqual([0, { paused: [] }]);
    expect(err.startsWith(words)).toBe(true);
    expect(err).toContain(`The pause of "${owner}" is over.`);
    const again = await host.hearth('resume', '--reason', owner);
    expect(again.err).toBe(`"${owner}" had not paused the queue.\n`);
  });

  test('an owner that is none is wrong usage', async () => {
    const { code, err } = await host.hearth('resume', '--reason', 'recovry');
    expect(code).toBe(2);
    expect(err).toContain('Did you mean recovery?');
  });
});

describe('engine', () => {
  test('shows all with exactly what scripts know', async () => {
    const { code, json } = await host.hearth('engine', '--json');
    expect(code).toBe(0);
    const [engine] = json().engines;
    for (const key of 'id kind state since pid url version profile restarts bootFacts'.split(' '))
      expect(engine).toHaveProperty(key);
    expect(Object.keys(engine.bootFacts)).toEqual(
      (
        'comfyui python torch frontend comfyKitchen comfyAimdo device vramMb ramMb vramState allocator asyncOffloadStreams pinnedMemoryMb dynamicVram ' +
        'attention customNodes'
      ).split(' '),
    );
  });

  test('stops, starts and restarts the only one, and passes the profile on', async () => {
    expect((await host.hearth('engine', 'stop', '--json')).json().engines).toMatchObject([
      { id: 'demo', state: 'stopped', pid: null },
    ]);
    const started = await host.hearth('engine', 'start', '--profile', 'slow', '--port', '8190', '--json');
    expect([started.code, started.json().engines[0].state]).toEqual([0, 'ready']);
    expect(input('engines.start')).toEqual({ id: 'demo', profile: 'slow', port: 8190 });
    expect((await host.hearth('engine', 'restart', '--id', 'demo')).code).toBe(0);
  });

  test('one that fails to start costs the exit code and says why', async () => {
    const problem = { key: 'engineDied', params: {}, message: 'It died.' };
    host.answer('engines.start', ({ id }) => sampleEngine({ id, state: 'failed', problem }));
    const { code, json, err } = await host.hearth('engine', 'start', '--json');
    expect([code, json().engines[0].state, err]).toEqual([1, 'failed', 'It died.\n']);
  });

  test('among several, the wanted one is meant, or one has to be named', async () => {
    host.setEngine(sampleEngine({ id: 'other', state: 'stopped', isWanted: false }));
    expect((await host.hearth('engine', 'stop', '--json')).json().engines[0].id).toBe('demo');
    host.setEngine(sampleEngine({ state: 'stopped', isWanted: false }));
    const { code, err } = await host.hearth('engine', 'start');
    expect(code).toBe(2);
    expect(err).toContain('--id demo or --id other');
    expect((await host.hearth('engine', '--id', 'other', '--json')).json().engines).toHaveLength(1);
  });

  test('an unknown one, or none at all, is not done', async () => {
    const unknown = await host.hearth('engine', 'start', '--id', 'x');
    expect([unknown.code, unknown.err.includes('no engine x')]).toEqual([1, true]);
    host.state.engines = [];
    const none = await host.hearth('engine', 'start');
    expect(none.code).toBe(1);
    expect(none.err).toContain('There is no engine yet');
    const status = await host.hearth('engine', '--json');
    expect([status.code, status.json()]).toEqual([0, { engines: [] }]);
  });

  test.each<[string[], string]>([
    [['stat'], 'Did you mean start?'],
    [['stop', '--profile', 'x'], '--profile belongs to'],
    [['restart', '--port', '1'], '--port belongs to start'],
    [['start', '--port', '0'], '--port must be a whole number from 1'],
    [['start', 'stop'], 'One word too many: stop'],
  ])('%j is wrong usage', async (words, message) => {
    const { code, err } = await host.hearth('engine', ...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('templates', () => {
  test('show parameters with exact bounds, and the choices of a ready engine', async () => {
    const { code, json, out } = await host.hearth('templates', '--json');
    expect(code).toBe(0);
    const [sd15, other] = json().templates;
    expect(sd15).toMatchObject({ id: 'sd15', version: 1, digest: 'sha256:0c5a', title: 'Stable Diffusion 1.5' });
    expect(sd15.parameters.map(Object.keys)).toEqual(Array(6).fill(['key', 'type', 'default', 'min', 'max', 'choices']));
    expect(out).toContain('"key":"seed","type":"seed","default":null,"min":0,"max":18446744073709551615,"choices":null');
    expect(sd15.parameters[4].choices).toEqual(['v1-5-pruned-emaonly.safetensors', 'dreamshaper_8.safetensors']);
    expect(other.parameters[1].choices).toEqual(['euler', '4444', 4, true]);
  });

  test('without a ready engine have no choices of its own', async () => {
    host.state.engines = [sampleEngine({ state: 'stopped' })];
    const { json } = await host.hearth('templates', 'sd15', '--json');
    expect(json().templates).toHaveLength(1);
    expect(json().templates[0].parameters[4].choices).toBeNull();
  });

  test('an unknown one is named with the nearest', async () => {
    const { code, err } = await host.hearth('templates', 'sd51');
    expect([code, err.includes('Did you mean sd15?')]).toEqual([2, true]);
  });

  test('are lines for people', async () => {
    const { out } = await host.hearth('templates', 'sd15');
    expect(out).toContain('sd15  Stable Diffusion 1.5\n');
    expect(out).toContain('--set width=  integer, default 512, 64 to 2048  (Width)');
  });
});
