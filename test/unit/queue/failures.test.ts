import { describe, expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld();

test('several retries that wait each run when they are due, also beside each other on two engines', async () => {
  Object.assign(world.settings, { retryBaseMs: 60_000, retryMaxMs: 600_000 });
  for (const id of ['gpu', 'second'])
    world.addEngine(id).nextEnding = { kind: 'error', exceptionType: 'ValueError', message: id };
  await world.boot();
  const ids = (await p.submit({ count: 2 })).map(({ id }) => id);
  await world.clock.until(() => ids.every((id) => p.job(id).state === 'failed_retryable'));
  const due = Math.max(...ids.map((id) => Date.parse(p.job(id).retryAt ?? '')));
  await p.untilAll(ids);
  expect(ids.map((id) => p.job(id).state)).toEqual(['succeeded', 'succeeded']);
  expect(world.clock.now() - due).toBeLessThan(1_000);
});

describe('the engine refuses or fails', () => {
  test('a refused prompt ends at once, naming node and input', async () => {
    const errors = [{ type: 'value_bigger_than_max', message: 'Value 9 bigger than max of 8', details: 'width', input: 'width' }];
    world.addEngine('gpu').nextAnswer = {
      kind: 'refused',
      type: 'prompt_outputs_failed_validation',
      message: 'm',
      details: '',
      node: null,
      nodeErrors: { '1': { class: 'EmptyImage', errors } },
    };
    await world.boot();
    const id = await p.submitOne();
    await p.until(id);
    expect(p.job(id)).toMatchObject({
      state: 'failed_terminal',
      error: { code: 'engineRefusedInput', node: '1', input: 'width' },
    });
    expect(p.job(id).finishedAt).not.toBeNull();
  });

  test('a 200 that dropped a declared output fails the job and keeps what was made as partial', async () => {
    const process = world.addEngine('gpu');
    world.templates.set('demo', {
      ...(world.templates.get('demo') ?? never()),
      outputs: [
        { node: '9', kind: 'image' },
        { node: '12', kind: 'image' },
      ],
    });
    process.nextNodeErrors = {
      '12': {
        class: 'SaveImage',
        errors: [{ type: 'required_input_missing', message: 'Required input is missing', details: 'images', input: 'images' }],
      },
    };
    await world.boot();
    const id = await p.submitOne();
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'failed_terminal', error: { node: '12', input: 'images' } });
    expect(p.job(id).artifacts).toMatchObject([{ node: '9', isPartial: true }]);
    expect(p.attemptStates(id)).toEqual(['failed']);
  });

  test('a run whose declared output made nothing is no success', async () => {
    world.addEngine('gpu').nextEnding = { kind: 'success', outputs: 0 };
    await world.boot();
    const id = await p.submitOne();
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'failed_terminal', error: { code: 'engineOutputMissing', params: { nodes: '9' } } });
  });

  test('out of memory is for good; what was made before is kept as partial', async () => {
    world.addEngine('gpu').nextEnding = {
      kind: 'error',
      exceptionType: 'torch.OutOfMemoryError',
      message: 'Allocation on device',
      files: 1,
    };
    await world.boot();
    const id = await p.submitOne();
    await p.until(id);
    expect(p.job(id)).toMatchObject({
      state: 'failed_terminal',
      error: { code: 'nodeOutOfMemory', node: '1' },
      artifacts: [{ isPartial: true }],
    });
    expect(p.job(id).attempts).toHaveLength(1);
  });

  test("a full disk under the engine is nobody's fault: the queue waits for room, and every job gets its picture", async () => {
    const process = world.addEngine('gpu');
    const { queue } = await world.boot();
    const ids = (await p.submit({ count: 5 })).map(({ id }) => id);
    process.nextEnding = { kind: 'error', exceptionType: 'OSError', message: '[Errno 28] No space left on device' };
    await p.until(ids[0] ?? '', 'failed_retryable');
    expect(p.job(ids[0] ?? '').error).toMatchObject({ code: 'nodeNoRoom', node: '1' });
    expect(queue.pauses()).toMatchObject([{ owner: 'disk', key: 'pausedNoRoom' }]);
    // Nothing else meets the same end meanwhile.
    expect(ids.slice(1).map((id) => p.job(id).attempts.length)).toEqual([0, 0, 0, 0]);
    await p.untilAll(ids);
    expect(ids.map((id) => p.job(id).state)).toEqual(ids.map(() => 'succeeded'));
    expect(queue.pauses()).toEqual([]);
  });

  test('an unknown error is tried once more, after a pause', async () => {
    const process = world.addEngine('gpu');
    process.nextEnding = { kind: 'error', exceptionType: 'ValueError', message: 'odd' };
    await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'failed_retryable');
    expect(Date.parse(p.job(id).retryAt ?? '') - world.clock.now()).toBeGreaterThan(0);
    expect(p.job(id).error).toMatchObject({ code: 'nodeFailed', node: '1' });
    process.nextEnding = { kind: 'error', exceptionType: 'ValueError', message: 'odd' };
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'failed_terminal', attempts: [{ state: 'failed' }, { state: 'failed' }] });
  });

  test('attempts used up go to the dead letter state, and a person can queue it again with fresh limits', async () => {
    world.addEngine('gpu');
    Object.assign(world.settings, { maxAttempts: 2, deathsToHold: 9 });
    const { engines, queue } = await world.boot();
    const id = await p.submitOne();
    for (let time = 0; time < 2; time++) {
      await p.until(id, 'running');
      engines.crash('gpu');
    }
    await p.until(id);
    expect(p.job(id).state).toBe('dead_letter');
    expect((await queue.requeue([id])).jobs).toMatchObject([{ id, state: 'queued', error: null, finishedAt: null }]);
    await p.until(id, 'running');
    engines.crash('gpu');
    await p.until(id, 'succeeded');
    expect(p.attemptStates(id)).toEqual(['lost', 'lost', 'lost', 'succeeded']);
  });

  test('interrupted in the engine itself: once more, and the second time it counts as cancelled', async () => {
    const process = world.addEngine('gpu');
    await world.boot();
    const id = await p.submitOne();
    process.nextEnding = { kind: 'interrupted' };
    await p.until(id, 'failed_retryable');
    process.nextEnding = { kind: 'interrupted' };
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'cancelled', error: { code: 'jobInterruptedElsewhere' } });
  });

  test('a node that the engine lacks is said before anything is handed over, after its lists were read afresh', async () => {
    world.addEngine('gpu');
    const { engines } = await world.boot();
    const client = engines.client('gpu');
    if (client) client.objectInfoAnswer = new Map();
    const id = await p.submitOne();
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'failed_terminal', attempts: [], error: { code: 'engineNodesMissing' } });
    expect(p.job(id).error?.message).toContain('SaveImage');
    expect(client?.calls.get('objectInfoFresh')).toBe(1);
    expect(client?.calls.get('submit')).toBeUndefined();
  });

  test('three jobs in a row that fail the same way pause the queue; a person resumes it', async () => {
    const process = world.addEngine('gpu');
    const { queue } = await world.boot();
    const take = process.submit;
    process.submit = () => ({ kind: 'refused', type: 'x', message: 'no', details: '', node: null, nodeErrors: {} });
    await p.submit({ count: 6 });
    await world.clock.until(() => queue.pauses().length > 0);
    await world.clock.advance(10_000);
    expect(queue.pauses()).toMatchObject([{ owner: 'recovery', key: 'pausedFailures' }]);
    expect(queue.counts()).toMatchObject({ failed_terminal: 3, queued: 3 });
    process.submit = take;
    expect(queue.resume('recovery').wasPaused).toBe(true);
    await world.clock.until(() => queue.counts().succeeded === 3);
  });
});

function never(): never {
  throw new Error('not there');
}
