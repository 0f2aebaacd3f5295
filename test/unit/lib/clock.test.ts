import { expect, test } from 'vitest';
import { systemClock } from '../../../electron/lib/clock.ts';
import { guardedClock } from '../../../electron/lib/guarded-clock.ts';
import { createVirtualClock } from '../../fakes/virtual-clock.ts';

test.each([2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER])('a wait of %d ms is no wait of none', async (ms) => {
  const called: string[] = [];
  const callOff = systemClock.after(ms, () => called.push('long'));
  await new Promise<void>((resolve) => {
    systemClock.after(1, () => {
      called.push('short');
      // Both would be due by now.
      setImmediate(resolve);
    });
    // The clock's own timers keep nothing alive.
    setImmediate(() => {});
  });
  callOff();
  expect(called).toEqual(['short']);
});

test('what throws when it is due ends neither the program nor what is due after it', async () => {
  const time = createVirtualClock();
  const faults: unknown[] = [];
  const clock = guardedClock(time, (error) => faults.push(error));
  const called: string[] = [];
  const broken = new Error('broken');
  clock.after(1, () => {
    throw broken;
  });
  clock.after(2, () => called.push('next'));
  clock.after(3, () => called.push('called off'))();
  await time.advance(5);
  expect([faults, called]).toEqual([[broken], ['next']]);
});
