import { afterEach, describe, expect, it } from 'vitest';
import { again, closeBenches, isDead, lanesOf, openBench, openReady as ready } from './engine-bench.ts';

afterEach(closeBenches, 60_000);

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
