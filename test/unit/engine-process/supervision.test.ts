import { afterEach, describe, expect, it } from 'vitest';
import { closeBenches, openBench } from './engine-bench.ts';

afterEach(closeBenches);

describe('a managed engine', () => {
  it('starts, is ready, and stops', async () => {
    const bench = openBench();
    const ready = await bench.engines.start(bench.id);
    expect(ready).toMatchObject({ state: 'ready', isWanted: true, version: '0.28.0', profile: 'Default', problem: null });
    expect(ready.bootFacts).toMatchObject({ comfyui: '0.28.0', vramMb: 16_000 });
    await bench.untilLane(({ type }) => type === 'up');
    const stopped = await bench.engines.stop(bench.id);
    expect(stopped).toMatchObject({ state: 'stopped', isWanted: false, pid: null });
    expect(bench.states).toEqual(['stopped', 'starting', 'ready', 'stopping', 'stopped']);
    expect(bench.lanes.map((change) => change.type)).toEqual(['up', 'claims', 'down']);
    expect(bench.reports()).toEqual([{ end: 'requested', code: 0, signal: null, why: 'stop' }]);
    expect(bench.launchFile()).toBeNull();
  });
});
