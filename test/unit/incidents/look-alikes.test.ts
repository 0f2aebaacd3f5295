import { describe, expect, test } from 'vitest';
import { lookAlikes } from '../../fixtures/crash-logs/look-alikes.ts';
import { diagnoseLines } from './diagnose-lines.ts';

describe.each(lookAlikes)('%s', (_about, [firstCause, first], [secondCause, second]) => {
  test(firstCause, async () => expect((await diagnoseLines(first)).cause).toBe(firstCause));
  test(secondCause, async () => expect((await diagnoseLines(second)).cause).toBe(secondCause));
});

test('there are at least forty pairs', () => expect(lookAlikes.length).toBeGreaterThanOrEqual(40));
