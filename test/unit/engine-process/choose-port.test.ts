import { expect, test } from 'vitest';
import type { EngineRow } from '../../../electron/db/engines.ts';
import { choosePort } from '../../../electron/engine/open-run.ts';
import type { PortState } from '../../../electron/engine/ports.ts';
import { createVirtualClock } from '../../fakes/virtual-clock.ts';

const row = { kind: 'managed', name: 'Mine', port: 8188 } as EngineRow;
const taken: PortState = { isFree: false, holder: null };
const free: PortState = { isFree: true, holder: null };

/** Chooses on a machine whose port is as `states` say, one after the other; the last one stays. */
const choose = async (states: PortState[]) => {
  const clock = createVirtualClock();
  let looks = 0;
  const ports = {
    state: () => Promise.resolve(states[Math.min(looks++, states.length - 1)] ?? taken),
    nextFree: (first: number) => Promise.resolve(first),
  };
  let isOver = false;
  const chosen = choosePort(row, { ports, clock, random: () => 0 }).then(
    (port) => ({ port }),
    ({ key, params }) => ({ key, params }),
  );
  void chosen.finally(() => {
    isOver = true;
  });
  await clock.until(() => isOver, 10_000);
  return { ...(await chosen), looks, afterMs: clock.monotonic() };
};

test('a port that the process before has not let go of yet is waited for', async () => {
  expect(await choose([taken, taken, free])).toEqual({ port: 8188, looks: 3, afterMs: 200 });
});

test('a free port, and one that somebody has by name, are not waited for', async () => {
  expect(await choose([free])).toMatchObject({ port: 8188, afterMs: 0 });
  expect(await choose([{ isFree: false, holder: { pid: 7, name: 'python' } }])).toMatchObject({
    key: 'enginePortTaken',
    params: { holder: 'python', free: 8189 },
    afterMs: 0,
  });
});

test('one that nobody lets go of is said to be taken after a while', async () => {
  const { afterMs, ...said } = await choose([taken]);
  expect(said).toMatchObject({ key: 'enginePortTakenBySomeone', params: { port: 8188, free: 8189 } });
  expect(afterMs).toBeLessThanOrEqual(5_000);
});
