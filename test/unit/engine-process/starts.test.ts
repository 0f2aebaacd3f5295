import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createProfileRows } from '../../../electron/db/profiles.ts';
import { again, closeBenches, openBench, openReady as ready } from './engine-bench.ts';

afterEach(closeBenches, 60_000);

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
