import { describe, expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld();

describe('Hearth is killed', () => {
  test.each([
    ['before the POST arrives', 2],
    ['before the answer comes', 4],
    ['while it runs', 100],
    ['while the answer about its history is on the way', 411],
    ['while its picture is being stored', 416],
    ['after everything', 600],
  ])('%s: the job runs once, its picture is stored once', async (_name, ms) => {
    world.addEngine('gpu');
    await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(ms);
    world.host.kill();
    await world.boot();
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'succeeded', error: null });
    expect(p.job(id).artifacts).toHaveLength(1);
    expect(p.starts(id)).toBe(1);
    expect(p.attemptStates(id).filter((state) => state === 'succeeded')).toHaveLength(1);
  });

  test('at every millisecond of three jobs, one death after the other: nothing is lost, nothing is run twice', async () => {
    world.addEngine('gpu');
    await world.boot();
    const ids = (await p.submit({ count: 3 })).map(({ id }) => id);
    for (let ms = 1; ms < 40; ms++) {
      await world.clock.advance(ms);
      world.host.kill();
      await world.boot();
    }
    await p.untilAll(ids);
    for (const id of ids) {
      expect(p.job(id).state).toBe('succeeded');
      expect(p.starts(id)).toBe(1);
      expect(p.job(id).artifacts).toHaveLength(1);
    }
  });

  test('and the engine with it while a job runs: it is queued again, and no limit counts it', async () => {
    Object.assign(world.settings, { deathsToHold: 1, maxAttempts: 1 });
    world.addEngine('gpu');
    await world.boot();
    const id = await p.submitOne();
    for (let time = 0; time < 4; time++) {
      await p.until(id, 'running');
      world.host.kill();
      world.process().die();
      await world.boot();
    }
    await p.until(id);
    expect(p.job(id).state).toBe('succeeded');
    expect(p.reasons(id)).toContain('hostDied');
  });

  test('and the engine ends later: what was finished is stored from the disk before any engine is back', async () => {
    world.addEngine('gpu');
    await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(414);
    expect(p.attemptStates(id)).toEqual(['collecting']);
    world.host.kill();
    world.process().die();
    const engine = world.engines.get('gpu');
    if (engine) engine.state = 'stopped';
    await world.boot();
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'succeeded' });
    expect(engine?.processes).toHaveLength(1);
  });

  test('and a listed file is gone at the next start: the job runs again', async () => {
    world.addEngine('gpu');
    await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(414);
    world.host.kill();
    world.disk.clear();
    await world.boot();
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'succeeded' });
    expect(p.attemptStates(id)).toEqual(['failed', 'succeeded']);
    expect(p.reasons(id)).toContain('fileMissing');
    // Which file, and what is with it, in any language.
    expect(p.job(id).attempts[0]?.error).toMatchObject({
      code: 'engineFileMissing',
      said: { line: { key: 'outputGone', params: { node: '9' } } },
    });
  });

  test('and the prompt ends between the two questions of the next start: it is not taken for lost', async () => {
    const process = world.addEngine('gpu');
    process.isHeld = true;
    await world.boot();
    const id = await p.submitOne();
    await p.until(id, 'running');
    world.host.kill();
    await world.boot();
    // The question about history is on its way back, the one about the queue has not arrived.
    await world.clock.advance(2);
    process.end({ kind: 'success' });
    await p.until(id);
    expect(p.attemptStates(id)).toEqual(['succeeded']);
    expect(p.starts(id)).toBe(1);
  });

  test.each([
    ['drops those of a picture that is stored', 'succeeded', false, false],
    ['leaves those that a person keeps', 'succeeded', true, true],
    ['drops those of an attempt that came to nothing', 'lost', true, false],
  ])('before the copies of the engine went: the next start %s', async (_name, state, keepEngineCopies, isThere) => {
    Object.assign(world.settings, { keepEngineCopies, deathsToHold: 1 });
    world.addEngine('gpu');
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(100);
    if (state === 'lost') engines.crash('gpu');
    await p.until(id);
    expect(p.attemptStates(id)).toEqual([state]);
    const [attempt] = p.job(id).attempts;
    world.host.kill();
    world.disk.set(attempt?.id ?? '', ['left.png']);
    await world.boot();
    expect(world.disk.has(attempt?.id ?? '')).toBe(isThere);
  });

  test('and its engine is no longer there: another one runs the job', async () => {
    world.addEngine('gpu');
    await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(100);
    world.host.kill();
    world.engines.delete('gpu');
    world.addEngine('second');
    await world.boot();
    await p.until(id);
    expect(p.job(id).attempts.map(({ engine, state }) => [engine, state])).toEqual([
      ['gpu', 'lost'],
      ['second', 'succeeded'],
    ]);
  });
});

