import { statSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { again, closeBenches, isDead, lanesOf, openBench, openReady } from './engine-bench.ts';

afterEach(closeBenches, 60_000);

describe('what an engine can do to its log', () => {
  it('a flood is cut, said, and read to the end', async () => {
    const bench = await openReady({ settings: { logMaxBytes: 1_000_000 } });
    await bench.act('flood', { megabytes: 30 });
    await bench.untilLine('[hearth] cut here');
    await bench.act('say', { lines: ['after the flood'] });
    await bench.untilLine('after the flood');
    const file = `${bench.dataDir}/logs/${bench.id}/${bench.engine().launchId}.log`;
    expect(statSync(file).size).toBeLessThan(3_000_000);
    const { lines } = await bench.engines.log(bench.id, { from: 0, limit: 3 });
    // The boot lines survive.
    expect(lines[0]?.text).toContain('Total VRAM');
    expect(bench.engine().state).toBe('ready');
  });

  it('invalid UTF-8 and a 10 MB line harm nothing', async () => {
    const bench = await openReady();
    await bench.act('write', { base64: Buffer.from([0xff, 0xfe, 0x80, 0x0a]).toString('base64') });
    await bench.act('write', { base64: Buffer.from(`${'x'.repeat(10_000_000)}\nnext\n`).toString('base64') });
    await bench.untilLine('next');
    const { lines } = await bench.engines.log(bench.id, { limit: 3 });
    expect(lines.map(({ text }) => text.slice(0, 5))).toEqual(['\ufffd\ufffd\ufffd', 'xxxxx', 'next']);
    expect(lines[1]?.text).toMatch(/characters more\)$/);
  });

  it('a helper that keeps it open after the death holds nothing up', async () => {
    const bench = await openReady();
    const { launchId } = bench.engine();
    await bench.act('helper');
    await bench.untilLine('helper up');
    await bench.act('exit', { code: 1 }, true);
    await again(bench, launchId);
    expect(bench.reports()).toMatchObject([{ end: 'crash', code: 1 }]);
  });
});

it('a boot that never ends is ended, and told', async () => {
  const bench = await openBench({
    flags: ['--boot', 'hang'],
    settings: { bootTimeoutMs: 1_000, crashBudget: 1, restartBaseMs: 60_000 },
  });
  void bench.engines.start(bench.id);
  const { pid } = await bench.until((engine) => engine.pid !== null);
  const backoff = await bench.until((engine) => engine.problem?.key === 'engineBootEndless');
  expect(backoff.problem?.params).toMatchObject({ seconds: 1 });
  expect(await isDead(pid ?? 0)).toBe(true);
  expect(bench.reports()[0]).toMatchObject({ end: 'hang', why: 'bootTimeout' });
});

describe('the queue’s verdict', () => {
  it.each([
    ['poisoned', 'down crash', 'crash', 1],
    ['dead-worker', 'down hang', 'hang', 1],
    ['stalled', 'down hang', 'hang', 1],
    ['uninterruptible', 'down requested', 'requested', 0],
  ] as const)('%s: ended and started again', async (why, down, end, restarts) => {
    const bench = await openReady();
    const { launchId, pid } = bench.engine();
    await bench.engines.declareDead(bench.id, why);
    // Resolved means that nothing of it can write any more.
    expect(await isDead(pid ?? 0)).toBe(true);
    expect(lanesOf(bench)).toEqual(['up', 'claims false', down]);
    await again(bench, launchId);
    expect(bench.reports()).toMatchObject([{ end, why }]);
    expect(bench.engine().restarts).toBe(restarts);
  });

  it('over one that does not run is nothing', async () => {
    const bench = await openBench();
    await bench.engines.declareDead(bench.id, 'poisoned');
    expect(bench.engine().state).toBe('stopped');
  });
});

describe('a database that takes nothing any more', () => {
  it('stops neither the watch nor the budget', async () => {
    const bench = await openReady({ settings: { crashBudget: 1 } });
    bench.db.pragma('query_only = ON');
    const { launchId } = bench.engine();
    await bench.act('exit', { code: 1 }, true);
    await again(bench, launchId);
    await bench.act('exit', { code: 1 }, true);
    expect(await bench.untilState('failed')).toMatchObject({ restarts: 2, problem: { key: 'engineKeepsCrashing' } });
    expect(await bench.engines.start(bench.id)).toMatchObject({ state: 'ready' });
    expect(await bench.engines.stop(bench.id)).toMatchObject({ state: 'stopped', isWanted: false });
    bench.db.pragma('query_only = OFF');
  });
});
