import { expect, test } from 'vitest';
import { watchEngines } from '../../../electron/benchmarks/engine-watch.ts';
import type { PreparedCell } from '../../../electron/benchmarks/prepare-run.ts';
import { createRunControl, Ended } from '../../../electron/benchmarks/run-control.ts';
import type { LaneChange, LaneEnd } from '../../../electron/engine/engines.ts';
import { sampleEngine } from '../../fakes/fake-data.ts';

const cell: PreparedCell = {
  name: 'only',
  engine: sampleEngine({ id: 'mine', name: 'Mine' }),
  profile: { id: 'p', name: 'P', flags: [], env: {} },
  flags: [],
  without: [],
};
const said = { line: { key: 'deathByMeaning', params: { meaning: 'SIGKILL' } } };
const open = () => {
  const forgiven: string[] = [];
  let tell: (change: LaneChange) => void = () => {};
  const control = createRunControl();
  const engines = {
    onLane(listener: (change: LaneChange) => void) {
      tell = listener;
      return () => {};
    },
    forgiveDeath: (_id: string, launchId: string) => void forgiven.push(launchId),
  };
  // Only what the watch asks of engines is there.
  const watch = watchEngines([cell], { engines: engines as unknown as Parameters<typeof watchEngines>[1]['engines'] }, control);
  const goes = (why: LaneEnd, engineId = 'mine'): void =>
    tell({ type: 'down', engineId, launchId: 'launch', why, oneLine: 'It was ended by SIGKILL.', said });
  return { watch, control, forgiven, goes };
};

test.each<[LaneEnd, boolean, 'partial' | undefined]>([
  ['crash', true, undefined],
  ['hang', true, undefined],
  ['requested', false, 'partial'],
  ['reboot', false, 'partial'],
  ['unreachable', false, 'partial'],
])('an engine of the run that goes by %s', (why, isDeath, ended) => {
  const { watch, control, forgiven, goes } = open();
  goes(why);
  expect([watch.hasDied(), control.ended?.state, forgiven.length > 0]).toEqual([isDeath, ended, isDeath]);
});

test('engines of others, and what the run does itself, are no news; a new start forgets the death before it', async () => {
  const { watch, control, goes } = open();
  goes('crash', 'other');
  goes('requested', 'other');
  await watch.during('mine', async () => goes('requested'));
  expect([watch.hasDied(), control.ended]).toEqual([false, null]);
  goes('crash');
  expect([watch.hasDied(), watch.words?.line, watch.words?.said?.line?.key]).toEqual([
    true,
    'It was ended by SIGKILL.',
    'deathByMeaning',
  ]);
  await watch.during('mine', async () => {});
  expect([watch.hasDied(), watch.words]).toEqual([false, undefined]);
});

test('a run ends for the first reason, and whoever waits hears of it at once', () => {
  const control = createRunControl();
  let calls = 0;
  const callOff = control.onEnd(() => calls++);
  const why = (key: string) => ({ key, params: {}, message: key });
  control.end('refused', why('first'));
  control.end('partial', why('second'));
  expect([control.ended?.why.key, calls]).toEqual(['first', 2]);
  callOff();
  control.leave();
  expect(calls).toBe(2);
  control.onEnd(() => calls++);
  expect(calls).toBe(3);
  expect(() => control.mustGoOn()).toThrow(Ended);
});
