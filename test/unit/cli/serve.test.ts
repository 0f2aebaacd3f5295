import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { ChildHost, type Ended, entry, lives, run } from './child-host.ts';

const demo = ['--port', '0', '--engine', 'demo', '--', '--speed', '50'];
/** How long something may take on a busy machine before it counts as never. */
const patience = { timeout: 45_000, interval: 50 };
const json = ({ out }: Pick<Ended, 'out'>): ReturnType<typeof JSON.parse> => JSON.parse(out);
/** The demo engine's process, once it is ready. */
const readyPid = async (host: ChildHost): Promise<number> => {
  let pid = 0;
  await vi.waitFor(async () => {
    const [engine] = json(await host.hearth('engine', '--json')).engines;
    expect(engine?.state).toBe('ready');
    pid = engine.pid;
  }, patience);
  return pid;
};

vi.setConfig({ testTimeout: 120_000 });

describe('serve', () => {
  test('prints one line when it answers, and the same in host.json for its owner only', async () => {
    await using host = new ChildHost();
    await host.start('--port', '0');
    const { url, token, port, pid, data } = host.line;
    expect(Object.keys(JSON.parse(host.out))).toEqual(['url', 'token', 'port', 'pid', 'data']);
    expect([url, data]).toEqual([`http://127.0.0.1:${port}`, host.data]);
    expect(lives(pid)).toBe(true);
    const file = join(host.data, 'host.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, token, pid, startedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    for (const name of ['host.json', 'token']) expect(statSync(join(host.data, name)).mode & 0o777).toBe(0o600);
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).not.toBe(401);
    expect((await fetch(url)).status).toBe(401);
    const { code, out, err } = await host.end('SIGTERM');
    expect([code, out.trimEnd().split('\n').length]).toEqual([143, 1]);
    expect(err).not.toContain('Error');
  });

  test.each<[NodeJS.Signals, number]>([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('%s stops everything it had started: exit code %d', async (signal, code) => {
    await using host = new ChildHost();
    await host.start(...demo);
    const pid = await readyPid(host);
    expect((await host.end(signal)).code).toBe(code);
    expect(lives(pid)).toBe(false);
  });

  test('a second signal forces, and leaves nothing either', async () => {
    await using host = new ChildHost();
    await host.start('--port', '0', '--engine', 'demo', '--', '--speed', '50', '--fail', 'hang');
    const pid = await readyPid(host);
    await host.hearth('submit', '--template', 'demo');
    await vi.waitFor(async () => expect(json(await host.hearth('jobs', '--json')).jobs[0].attempts).toHaveLength(1), patience);
    host.signal('SIGINT');
    await vi.waitFor(() => expect(host.err).toContain('Stopping'), patience);
    expect((await host.end('SIGINT')).code).toBe(130);
    await vi.waitFor(() => expect(lives(pid)).toBe(false), patience);
  });

  test('a signal while the engine starts stops it too', async () => {
    await using host = new ChildHost();
    await host.start('--port', '0', '--engine', 'demo', '--', '--speed', '0.3');
    let pid = 0;
    await vi.waitFor(async () => {
      pid = json(await host.hearth('engine', '--json')).engines[0]?.pid ?? 0;
      expect(pid).toBeGreaterThan(0);
    }, patience);
    expect((await host.end('SIGTERM')).code).toBe(143);
    expect(lives(pid)).toBe(false);
  });

  test('a second host of the same folder ends with 1 and the address of the first, which goes on', async () => {
    await using host = new ChildHost();
    await host.start('--port', '0');
    const second = await run(['serve', '--data', host.data, '--port', '0']);
    expect([second.code, second.out]).toEqual([1, '']);
    expect(second.err).toContain(`${host.line.url}/?token=${host.line.token}`);
    expect((await host.hearth('jobs')).code).toBe(0);
  });

  test('keeps port and token across restarts, also after SIGKILL', async () => {
    await using host = new ChildHost();
    await host.start();
    const { port, token } = host.line;
    await host.end('SIGTERM');
    await host.start();
    expect(host.line).toMatchObject({ port, token });
    await host.end('SIGKILL');
    expect((await host.hearth('jobs')).code).toBe(3);
    await host.start();
    expect(host.line).toMatchObject({ port, token });
  });

  test('takes another port where the last one is taken, but not instead of the one asked for', async () => {
    await using host = new ChildHost();
    await host.start();
    const { port } = host.line;
    await host.end('SIGTERM');
    const holder = createServer().listen(port, '127.0.0.1');
    await vi.waitFor(() => expect(holder.listening).toBe(true));
    await host.start();
    expect(host.line.port).not.toBe(port);
    await host.end('SIGTERM');
    const refused = await run(['serve', '--data', host.data, '--port', String(port)]);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(`Port ${port} is used by another program.`);
    holder.close();
  });

  test.each<[string, (file: string) => void, RegExp]>([
    [
      'from the future',
      (file) => {
        const db = new Database(file);
        db.pragma('journal_mode = WAL');
        db.pragma('user_version = 9999');
        db.close();
      },
      /newer Hearth/,
    ],
    ['that is damaged', (file) => writeFileSync(file, 'x'.repeat(5000)), /hearth\.db is damaged/],
    ['that is a folder', (file) => mkdirSync(file), /hearth\.db/],
  ])('a database %s is left as it is and said', async (_what, spoil, message) => {
    const data = mkdtempSync(join(tmpdir(), 'hearth-spoilt-'));
    const file = join(data, 'hearth.db');
    spoil(file);
    const content = (): string => (statSync(file).isFile() ? readFileSync(file, 'hex') : 'folder');
    const before = content();
    const refused = await run(['serve', '--data', data, '--port', '0']);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(message);
    expect(content()).toBe(before);
    rmSync(data, { recursive: true });
  });

  test('a data folder that cannot be one is said', async () => {
    const { code, err } = await run(['serve', '--data', '/dev/null/x', '--port', '0']);
    expect(code).toBe(1);
    expect(err).toContain('cannot use the data folder /dev/null/x');
  });
});

describe('the main job', () => {
  test('a form to a picture: submitted, waited for, stored with its digest, served; the same key again runs nothing', async () => {
    await using host = new ChildHost();
    await host.start(...demo);
    const words = ['submit', '--template', 'demo', '--set', 'seed=255', '--key', 'K', '--wait', '--json'];
    const first = await host.hearth(...words);
    expect(first.err).toBe('');
    expect(first.code).toBe(0);
    const [job] = json(first).jobs;
    expect(job).toMatchObject({ key: 'K', template: 'demo', state: 'succeeded', seed: 255, error: null });
    expect(job.attempts).toMatchObject([{ state: 'succeeded', error: null }]);
    expect(job.artifacts).toHaveLength(1);
    const [artifact] = job.artifacts;
    const bytes = readFileSync(join(host.data, artifact.path));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact.sha256);
    expect(bytes).toHaveLength(artifact.bytes);
    const headers = { authorization: `Bearer ${host.line.token}` };
    const served = await fetch(`${host.line.url}/artifacts/${artifact.id}`, { headers });
    expect([served.headers.get('content-type'), Buffer.from(await served.arrayBuffer()).equals(bytes)]).toEqual([
      'image/png',
      true,
    ]);
    const again = await host.hearth(...words);
    expect([again.code, json(again).jobs]).toEqual([0, [job]]);
    const other = await host.hearth('submit', '--template', 'demo', '--set', 'seed=1', '--key', 'K', '--json');
    expect(other.code).toBe(1);
    expect(json(other).error.code).toBe('conflict');
  });

  test('jobs survive SIGKILL of the host, and waiting survives it too', async () => {
    await using host = new ChildHost();
    await host.start('--engine', 'demo', '--', '--speed', '4');
    await readyPid(host);
    const waiting = host.hearth('submit', '--template', 'sd15', '--count', '4', '--wait', '--json');
    await vi.waitFor(async () => {
      const { jobs } = json(await host.hearth('jobs', '--json'));
      expect(jobs.filter(({ state }: { state: string }) => state === 'succeeded')).toHaveLength(1);
    }, patience);
    await host.end('SIGKILL');
    await host.start('--engine', 'demo', '--', '--speed', '4');
    const { code, out, err } = await waiting;
    expect(err).toContain('waiting for it to come back');
    expect(code).toBe(0);
    const { jobs } = JSON.parse(out);
    expect(jobs).toHaveLength(4);
    for (const job of jobs) expect([job.state, job.artifacts.length]).toEqual(['succeeded', 1]);
  });

  test('pausing holds the queue, cancelling and requeueing act on what waits', async () => {
    await using host = new ChildHost();
    await host.start(...demo);
    await readyPid(host);
    expect(json(await host.hearth('pause', '--reason', 'tea', '--json'))).toEqual({ paused: ['person: tea'] });
    const { jobs } = json(await host.hearth('submit', '--template', 'demo', '--count', '2', '--json'));
    expect(jobs.map(({ state }: { state: string }) => state)).toEqual(['queued', 'queued']);
    expect(new Set(jobs.map(({ seed }: { seed: number }) => seed)).size).toBe(2);
    const cancelled = await host.hearth('cancel', jobs[0].id, '--json');
    expect([cancelled.code, json(cancelled).jobs[0].state]).toEqual([0, 'cancelled']);
    expect((await host.hearth('cancel', jobs[0].id)).code).toBe(1);
    const requeued = await host.hearth('requeue', jobs[0].id, '--json');
    expect([requeued.code, json(requeued).jobs[0].state]).toEqual([0, 'queued']);
    expect(json(await host.hearth('resume', '--json'))).toEqual({ paused: [] });
    await vi.waitFor(async () => {
      const listed = json(await host.hearth('jobs', '--json', '--state', 'succeeded'));
      expect(listed.total).toBe(2);
    }, patience);
    expect((await host.hearth('requeue', jobs[0].id)).code).toBe(1);
  });

  test('an engine is stopped, started and restarted, and tells its facts', async () => {
    await using host = new ChildHost();
    await host.start(...demo);
    const pid = await readyPid(host);
    const [engine] = json(await host.hearth('engine', '--json')).engines;
    expect(engine).toMatchObject({ kind: 'demo', version: '0.28.0', restarts: 0 });
    expect(engine.bootFacts.comfyui).toBe('0.28.0');
    const stopped = await host.hearth('engine', 'stop', '--json');
    expect([stopped.code, json(stopped).engines[0].state, lives(pid)]).toEqual([0, 'stopped', false]);
    const started = await host.hearth('engine', 'start', '--json');
    expect([started.code, json(started).engines[0].state]).toEqual([0, 'ready']);
    const restarted = await host.hearth('engine', 'restart', '--json');
    expect([restarted.code, json(restarted).engines[0].state]).toEqual([0, 'ready']);
    expect(json(restarted).engines[0].pid).not.toBe(json(started).engines[0].pid);
    // An engine offers its lists a moment after it is ready.
    await vi.waitFor(async () => {
      const [template] = json(await host.hearth('templates', 'sd15', '--json')).templates;
      const { choices } = template.parameters.find(({ key }: { key: string }) => key === 'checkpoint');
      expect(choices).toContain('v1-5-pruned-emaonly-fp16.safetensors');
    }, patience);
  });

  test('an engine that does not start says why: exit code 1', async () => {
    await using host = new ChildHost();
    await host.start('--port', '0', '--engine', 'demo', '--', '--no-such-flag');
    await vi.waitFor(async () => expect(json(await host.hearth('engine', '--json')).engines[0]?.state).toBe('failed'), {
      timeout: 20_000,
    });
    const { code, out, err } = await host.hearth('engine', 'start', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toBeDefined();
    expect(err).toContain('--no-such-flag');
  });
});

test('on a Node that is too old one clear line is said, exit code 1', async () => {
  const old = `data:text/javascript,${encodeURIComponent(
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2', napi: '9' } })",
  )}`;
  const { code, out, err } = await run(
    ['jobs'],
    { NODE_OPTIONS: `--import ${old}` },
    resolve(import.meta.dirname, '../../../electron/cli.ts'),
  );
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^Hearth needs Node 22\.14 or newer; this is Node 20\.20\.2\. .*\n$/);
});

describe('interrupted clients', () => {
  test.each<[NodeJS.Signals, number]>([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('%s ends waiting with %d; the jobs are kept', async (signal, code) => {
    await using host = new ChildHost();
    await host.start('--port', '0');
    const words = [entry, 'submit', '--template', 'demo', '--wait', '--data', host.data];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    await once(child.stderr, 'data');
    child.kill(signal);
    expect((await once(child, 'exit'))[0]).toBe(code);
    expect(json(await host.hearth('jobs', '--json')).jobs).toMatchObject([{ state: 'queued' }]);
  });
});
