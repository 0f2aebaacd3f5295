import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { ChildHost, type Ended, lives, run } from './child-host.ts';

const demo = ['--port', '0', '--engine', 'demo', '--', '--speed', '50'];
const json = ({ out }: Ended): ReturnType<typeof JSON.parse> => JSON.parse(out);
/** The demo engine's process, once it is ready. */
const readyPid = async (host: ChildHost): Promise<number> => {
  let pid = 0;
  await vi.waitFor(
    async () => {
      const [engine] = json(await host.hearth('engine', '--json')).engines;
      expect(engine?.state).toBe('ready');
      pid = engine.pid;
    },
    { timeout: 20_000, interval: 200 },
  );
  return pid;
};

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
    await host.start('--port', '0', '--engine', 'demo', '--', '--speed', '0.05');
    const pid = await readyPid(host);
    await host.hearth('submit', '--template', 'sd15');
    await vi.waitFor(async () => expect(json(await host.hearth('jobs', '--json')).jobs[0].state).toBe('running'), {
      timeout: 20_000,
    });
    host.signal('SIGINT');
    await vi.waitFor(() => expect(host.err).toContain('Stopping'));
    expect((await host.end('SIGINT')).code).toBe(130);
    await vi.waitFor(() => expect(lives(pid)).toBe(false));
  });

  test('a signal while the engine starts stops it too', async () => {
    await using host = new ChildHost();
    await host.start('--port', '0', '--engine', 'demo', '--', '--speed', '0.1');
    let pid = 0;
    await vi.waitFor(
      async () => {
        pid = json(await host.hearth('engine', '--json')).engines[0]?.pid ?? 0;
        expect(pid).toBeGreaterThan(0);
      },
      { timeout: 20_000, interval: 200 },
    );
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

  test.each<[string, (data: string) => void, RegExp]>([
    ['a database from the future', () => {}, /newer Hearth/],
    ['a damaged database', (data) => writeFileSync(join(data, 'hearth.db'), 'x'.repeat(5000)), /hearth\.db.*--data/],
    ['a folder in place of the database', (data) => mkdirSync(join(data, 'hearth.db')), /hearth\.db.*--data/],
  ])('%s is left as it is and said', async (what, spoil, message) => {
    await using host = new ChildHost();
    const file = join(host.data, 'hearth.db');
    if (what === 'a database from the future') {
      const db = new Database(file);
      db.pragma('user_version = 9999');
      db.close();
    } else spoil(host.data);
    const before = statSync(file).isFile() ? readFileSync(file) : null;
    const refused = await run(['serve', '--data', host.data, '--port', '0']);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(message);
    if (before) expect(readFileSync(file)).toEqual(before);
    rmSync(file, { recursive: true });
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
    await vi.waitFor(
      async () => {
        const { jobs } = json(await host.hearth('jobs', '--json'));
        expect(jobs.filter(({ state }: { state: string }) => state === 'succeeded')).toHaveLength(1);
      },
      { timeout: 30_000, interval: 100 },
    );
    await host.end('SIGKILL');
    await host.start('--engine', 'demo', '--', '--speed', '4');
    const { code, out, err } = await waiting;
    expect(err).toContain('waiting for it to come back');
    expect(code).toBe(0);
    const { jobs } = JSON.parse(out);
    expect(jobs).toHaveLength(4);
    for (const job of jobs) expect([job.state, job.artifacts.length]).toEqual(['succeeded', 1]);
  }, 60_000);

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
    await vi.waitFor(
      async () => {
        const listed = json(await host.hearth('jobs', '--json', '--state', 'succeeded'));
        expect(listed.total).toBe(2);
      },
      { timeout: 20_000, interval: 200 },
    );
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
    const [template] = json(await host.hearth('templates', 'sd15', '--json')).templates;
    const models = template.parameters.find(({ choices }: { choices: unknown[] | null }) =>
      choices?.some((choice) => /\.safetensors$/.test(String(choice))),
    );
    expect(models).toBeDefined();
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
  const { code, out, err } = await run(['jobs'], { NODE_OPTIONS: `--import ${old}` });
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
    const entry = resolve(import.meta.dirname, '../../../electron/cli.ts');
    const words = [entry, 'submit', '--template', 'demo', '--wait', '--data', host.data];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    await once(child.stderr, 'data');
    child.kill(signal);
    expect((await once(child, 'exit'))[0]).toBe(code);
    expect(json(await host.hearth('jobs', '--json')).jobs).toMatchObject([{ state: 'queued' }]);
  });
});
