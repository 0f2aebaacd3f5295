import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../shared/engine.ts';
import { again, closeBenches, isDead, lanesOf, openBench, table } from './engine-bench.ts';

const orphans: number[] = [];
afterEach(async () => {
  await closeBenches();
  for (const pid of orphans.splice(0)) {
    const left = await table.find(pid);
    if (left) table.signal([left], 'SIGKILL');
  }
}, 60_000);

/** A host of its own, which started the engine and was then killed. */
const killedHost = async (prompt = ''): Promise<Pick<Engine, 'pid' | 'launchId' | 'url'> & { dataDir: string }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth host '));
  const program = fileURLToPath(new URL('child-host.ts', import.meta.url));
  const host = spawn(process.execPath, [program, dataDir, prompt], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = await once(host.stdout, 'data');
  const engine = JSON.parse(String(told));
  host.kill('SIGKILL');
  await once(host, 'exit');
  expect(await isDead(engine.pid)).toBe(false);
  orphans.push(engine.pid);
  return { ...engine, dataDir };
};

describe('an earlier host was killed', () => {
  it('takes its engine over, with log and lane, and watches over it', async () => {
    const { pid, launchId, url, dataDir } = await killedHost();
    const next = await openBench({ dataDir });
    await next.engines.startWanted();
    await next.untilState('ready');
    expect(next.engine()).toMatchObject({ pid, launchId, url, restarts: 0, version: '0.28.0' });
    expect(next.engine().bootFacts.torch).toBe('2.8.0');
    expect(await next.untilLane(({ type }) => type === 'up')).toMatchObject({ lane: { isAdopted: true, launchId } });
    await next.untilLine('Total VRAM');
    expect(next.log[0]).toMatchObject({ n: 1 });
    await next.act('exit', { code: 3 }, true);
    await again(next, launchId);
    expect(next.reports()).toMatchObject([{ end: 'crash', code: null, signal: null }]);
  });

  it('stops at the end what it took over', async () => {
    const { pid, dataDir } = await killedHost();
    const next = await openBench({ dataDir });
    await next.engines.startWanted();
    await next.engines.close();
    expect(await isDead(pid ?? 0)).toBe(true);
  });

  it('takes over one that says nothing, and judges it by its silence', async () => {
    const { pid, launchId, dataDir } = await killedHost();
    process.kill(pid ?? 0, 'SIGSTOP');
    const settings = { lateAfterMs: 500, unresponsiveAfterMs: 1_000, unresponsiveGraceMs: 500 };
    const next = await openBench({ dataDir, settings });
    await next.engines.startWanted();
    expect(next.engine()).toMatchObject({ pid, launchId, state: 'starting' });
    await again(next, launchId);
    expect(next.reports()).toMatchObject([{ end: 'hang', why: 'silent' }]);
  });

  it('finds it by its marker when its number was never written down', async () => {
    const { pid, launchId, dataDir } = await killedHost();
    const file = join(dataDir, 'engines', 'comfyui', 'launch.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: null, startTime: null }));
    const next = await openBench({ dataDir });
    await next.engines.startWanted();
    await next.untilState('ready');
    expect(next.engine()).toMatchObject({ pid, launchId });
  });

  const launchFileOf = (dataDir: string): string => join(dataDir, 'engines', 'comfyui', 'launch.json');

  it('finds it by what the database remembers when its record is garbage', async () => {
    const { pid, launchId, url, dataDir } = await killedHost();
    writeFileSync(launchFileOf(dataDir), '{"launchId": "x", \0');
    const next = await openBench({ dataDir });
    await next.engines.startWanted();
    await next.untilState('ready');
    expect(next.engine()).toMatchObject({ pid, launchId, url });
    expect(next.launchFile()).toMatchObject({ pid, launchId });
    await next.untilLine('Total VRAM');
  });

  it('names one that nothing proves to be ours, leaves it alone, and starts none beside it', async () => {
    const { pid, dataDir } = await killedHost();
    rmSync(launchFileOf(dataDir));
    const bench = await openBench({ dataDir });
    bench.db.exec('DELETE FROM engine_launches');
    await bench.engines.startWanted();
    const failed = await bench.untilState('failed');
    expect(failed.problem).toMatchObject({ key: 'engineLeftRunning', params: { pid } });
    expect(await isDead(pid ?? 0)).toBe(false);
  });

  it('reaches it where its command line says, and watches over it without its log, and says so', async () => {
    const { pid, launchId, dataDir } = await killedHost();
    const record = JSON.parse(readFileSync(launchFileOf(dataDir), 'utf8'));
    writeFileSync(launchFileOf(dataDir), JSON.stringify({ ...record, url: 'http://127.0.0.1:1' }));
    const { logFile } = record;
    rmSync(logFile);
    const settings = { lateAfterMs: 500, unresponsiveAfterMs: 1_000, unresponsiveGraceMs: 500 };
    const next = await openBench({ dataDir, settings });
    await next.engines.startWanted();
    await next.untilState('ready');
    expect(next.engine()).toMatchObject({ pid, launchId, problem: { key: 'engineLogLost', params: { file: logFile } } });
    process.kill(pid ?? 0, 'SIGSTOP');
    await again(next, launchId);
    expect(next.engine()).toMatchObject({ problem: null });
    expect(next.reports()).toMatchObject([{ end: 'hang', why: 'silent' }]);
    expect(await isDead(pid ?? 0)).toBe(true);
  });

  it('starts afresh when it died too, and counts that against nobody', async () => {
    const { pid, launchId, dataDir } = await killedHost();
    process.kill(pid ?? 0, 'SIGKILL');
    await expect.poll(() => isDead(pid ?? 0)).toBe(true);
    const next = await openBench({ dataDir });
    await next.engines.startWanted();
    await again(next, launchId);
    expect(next.engine().restarts).toBe(0);
    expect(next.db.prepare('SELECT ended_as FROM engine_launches ORDER BY seq').pluck().all()).toEqual(['lost', null]);
  });

  it('leaves alone whoever only has the number', async () => {
    const bench = await openBench();
    const folder = join(bench.dataDir, 'engines', bench.id);
    mkdirSync(folder, { recursive: true });
    const record = {
      launchId: 'old',
      pid: process.pid,
      startTime: 'another time',
      command: ['x'],
      url: 'http://127.0.0.1:1',
      logFile: join(folder, 'x.log'),
      profile: 'Default',
    };
    writeFileSync(join(folder, 'launch.json'), JSON.stringify(record));
    await bench.engines.startWanted();
    expect(bench.engine()).toMatchObject({ state: 'stopped', pid: null });
    expect(bench.launchFile()).toBeNull();
  });

  it('lets one with other flags finish what runs, then starts it as it should be', async () => {
    const { pid, dataDir } = await killedHost('ours');
    const next = await openBench({ dataDir, flags: ['--lowvram'] });
    await next.engines.startWanted();
    await next.untilLane((change) => change.type === 'claims' && !change.isOpen);
    expect(next.engine()).toMatchObject({ state: 'ready', pid });
    next.engines.setRunning(next.id, 'ours');
    await next.act('forget');
    next.engines.setRunning(next.id, null);
    await next.until((engine) => engine.state === 'ready' && engine.pid !== pid);
    await next.untilLane((change) => change.type === 'up' && !change.lane.isAdopted);
    expect(lanesOf(next)).toEqual(['up', 'claims false', 'down requested', 'up']);
  });

  it('lets one that nobody wants any more finish what runs, then stops it', async () => {
    const { pid, dataDir } = await killedHost('ours');
    const next = await openBench({ dataDir, isWanted: false });
    await next.engines.startWanted();
    await next.untilLane((change) => change.type === 'claims' && !change.isOpen);
    await next.act('forget');
    next.engines.setRunning(next.id, null);
    await next.untilState('stopped');
    expect(await isDead(pid ?? 0)).toBe(true);
  });
});
