import { afterEach, describe, expect, it } from 'vitest';
import { createProfileRows } from '../../../electron/db/profiles.ts';
import { nextFreePort } from '../../../electron/engine/ports.ts';
import { again, closeBenches, isDead, lanesOf, openBench, openReady as ready } from './engine-bench.ts';

afterEach(closeBenches, 60_000);

describe('a managed engine', () => {
  it('starts, is ready, and stops', async () => {
    const bench = await ready();
    const engine = bench.engine();
    expect(engine).toMatchObject({ isWanted: true, version: '0.28.0', profile: 'Default', problem: null, restarts: 0 });
    expect(engine.bootFacts).toMatchObject({ comfyui: '0.28.0', vramMb: 16_000, torch: '2.8.0' });
    expect(bench.launchFile()).toMatchObject({ launchId: engine.launchId, pid: engine.pid, url: engine.url });
    const stopped = await bench.engines.stop(bench.id);
    expect(stopped).toMatchObject({ state: 'stopped', isWanted: false, pid: null });
    expect(bench.states).toEqual(['starting', 'ready', 'stopping', 'stopped']);
    expect(lanesOf(bench)).toEqual(['up', 'claims false', 'down requested']);
    expect(bench.reports()).toEqual([{ end: 'requested', code: 0, signal: null, why: 'stop' }]);
    expect(bench.launchFile()).toBeNull();
    expect(await isDead(engine.pid ?? 0)).toBe(true);
  });

  it('keeps its log for later', async () => {
    const bench = await ready();
    const first = bench.engine().launchId;
    await bench.engines.restart(bench.id);
    const page = await bench.engines.log(bench.id, { launchId: first ?? '', limit: 100 });
    expect(page.lines.map(({ text }) => text)).toContainEqual(expect.stringContaining('Stopped server'));
    expect(bench.engine().launchId).not.toBe(first);
    const now = await bench.engines.log(bench.id, { limit: 1 });
    expect(now).toMatchObject({ launchId: bench.engine().launchId, lines: [{ level: 'info' }] });
  });

  it('puts commands in order: the last one decides, and there is never a second process', async () => {
    const bench = await openBench();
    const { engines, id } = bench;
    const results = await Promise.all([
      engines.start(id),
      engines.restart(id),
      engines.stop(id),
      engines.start(id),
      engines.restart(id),
      engines.stop(id),
    ]);
    expect(results.map(({ state }) => state)).toEqual(results.map(() => 'stopped'));
    await Promise.all([engines.start(id), engines.stop(id), engines.start(id)]);
    expect(bench.engine().state).toBe('ready');
    const launched = bench.db.prepare('SELECT count(*) FROM engine_launches WHERE ended_at IS NULL').pluck().get();
    expect(launched).toBe(1);
    expect(bench.reports().every(({ end }) => end === 'requested')).toBe(true);
  });

  it('uses the profile and the port that a start names, and keeps them', async () => {
    const bench = await ready();
    createProfileRows(bench.db).save({
      id: 'p',
      name: 'Low memory',
      flags: [{ flag: '--lowvram', value: null }],
      env: { MARK: 'x' },
    });
    // Below the ports that the system gives to whoever asks for any.
    const port = await nextFreePort(20_000 + (process.pid % 10_000));
    const changed = await bench.engines.start(bench.id, { profile: 'Low memory', port });
    expect(changed).toMatchObject({ state: 'ready', profile: 'Low memory', url: `http://127.0.0.1:${port}` });
    expect(await bench.act('env', { name: 'MARK' })).toBe('x');
    await bench.engines.restart(bench.id);
    expect(bench.engine()).toMatchObject({ profile: 'Low memory', url: changed.url });
    await expect(bench.engines.start(bench.id, { profile: 'unknown' })).rejects.toMatchObject({ key: 'engineProfileMissing' });
    expect(bench.engine().state).toBe('ready');
  });

  it('starts without custom nodes when asked to', async () => {
    const bench = await openBench();
    await bench.engines.start(bench.id, { isSafe: true });
    expect(bench.requests.at(-1)?.variant).toBe('safe');
    await bench.engines.restart(bench.id);
    expect(bench.requests.at(-1)?.variant).toBe('profile');
  });
});

describe('stopping', () => {
  it('lets a prompt of ours end first, and takes an abort in answer to SIGINT for what it is', async () => {
    const bench = await ready();
    await bench.act('run', { prompt: 'ours' });
    bench.engines.setRunning(bench.id, 'ours');
    await bench.engines.stop(bench.id);
    // The scripted one aborts when something still runs at SIGINT.
    expect(bench.reports()).toEqual([{ end: 'requested', code: 0, signal: null, why: 'stop' }]);
  });

  it('ends a helper that ignores SIGTERM and has a session of its own', async () => {
    const bench = await ready();
    const helper = Number(await bench.act('helper'));
    await bench.untilLine('helper up');
    await bench.engines.stop(bench.id);
    expect(await isDead(helper)).toBe(true);
    expect(bench.reports()).toMatchObject([{ end: 'requested' }]);
  });

  it('stops one that is still booting', async () => {
    const bench = await openBench({ flags: ['--boot', 'hang'] });
    const started = bench.engines.start(bench.id);
    const { pid } = await bench.until((engine) => engine.pid !== null);
    await bench.engines.stop(bench.id);
    expect(await isDead(pid ?? 0)).toBe(true);
    expect((await started).state).toBe('stopped');
    expect(bench.reports()).toMatchObject([{ end: 'requested', why: 'stop' }]);
  });

  it('closes everything at once at the host’s end, and keeps what is wanted', async () => {
    const bench = await ready();
    const { pid } = bench.engine();
    await bench.engines.close();
    expect(await isDead(pid ?? 0)).toBe(true);
    expect(bench.engine()).toMatchObject({ state: 'stopped', isWanted: true });
  });
});

describe('silence', () => {
  const impatient = { lateAfterMs: 500, unresponsiveAfterMs: 1_500, unresponsiveGraceMs: 500 };

  it('finds a process stopped by SIGSTOP, ends it, and starts the next', async () => {
    const bench = await ready({ settings: impatient });
    const { pid, launchId } = bench.engine();
    process.kill(pid ?? 0, 'SIGSTOP');
    await bench.until((engine) => engine.state === 'unresponsive' && engine.problem?.key === 'engineLate');
    await bench.untilState('stopping');
    await again(bench, launchId);
    expect(bench.reports()).toMatchObject([{ end: 'hang', why: 'silent' }]);
    expect(lanesOf(bench).slice(0, 3)).toEqual(['up', 'claims false', 'down hang']);
    expect(await isDead(pid ?? 0)).toBe(true);
  });
});