describe('the engine dies', () => {
  test('the job is tried again; its second death sets it aside, and the rest goes on', async () => {
    world.addEngine('gpu');
    const { engines } = await world.boot();
    const [poison = '', ...rest] = (await p.submit({ count: 5 })).map(({ id }) => id);
    for (let time = 0; time < 2; time++) {
      await world.clock.until(
        () =>
          world.db.prepare("SELECT 1 FROM attempts WHERE job = ? AND state = 'open' AND running_at > 0").get(poison) !==
          undefined,
      );
      engines.crash('gpu');
    }
    await p.untilAll([poison, ...rest]);
    // Which part of it is a sentence itself is kept, for readers of other languages.
    const said = { line: { key: 'deathWithCode', params: { code: 1 } } };
    expect(p.job(poison)).toMatchObject({ state: 'held', error: { code: 'engineDied', said }, finishedAt: null });
    expect(p.job(poison).attempts[0]?.error).toMatchObject({ said });
    expect(rest.map((id) => p.job(id).state)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded']);
    // The death that put it on hold does not count against the engine; the first one does.
    expect(engines.forgiven).toHaveLength(1);
    expect((await world.host.queue.requeue([poison])).jobs).toHaveLength(1);
    await p.until(poison, 'succeeded');
    expect(p.attemptStates(poison)).toEqual(['lost', 'lost', 'succeeded']);
  });

  test('by request: back in the queue, whatever the limits say, and it waits for the engine', async () => {
    Object.assign(world.settings, { deathsToHold: 1, maxAttempts: 1 });
    world.addEngine('gpu');
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(100);
    const stopping = engines.stop('gpu');
    await world.clock.advance(100);
    await stopping;
    expect(p.job(id)).toMatchObject({ state: 'queued', error: null });
    expect(p.reasons(id).at(-1)).toBe('engineStopped');
    await world.clock.advance(60_000);
    expect(p.job(id).attempts).toHaveLength(1);
    expect(engines.waiting).toBe(1);
    engines.start('gpu');
    await p.until(id, 'succeeded');
  });

  test('the line to an engine elsewhere is cut: its job stays where it is and is found again, run once', async () => {
    const far = world.addEngine('far', 'external');
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(100);
    engines.cut('far');
    await world.clock.advance(300_000);
    expect(p.job(id)).toMatchObject({ state: 'running' });
    engines.mend('far');
    await p.until(id, 'succeeded');
    expect([...far.starts.values()]).toEqual([1]);
  });

  test('an engine elsewhere started anew in between: the attempt is lost, the job runs again', async () => {
    world.addEngine('far', 'external');
    const { engines } = await world.boot();
    const id = await p.submitOne();
    await world.clock.advance(100);
    engines.cut('far');
    world.process('far').die();
    engines.start('far');
    await p.until(id, 'succeeded');
    expect(p.attemptStates(id)).toEqual(['lost', 'succeeded']);
  });

  test('nothing is handed over beside a prompt that could neither be stopped nor ended', async () => {
    world.settings.stallMs = 30_000;
    const far = world.addEngine('far', 'external');
    Object.assign(far, { isHeld: true, ignoresInterrupts: true });
    await world.boot();
    const [stalled = '', next = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
    await p.until(stalled, 'failed_retryable');
    await world.clock.advance(600_000);
    expect(p.job(next).attempts).toEqual([]);
    expect(far.pending).toEqual([]);
    far.isHeld = false;
    far.end({ kind: 'success' });
    await p.untilAll([stalled, next]);
    expect([p.job(stalled).state, p.job(next).state]).toEqual(['succeeded', 'succeeded']);
  });

  test('with a broken GPU: it is ended, and the job is tried on the next one', async () => {
    world.addEngine('gpu').nextEnding = {
      kind: 'error',
      exceptionType: 'torch.AcceleratorError',
      message: 'CUDA error: unknown error',
    };
    const { engines } = await world.boot();
    const [first = '', second = ''] = (await p.submit({ count: 2 })).map(({ id }) => id);
    await p.untilAll([first, second]);
    expect(engines.declaredDead).toEqual([{ id: 'gpu', reason: 'poisoned' }]);
    expect(p.job(first)).toMatchObject({ state: 'succeeded' });
    expect(p.reasons(first)).toContain('gpuBroken');
    // Nothing was handed to the broken process any more.
    expect(world.engines.get('gpu')?.processes[0]?.starts.size).toBe(1);
  });
});

describe('handing over without an answer', () => {
  test.each(['lostBefore', 'lostAfter', 'late'] as const)('%s: never two executions at once, and one picture', async (fate) => {
    const process = world.addEngine('gpu');
    const { engines } = await world.boot();
    const client = engines.client('gpu');
    if (client) client.nextSubmit = fate;
    const id = await p.submitOne();
    let most = 0;
    await world.clock.until(() => {
      most = Math.max(most, process.pending.length + (process.running === null ? 0 : 1));
      return p.job(id).state === 'succeeded';
    });
    expect(most).toBe(1);
    expect(p.job(id).artifacts).toHaveLength(1);
    if (fate !== 'late') expect(p.starts(id)).toBe(1);
    // What came after all was stopped as soon as it began.
    else expect(process.history(p.job(id).attempts[0]?.id ?? '')).toMatchObject({ outcome: 'interrupted' });
    expect(p.attemptStates(id)).toEqual(fate === 'lostAfter' ? ['succeeded'] : ['lost', 'succeeded']);
  });

  test('an answer that takes long, while the socket is down, is waited for', async () => {
    world.addEngine('gpu');
    const { engines } = await world.boot();
    const client = engines.client('gpu');
    client?.setSocket(false);
    if (client) client.nextSubmit = 'slow';
    const id = await p.submitOne();
    await p.until(id);
    expect(p.attemptStates(id)).toEqual(['succeeded']);
    expect(p.starts(id)).toBe(1);
  });

  test('an answer that makes no sense, for a prompt that was taken all the same, is no second run', async () => {
    const process = world.addEngine('gpu');
    await world.boot();
    process.nextAnswer = { kind: 'broken', status: 502, text: 'bad gateway' };
    const once = process.submit;
    process.submit = (id) => {
      const answer = once(id);
      process.submit = once;
      once(id);
      return answer;
    };
    const id = await p.submitOne();
    await p.until(id, 'succeeded');
    expect(p.attemptStates(id)).toEqual(['succeeded']);
    expect(p.starts(id)).toBe(1);
  });

  test('an answer that makes no sense twice ends the job, saying what came', async () => {
    const process = world.addEngine('gpu');
    await world.boot();
    const take = process.submit;
    process.submit = () => ({ kind: 'broken', status: 500, text: 'Internal Server Error' });
    const id = await p.submitOne();
    await p.until(id);
    expect(p.job(id)).toMatchObject({ state: 'failed_terminal', error: { code: 'engineAnswerBroken', params: { status: 500 } } });
    process.submit = take;
  });
});
