import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { slow, solid } from './graphs.ts';
import { finished, get, Listener, post, submit } from './wire.ts';

describe.each(inject('targets'))('the waiting list of $name', ({ url }) => {
  const running = async (): Promise<string[]> => (await get(url, '/queue')).json.queue_running.map((item: unknown[]) => item[1]);
  const pending = async (): Promise<string[]> => (await get(url, '/queue')).json.queue_pending.map((item: unknown[]) => item[1]);
  const stop = (id: string): Promise<unknown> => post(url, '/interrupt', { prompt_id: id });

  /** Starts work that takes a while and waits until its first node runs. */
  const begin = async (listener: Listener, clientId: string): Promise<string> => {
    const id = await submit(url, slow(), { client_id: clientId });
    await listener.heard(({ type, data }) => type === 'executing' && data.prompt_id === id && data.node === '1');
    return id;
  };

  beforeEach(async () => {
    expect((await get(url, '/queue')).json).toEqual({ queue_running: [], queue_pending: [] });
  });

  test('interrupts exactly the prompt that is named, and only while it runs', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const id = await begin(own, clientId);
    const waiting = await submit(url, solid());
    for (const other of [randomUUID(), waiting]) expect((await post(url, '/interrupt', { prompt_id: other })).status).toBe(200);
    expect(await running()).toEqual([id]);
    expect(await pending()).toEqual([waiting]);

    expect((await post(url, '/interrupt', { prompt_id: id })).text).toBe('');
    await own.ended(id);
    const interrupted = own.about(id).find(({ type }) => type === 'execution_interrupted');
    expect(interrupted?.data).toMatchObject({
      node_type: 'ImageScale',
      executed: expect.arrayContaining(['0']),
      timestamp: expect.any(Number),
    });
    const entry = await finished(url, id);
    expect(entry.status).toMatchObject({ status_str: 'error', completed: false });
    expect(entry.status.messages.at(-1)[0]).toBe('execution_interrupted');
    expect((await get(url, `/api/jobs/${id}`)).json.status).toBe('cancelled');
    expect((await finished(url, waiting)).status.status_str).toBe('success');
  });

  test('an interrupt while nothing runs does not hit the next prompt', async () => {
    expect((await post(url, '/interrupt', {})).status).toBe(200);
    const entry = await finished(url, await submit(url, solid()));
    expect(entry.status.status_str).toBe('success');
  });

  test('takes waiting prompts out without a word, and leaves the running one alone', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const id = await begin(own, clientId);
    const [first, second, third] = [
      await submit(url, solid(), { client_id: clientId }),
      await submit(url, solid(), { client_id: clientId }),
      await submit(url, solid(), { client_id: clientId }),
    ];
    expect((await get(url, '/prompt')).json.exec_info.queue_remaining).toBe(4);
    await post(url, '/queue', { delete: [first, randomUUID()] });
    expect((await pending()).sort()).toEqual([second, third].sort());
    await post(url, '/queue', { clear: true });
    expect(await pending()).toEqual([]);
    expect(await running()).toEqual([id]);
    await stop(id);
    await finished(url, id);
    for (const gone of [first, second, third]) {
      expect((await get(url, `/history/${gone}`)).json).toEqual({});
      expect(own.about(gone)).toEqual([]);
    }
  });

  test('runs by number, and what was put in front first', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const id = await begin(own, clientId);
    const late = await submit(url, solid(), { client_id: clientId });
    const front = await submit(url, solid(), { client_id: clientId, front: true });
    const first = await submit(url, solid(), { client_id: clientId, number: -1e9 });
    const items = (await get(url, '/queue')).json.queue_pending;
    expect(items).toHaveLength(3);
    expect(items[0][1]).toBe(first);
    expect(items[0]).toEqual([-1e9, first, expect.any(Object), expect.any(Object), ['2']]);
    await stop(id);
    await own.ended(late);
    const order = own.messages.filter(({ type }) => type === 'execution_start').map(({ data }) => data.prompt_id);
    expect(order).toEqual([id, first, front, late]);
  });

  test('cancels through the jobs API, waiting or running', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const id = await begin(own, clientId);
    const waiting = await submit(url, solid());
    expect((await get(url, `/api/jobs/${waiting}`)).json).toMatchObject({ id: waiting, status: 'pending', outputs_count: 0 });
    expect((await get(url, '/api/jobs?status=in_progress')).json.jobs.map((job: { id: string }) => job.id)).toEqual([id]);
    expect((await post(url, `/api/jobs/${waiting}/cancel`, {})).json).toEqual({ cancelled: true });
    expect((await post(url, '/api/jobs/cancel', { job_ids: [id, randomUUID()] })).json).toEqual({ cancelled: true });
    await own.ended(id);
    expect((await get(url, `/api/jobs/${waiting}`)).status).toBe(404);
    expect((await post(url, `/api/jobs/${id}/cancel`, {})).json).toEqual({ cancelled: false });
    expect((await post(url, '/api/jobs/cancel', { job_ids: ['x', 5] })).json.invalid_ids).toEqual(['x', '5']);
    expect((await post(url, '/api/jobs/cancel', '{')).status).toBe(400);
  });

  test('pages through history, and forgets what it is told to', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const id = await submit(url, solid());
      await finished(url, id);
      ids.push(id);
    }
    expect(Object.keys((await get(url, '/history?max_items=2')).json)).toEqual(ids.slice(1));
    expect(Object.keys((await get(url, '/history?max_items=1&offset=0')).json)).toHaveLength(1);
    await post(url, '/history', { delete: [ids[0]] });
    expect((await get(url, `/history/${ids[0]}`)).json).toEqual({});
    await post(url, '/history', { clear: true });
    expect((await get(url, '/history')).json).toEqual({});
  });
});
