import { expect, test } from 'vitest';
import { systemClock } from '../../../electron/lib/clock.ts';

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
