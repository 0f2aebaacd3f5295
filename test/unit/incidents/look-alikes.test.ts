import { describe, expect, test } from 'vitest';
import { gpuLookAlikes } from '../../fixtures/crash-logs/look-alikes-gpu.ts';
import { packagesLookAlikes } from '../../fixtures/crash-logs/look-alikes-packages.ts';
import { systemLookAlikes } from '../../fixtures/crash-logs/look-alikes-system.ts';
import { diagnoseLines } from './diagnose-lines.ts';

const lookAlikes = [...gpuLookAlikes, ...packagesLookAlikes, ...systemLookAlikes];

describe.each(lookAlikes)('%s', (_about, [firstCause, first], [secondCause, second]) => {
  test(firstCause, async () => expect((await diagnoseLines(first)).cause).toBe(firstCause));
  test(secondCause, async () => expect((await diagnoseLines(second)).cause).toBe(secondCause));
});

test('there are at least forty pairs', () => expect(lookAlikes.length).toBeGreaterThanOrEqual(40));
