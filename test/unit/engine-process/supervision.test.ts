import { createServer, type Socket } from 'node:net';
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

describe('deaths nobody asked for', () => {
  it('are recorded, told, and followed by a start, whatever the code', async () => {
    const bench = await ready({ settings: { crashBudget: 100 } });
    const ends = [
      ['exit', { code: 0 }, { code: 0, signal: null }, 'engineCrashed'],
      ['exit', { code: 1 }, { code: 1, signal: null }, 'engineCrashed'],
      ['exit', { code: 2 }, { code: 2, signal: null }, 'engineCrashed'],
      ['exit', { code: 255 }, { code: 255, signal: null }, 'engineCrashed'],
      ['signal', { signal: 'SIGSEGV' }, { code: null, signal: 'SIGSEGV' }, 'engineCrashed'],
      ['signal', { signal: 'SIGKILL' }, { code: null, signal: 'SIGKILL' }, 'engineKilled'],
      ['abort', {}, { code: null, signal: 'SIGABRT' }, 'engineCrashed'],
    ] as const;
    for (const [act, rest, , key] of ends) {
      const { launchId } = bench.engine();
      const backoff = bench.untilState('backoff');
      await bench.act(act, rest, true);
      expect((await backoff).problem?.key).toBe(key);
      await again(bench, launchId);
      expect(bench.engine().problem).toBeNull();
      await bench.untilLane((change) => change.type === 'up' && change.lane.launchId === bench.engine().launchId);
    }
    expect(bench.reports()).toEqual(ends.map(([, , end]) => ({ end: 'crash', why: 'exit', ...end })));
    expect(bench.engine().restarts).toBe(ends.length);
    expect(lanesOf(bench)).toEqual(['up', ...ends.flatMap(() => ['down crash', 'up'])]);
  });

  it('gives up after the fourth within the window, and a person can start it again', async () => {
    const bench = await ready();
    for (let death = 1; death <= 4; death++) {
      const { launchId } = bench.engine();
      await bench.act('exit', { code: death }, true);
      if (death < 4) await again(bench, launchId);
    }
    const failed = await bench.untilState('failed');
    expect(failed.problem).toMatchObject({ key: 'engineKeepsCrashing', params: { count: 4, minutes: 10 } });
    expect(failed).toMatchObject({ restarts: 4, retryAt: null });
    expect(await bench.engines.start(bench.id)).toMatchObject({ state: 'ready' });
  });

  it('tries a failed one again by itself while jobs wait', async () => {
    const bench = await ready({ settings: { crashBudget: 1 } });
    const { launchId } = bench.engine();
    await bench.act('exit', { code: 1 }, true);
    await again(bench, launchId);
    await bench.act('exit', { code: 1 }, true);
    const failed = await bench.untilState('failed');
    expect(failed.retryAt).toBeNull();
    bench.engines.setWaiting(3);
    const waits = Date.parse(bench.engine().retryAt ?? '') - Date.parse(failed.since);
    expect(waits).toBeGreaterThanOrEqual(600_000);
    bench.engines.setWaiting(0);
    expect(bench.engine().retryAt).toBeNull();
  });

  it('forgives a death that put a job on hold, and goes on', async () => {
    const bench = await ready({ settings: { crashBudget: 1 } });
    const first = bench.engine().launchId;
    await bench.act('exit', { code: 1 }, true);
    await again(bench, first);
    const second = bench.engine().launchId;
    await bench.act('exit', { code: 1 }, true);
    await bench.untilState('failed');
    bench.engines.forgiveDeath(bench.id, second ?? '');
    await again(bench, second);
  });

  it.each(['poisoned', 'stalled'] as const)('forgives a death that is still to come, of an engine declared %s', async (why) => {
    const bench = await ready({ settings: { crashBudget: 1 } });
    for (let death = 1; death <= 3; death++) {
      const { launchId } = bench.engine();
      bench.engines.forgiveDeath(bench.id, launchId ?? '');
      await bench.engines.declareDead(bench.id, why);
      await again(bench, launchId);
    }
    await bench.engines.close();
    const next = await openBench({ dataDir: bench.dataDir, settings: { crashBudget: 1 } });
    await next.engines.startWanted();
    await next.untilState('ready');
    const { launchId } = next.engine();
    await next.act('exit', { code: 1 }, true);
    await again(next, launchId);
  });

  it('remembers deaths across hosts', async () => {
    const bench = await ready({ settings: { crashBudget: 2 } });
    for (let death = 1; death <= 2; death++) {
      const { launchId } = bench.engine();
      await bench.act('exit', { code: 1 }, true);
      await again(bench, launchId);
    }
    await bench.engines.close();
    const next = await openBench({ dataDir: bench.dataDir, settings: { crashBudget: 2 } });
    await next.engines.startWanted();
    await next.untilState('ready');
    await next.act('exit', { code: 1 }, true);
    expect((await next.untilState('failed')).problem?.key).toBe('engineKeepsCrashing');
  });

  it('keeps the last words', async () => {
    const bench = await ready();
    await bench.act('say', { lines: ['loading', 'and then'] });
    await bench.act('write', { base64: Buffer.from('RuntimeError: the end\nand no line end').toString('base64') });
    const down = bench.untilLane(({ type }) => type === 'down');
    await bench.act('exit', { code: 1 }, true);
    expect(await down).toMatchObject({ why: 'crash', oneLine: 'RuntimeError: the end.' });
    const report = bench.db.prepare('SELECT report_json FROM engine_events WHERE report_json IS NOT NULL').pluck().get();
    expect(JSON.parse(String(report)).lastLines.slice(-2)).toEqual(['RuntimeError: the end', 'and no line end']);
  });

  it('lays a death on the prompt that this process ran, never on one of the process before', async () => {
    const bench = await ready();
    const { launchId } = bench.engine();
    bench.engines.setRunning(bench.id, 'ours');
    await bench.act('exit', { code: 1 }, true);
    await again(bench, launchId);
    const next = bench.engine().launchId;
    await bench.act('exit', { code: 1 }, true);
    await again(bench, next);
    const reports = bench.db
      .prepare('SELECT report_json FROM engine_events WHERE report_json IS NOT NULL ORDER BY seq')
      .pluck()
      .all();
    expect(reports.map((report) => JSON.parse(String(report)).promptId)).toEqual(['ours', null]);
  });

  it('ends what the dead one left behind before it starts the next', async () => {
    const bench = await ready();
    const { launchId } = bench.engine();
    const helper = Number(await bench.act('helper'));
    await bench.untilLine('helper up');
    await bench.act('exit', { code: 1 }, true);
    await again(bench, launchId);
    expect(await isDead(helper)).toBe(true);
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

describe('starts that cannot succeed', () => {
  it.each([
    ['a flag it does not know', 'flag', 'flagsRefused'],
    ['a Python without a package', 'python', 'engineModuleMissing'],
  ])('%s: said at once, not tried again and again', async (_case, boot, key) => {
    const bench = await openBench({ flags: ['--boot', boot] });
    expect(await bench.engines.start(bench.id)).toMatchObject({ state: 'failed', problem: { key }, pid: null });
    expect(bench.reports()).toHaveLength(1);
  });

  it('no Python there', async () => {
    const bench = await openBench({ python: '/nowhere/bin/python' });
    const failed = await bench.engines.start(bench.id);
    expect(failed).toMatchObject({
      state: 'failed',
      problem: { key: 'engineProgramMissing', params: { file: '/nowhere/bin/python' } },
    });
  });

  it('a Python that may not be run', async () => {
    const bench = await openBench({ python: '/etc/passwd' });
    expect(await bench.engines.start(bench.id)).toMatchObject({ state: 'failed', problem: { key: 'engineProgramRefused' } });
  });

  it('dies while booting: tried again, then given up', async () => {
    const bench = await openBench({ flags: ['--boot', 'crash'] });
    const failed = await bench.engines.start(bench.id);
    expect(failed).toMatchObject({ state: 'failed', problem: { key: 'engineKeepsCrashing' }, restarts: 4 });
  });

  it('goes back to the flags that last worked, says so, and uses the profile again when asked to start', async () => {
    const bench = await ready();
    await bench.engines.stop(bench.id);
    const profiles = createProfileRows(bench.db);
    profiles.save({ id: 'default', name: 'Default', flags: [{ flag: '--boot', value: 'crash' }], env: {} });
    const rolledBack = await bench.engines.start(bench.id);
    expect(rolledBack).toMatchObject({ state: 'ready', problem: { key: 'engineRolledBack', params: { profile: 'Default' } } });
    const { launchId } = rolledBack;
    await bench.act('exit', { code: 1 }, true);
    await again(bench, launchId);
    expect(bench.requests.at(-1)?.variant).toBe('lastGood');
    profiles.save({ id: 'default', name: 'Default', flags: [], env: {} });
    expect(await bench.engines.start(bench.id)).toMatchObject({ state: 'ready', problem: null });
    expect(bench.requests.at(-1)?.variant).toBe('profile');
  });
});

describe('ports', () => {
  const occupy = async (port: number): Promise<() => Promise<void>> => {
    const sockets = new Set<Socket>();
    const stranger = createServer((socket) => void sockets.add(socket));
    await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve));
    return () =>
      new Promise((resolve) => {
        stranger.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
  };

  it('names who has the port before anything is started, offers a free one, and takes it', async () => {
    const bench = await openBench();
    const { port } = new URL((await bench.engines.start(bench.id)).url ?? '');
    await bench.engines.stop(bench.id);
    const free = await occupy(Number(port));
    try {
      const failed = await bench.engines.start(bench.id, { port: Number(port) });
      expect(failed).toMatchObject({
        state: 'failed',
        problem: { key: 'enginePortTaken', params: { port: Number(port), pid: process.pid } },
      });
      expect(bench.reports()).toHaveLength(1);
      const offered = failed.freePort ?? 0;
      expect(offered).toBeGreaterThan(Number(port));
      expect(await bench.engines.start(bench.id, { port: offered })).toMatchObject({
        state: 'ready',
        url: `http://127.0.0.1:${offered}`,
        freePort: null,
      });
    } finally {
      await free();
    }
  });

  it('finds it taken while it boots', async () => {
    const bench = await openBench({ flags: ['--boot-ms', '1500'] });
    const started = bench.engines.start(bench.id);
    const { url } = await bench.until((engine) => engine.pid !== null);
    const free = await occupy(Number(new URL(url ?? '').port));
    try {
      expect(await started).toMatchObject({ state: 'failed', problem: { key: 'enginePortTaken', params: { pid: process.pid } } });
      expect(bench.engine().freePort).not.toBeNull();
    } finally {
      await free();
    }
  });

  it('the demo engine takes any free port', async () => {
    const [one, other] = [await openBench({ kind: 'demo' }), await openBench({ kind: 'demo' })];
    const engines = await Promise.all([one.engines.start(one.id), other.engines.start(other.id)]);
    expect(engines.map(({ state }) => state)).toEqual(['ready', 'ready']);
    expect(engines[0]?.url).not.toBe(engines[1]?.url);
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

describe('restarts that the engine asks for itself', () => {
  it('in the same process: followed, not counted', async () => {
    const bench = await ready();
    const { pid, launchId } = bench.engine();
    await bench.act('exec', {}, true);
    await again(bench, launchId);
    expect(bench.engine()).toMatchObject({ pid, restarts: 0 });
    expect(bench.reports()).toMatchObject([{ end: 'reboot', why: 'reboot' }]);
    await bench.untilLane((change) => change.type === 'up' && change.lane.launchId !== launchId);
    expect(lanesOf(bench)).toEqual(['up', 'down reboot', 'up']);
    expect(bench.launchFile()).toMatchObject({ pid, launchId: bench.engine().launchId });
    const page = await bench.engines.log(bench.id, { limit: 100 });
    expect(page.lines.at(-1)?.text).toContain('To see the GUI');
    const before = await bench.engines.log(bench.id, { launchId: launchId ?? '', limit: 100 });
    expect(before.lines.filter(({ text }) => text.includes('To see the GUI'))).toHaveLength(1);
  });

  it('by leaving a mark and ending: launched again, not counted', async () => {
    const bench = await ready();
    const { pid, launchId } = bench.engine();
    await bench.act('reboot', {}, true);
    await again(bench, launchId);
    expect(bench.engine().pid).not.toBe(pid);
    expect(bench.engine().restarts).toBe(0);
    expect(lanesOf(bench)).toContain('down reboot');
    const next = bench.engine().launchId;
    // The mark is used up: the next end is a crash again.
    await bench.act('exit', { code: 0 }, true);
    await again(bench, next);
    expect(bench.engine().restarts).toBe(1);
  });
});
