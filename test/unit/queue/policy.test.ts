import { describe, expect, test } from 'vitest';
import { backOffMs, type EndingKind, isAboutInput, judge } from '../../../electron/queue/policy.ts';
import { isLegal } from '../../../electron/queue/transitions.ts';
import { JobState, requeueableStates, settledStates } from '../../../shared/job.ts';

const limits = { maxAttempts: 3, deathsToHold: 2, retryBaseMs: 1_000, retryMaxMs: 8_000 };
const fresh = { tries: 0, deaths: 0, faults: 0 };
const error = { code: 'x', message: 'x', node: null, input: null, params: {} };

describe('what becomes of a job', () => {
  test.each<[EndingKind, Partial<typeof fresh>, string, string]>([
    // kind, before, job, attempt
    ['engineDied', {}, 'failed_retryable', 'lost'],
    ['engineDied', { deaths: 1, tries: 1 }, 'held', 'lost'],
    ['gpuBroken', {}, 'failed_retryable', 'failed'],
    ['gpuBroken', { deaths: 1, tries: 1 }, 'held', 'failed'],
    ['workerDead', {}, 'failed_retryable', 'lost'],
    ['workerDead', { deaths: 1, tries: 1 }, 'held', 'lost'],
    ['stalledForGood', { deaths: 1, tries: 1 }, 'held', 'failed'],
    ['stalled', {}, 'failed_retryable', 'failed'],
    ['stalled', { tries: 2 }, 'dead_letter', 'failed'],
    ['unanswered', {}, 'failed_retryable', 'lost'],
    ['unanswered', { tries: 2 }, 'dead_letter', 'lost'],
    ['vanished', {}, 'failed_retryable', 'lost'],
    ['fileMissing', {}, 'failed_retryable', 'failed'],
    ['fileMissing', { tries: 2 }, 'dead_letter', 'failed'],
    ['hostDied', { tries: 2, deaths: 1 }, 'queued', 'lost'],
    ['engineStopped', { tries: 2, deaths: 1 }, 'queued', 'lost'],
    ['refused', {}, 'failed_terminal', 'failed'],
    ['outputMissing', {}, 'failed_terminal', 'failed'],
    ['noRoom', {}, 'failed_retryable', 'failed'],
    ['noRoom', { tries: 2 }, 'dead_letter', 'failed'],
    ['outOfMemory', {}, 'failed_terminal', 'failed'],
    ['badInput', {}, 'failed_terminal', 'failed'],
    ['nodeFailed', {}, 'failed_retryable', 'failed'],
    ['nodeFailed', { faults: 1, tries: 1 }, 'failed_terminal', 'failed'],
    ['nodeFailed', { tries: 2 }, 'dead_letter', 'failed'],
    ['answerBroken', {}, 'failed_retryable', 'failed'],
    ['answerBroken', { faults: 1, tries: 1 }, 'failed_terminal', 'failed'],
    ['interruptedElsewhere', {}, 'failed_retryable', 'cancelled'],
    ['interruptedElsewhere', { faults: 1, tries: 1 }, 'cancelled', 'cancelled'],
    ['cancelled', {}, 'cancelled', 'cancelled'],
  ])('%s after %o: %s', (kind, before, job, attempt) => {
    const verdict = judge({ kind, error }, { ...fresh, ...before }, false, limits, 0);
    expect(verdict).toMatchObject({ job, attempt });
    expect(verdict.retryInMs === null).toBe(job !== 'failed_retryable');
    for (const from of ['submitted', 'running'] as const) expect(isLegal(from, verdict.job)).toBe(true);
  });

  test('what Hearth or a person ended counts towards no limit', () => {
    const before = { tries: 2, deaths: 1, faults: 1 };
    for (const kind of ['hostDied', 'engineStopped', 'cancelled'] as const)
      expect(judge({ kind, error: null }, before, false, limits, 0).tally).toEqual(before);
  });

  test('a wish to cancel wins over every ending', () => {
    for (const kind of ['engineDied', 'nodeFailed', 'hostDied', 'unanswered', 'refused', 'stalledForGood'] as const)
      expect(judge({ kind, error }, fresh, true, limits, 0)).toMatchObject({
        job: 'cancelled',
        attempt: 'cancelled',
        tally: fresh,
      });
  });

  test('the first death counts as a try, the second holds before attempts are used up', () => {
    const first = judge({ kind: 'engineDied', error }, fresh, false, limits, 0);
    expect(first.tally).toEqual({ tries: 1, deaths: 1, faults: 0 });
    expect(judge({ kind: 'engineDied', error }, first.tally, false, { ...limits, maxAttempts: 2 }, 0)).toMatchObject({
      job: 'held',
      reason: 'killsEngine',
    });
  });

  test('what the job says of itself can pause the queue, what the engine suffers cannot', () => {
    const about = (['refused', 'outOfMemory', 'badInput', 'nodeFailed', 'outputMissing', 'gpuBroken'] as const).map(isAboutInput);
    const engine = (['engineDied', 'unanswered', 'hostDied', 'stalled', 'fileMissing', 'noRoom'] as const).map(isAboutInput);
    expect(new Set(about)).toEqual(new Set([true]));
    expect(new Set(engine)).toEqual(new Set([false]));
  });
});

test.each([
  [1, 0, 500],
  [1, 0.999, 1_000],
  [2, 0, 1_000],
  [3, 0, 2_000],
  [4, 0, 4_000],
  [9, 0, 4_000],
  [999, 0.999, 7_996],
])('try %i waits between half and all of its time (%d)', (tries, random, ms) => {
  expect(backOffMs(tries, limits, random)).toBeCloseTo(ms, -1);
});

test('only a person leads back from a settled state, and nothing from success', () => {
  // What was held can be cancelled, and a cancellation taken back to wherever the job waited.
  const undoable = new Set(['held cancelled', 'cancelled held', 'cancelled failed_retryable']);
  for (const from of JobState.options) {
    expect(isLegal(from, from)).toBe(false);
    expect(isLegal(from, 'queued')).toBe(
      requeueableStates.has(from) || ['submitted', 'running', 'failed_retryable'].includes(from),
    );
    if (settledStates.has(from))
      for (const to of JobState.options)
        if (to !== 'queued' && !undoable.has(`${from} ${to}`)) expect(isLegal(from, to)).toBe(false);
  }
  for (const to of JobState.options) expect(isLegal('succeeded', to)).toBe(false);
});
