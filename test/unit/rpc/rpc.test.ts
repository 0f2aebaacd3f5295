import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { Snapshot } from '../../../shared/contract.ts';
import { noCounts } from '../../../shared/job.ts';
import { type Client, connect, EventHub, type Handlers, serve } from '../../../shared/rpc.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { noLinks, sampleEngine, sampleJob } from '../../fakes/fake-data.ts';
import { handlersWith } from '../../fakes/handlers.ts';
import { ipc, memory, type Pipe, type Transport, webSocket } from './pipes.ts';

const snapshotOf = (hub: EventHub): Snapshot => ({
  seq: hub.seq,
  version: '0.1.0',
  host: 'headless',
  actions: [],
  dataFolder: '/data',
  engines: [],
  openIncidents: [],
  counts: noCounts,
  openJobs: [],
  pauses: [],
  settings: defaultSettings,
  isFirstRun: true,
});

describe.each<[string, () => Transport]>([
  ['memory', memory],
  ['WebSocket', webSocket],
  ['IPC', ipc],
])('the contract over %s', (_name, createTransport) => {
  let transport: Transport;
  let hub: EventHub;
  let internal: { where: string; error: unknown }[];
  beforeEach(() => {
    transport = createTransport();
    internal = [];
    hub = new EventHub((where, error) => internal.push({ where, error }));
  });
  afterEach(() => transport.stop());

  const open = async (some: Partial<Handlers> = {}): Promise<Pipe & { client: Client; seen: unknown[] }> => {
    const pipe = await transport.open((port) => {
      serve(handlersWith(some), hub, port, (where, error) => internal.push({ where, error }));
    });
    const seen: unknown[] = [];
    pipe.near.onMessage((message) => seen.push(message));
    await vi.waitFor(() => expect(hub.clients).toBeGreaterThan(0));
    return { ...pipe, client: connect(pipe.near), seen };
  };

  test('a call arrives with its defaults filled in and answers with its type', async () => {
    const inputs: unknown[] = [];
    const job = sampleJob({ seed: '18446744073709551615', values: { prompt: '등대 "x" 🗼\r\n', steps: 20 } });
    const { client } = await open({
      'jobs.enqueue': (input) => {
        inputs.push(input);
        return { jobs: [job], count: 1, batch: null };
      },
    });
    const answer = await client.call('jobs.enqueue', { template: 'demo', values: { prompt: 'é' } });
    expect(inputs).toEqual([{ template: 'demo', values: { prompt: 'é' }, count: 1, priority: 'normal', isFront: false }]);
    expect(answer).toEqual({ jobs: [job], count: 1, batch: null });
  });

  test('answers find their calls in whatever order they come', async () => {
    const open1 = Promise.withResolvers<void>();
    const { client } = await open({
      'jobs.get': async ({ id }) => {
        if (id === 'slow') await open1.promise;
        return { job: sampleJob({ key: id }), events: [], links: noLinks };
      },
    });
    const slow = client.call('jobs.get', { id: 'slow' });
    const quick = await client.call('jobs.get', { id: 'quick' });
    open1.resolve();
    expect([quick.job.key, (await slow).job.key]).toEqual(['quick', 'slow']);
  });

  test('events come in order, numbered without gaps, the same for every client', async () => {
    const first = await open();
    const second = await open();
    const got: [Array<[number, string]>, Array<[number, string]>] = [[], []];
    first.client.on('engine.removed', ({ id }, seq) => got[0].push([seq, id]));
    second.client.on('engine.removed', ({ id }, seq) => got[1].push([seq, id]));
    await vi.waitFor(() => expect(hub.clients).toBe(2));
    for (let n = 1; n <= 50; n++) hub.emit('engine.removed', { id: `e${n}` });
    await vi.waitFor(() => expect(got[1]).toHaveLength(50));
    await vi.waitFor(() => expect(got[0]).toHaveLength(50));
    expect(got[0]).toEqual(Array.from({ length: 50 }, (_, n) => [n + 1, `e${n + 1}`]));
    expect(got[1]).toEqual(got[0]);
  });

  test('a listener that throws stops neither who tells nor the other listeners', async () => {
    hub.attach(() => {
      throw new Error('the disk is full');
    });
    const { client } = await open();
    const got: string[] = [];
    client.on('engine.removed', ({ id }) => got.push(id));
    hub.emit('engine.removed', { id: 'a' });
    await vi.waitFor(() => expect(got).toEqual(['a']));
    expect(internal).toMatchObject([{ where: 'engine.removed' }]);
  });

  test('parts of the host that listen are no clients', async () => {
    const stop = hub.attach(() => {});
    expect(hub.clients).toBe(0);
    await open();
    await vi.waitFor(() => expect(hub.clients).toBe(1));
    stop();
    expect(hub.clients).toBe(1);
  });

  test('who stops listening hears nothing more', async () => {
    const { client } = await open();
    const got: string[] = [];
    const stop = client.on('engine.removed', ({ id }) => got.push(id));
    hub.emit('engine.removed', { id: 'a' });
    await vi.waitFor(() => expect(got).toEqual(['a']));
    stop();
    hub.emit('engine.removed', { id: 'b' });
    const numbers: number[] = [];
    client.onSeq((seq) => numbers.push(seq));
    hub.emit('engine.removed', { id: 'c' });
    await vi.waitFor(() => expect(numbers).toContain(3));
    expect(got).toEqual(['a']);
  });

  test('an AppError arrives with its code, key, parameters and sentence', async () => {
    const { client } = await open({
      'jobs.get': ({ id }) => {
        throw new AppError('not-found', 'jobUnknown', { id });
      },
    });
    const error = await client.call('jobs.get', { id: 'x' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'not-found', key: 'jobUnknown', params: { id: 'x' } });
    expect(String(error)).toContain('job x');
    expect(internal).toEqual([]);
  });

  test.each<[string, () => never]>([
    [
      'a thrown error',
      () => {
        throw new Error('password=hunter2');
      },
    ],
    [
      'a thrown text',
      () => {
        throw 'password=hunter2';
      },
    ],
  ])('%s is logged in full and told in general', async (_what, fail) => {
    const { client, seen } = await open({ 'jobs.get': fail });
    await expect(client.call('jobs.get', { id: 'x' })).rejects.toMatchObject({ code: 'internal', key: 'internal' });
    expect(JSON.stringify(seen)).not.toContain('hunter2');
    expect(internal).toHaveLength(1);
    expect(internal[0]?.where).toBe('jobs.get');
    expect(String(internal[0]?.error)).toContain('hunter2');
  });

  test('wrong input never reaches the service and is told with the place that is wrong', async () => {
    const { client } = await open();
    // Not what the types allow: a client of another version may send it.
    const call = client.call('jobs.list', { limit: 100_000, order: 'sideways' } as never);
    await expect(call).rejects.toMatchObject({ code: 'invalid-input', key: 'invalidInput' });
    await expect(call).rejects.toThrow('limit');
    await expect(call).rejects.toThrow('order');
    expect(internal).toEqual([]);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '', 'jobs', 'jobs.list.output'])(
    'a call named %j is unknown, and nothing else',
    async (name) => {
      const { near, seen } = await open();
      near.post({ kind: 'call', id: 7, name, input: {} });
      await vi.waitFor(() => expect(seen).toHaveLength(1));
      expect(seen[0]).toMatchObject({ kind: 'error', id: 7, code: 'unknown-call', key: 'unknownCall' });
      expect(internal).toEqual([]);
    },
  );

  test('a client does not ask for what the contract does not know', async () => {
    const { client, seen } = await open();
    await expect(client.call('constructor' as never, {} as never)).rejects.toMatchObject({ code: 'unknown-call' });
    expect(seen).toEqual([]);
  });

  test('malformed envelopes are refused where they can be answered, and disturb nobody', async () => {
    const { near, client, seen } = await open({ 'app.snapshot': () => snapshotOf(hub) });
    const junk = [
      null,
      0,
      'call',
      [],
      {},
      { kind: 'call' },
      { kind: 'call', id: 'x', name: 'app.snapshot', input: {} },
      { kind: 'call', id: 1.5, name: 'app.snapshot', input: {} },
      { kind: 'result', id: 1, output: {} },
      { kind: 'event', seq: 99, name: 'job.changed', payload: {} },
    ];
    for (const message of junk) near.post(message);
    near.post({ kind: 'call', id: 5, input: {} });
    near.post({ kind: 'call', id: 6, name: { toString: 'app.snapshot' }, input: {} });
    expect((await client.call('app.snapshot', {})).seq).toBe(0);
    expect(seen.slice(0, -1)).toMatchObject([
      { kind: 'error', id: 5, code: 'invalid-input' },
      { kind: 'error', id: 6, code: 'invalid-input' },
    ]);
    expect(internal).toEqual([]);
  });

  test('replies that nobody waits for or nobody can read leave the client working', async () => {
    const stray = [null, { kind: 'result', id: -1, output: {} }, { kind: 'error', id: 3 }, { kind: 'event' }, 'x'];
    const { near } = await transport.open((port) => {
      serve(handlersWith({ 'app.snapshot': () => snapshotOf(hub) }), hub, port, () => {});
      for (const message of stray) port.post(message);
    });
    expect((await connect(near).call('app.snapshot', {})).version).toBe('0.1.0');
  });

  test('closing rejects everything that waits, and everything after', async () => {
    const answer = Promise.withResolvers<Snapshot>();
    const called = Promise.withResolvers<void>();
    const { client, close } = await open({
      'app.snapshot': () => {
        called.resolve();
        return answer.promise;
      },
    });
    const waiting = [client.call('app.snapshot', {}), client.call('app.snapshot', {})];
    const outcomes = Promise.allSettled(waiting);
    await called.promise;
    close();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'disconnected', key: 'disconnected' } });
    await expect(client.call('app.snapshot', {})).rejects.toMatchObject({ code: 'disconnected' });
    await vi.waitFor(() => expect(hub.clients).toBe(0));
    answer.resolve(snapshotOf(hub));
    hub.emit('engine.removed', { id: 'nobody hears this' });
    expect(internal).toEqual([]);
  });

  test('an answer that breaks the contract is an internal error, and its content stays inside', async () => {
    const { client, seen } = await open({
      'jobs.get': () => ({ job: { ...sampleJob(), state: 'exploded' as never, key: 'secret' }, events: [], links: noLinks }),
    });
    await expect(client.call('jobs.get', { id: 'x' })).rejects.toMatchObject({ code: 'internal' });
    expect(JSON.stringify(seen)).not.toContain('secret');
    expect(String(internal[0]?.error)).toContain('state');
  });

  test('what the contract does not name is not sent', async () => {
    const { client, seen } = await open({
      'app.snapshot': () => ({ ...snapshotOf(hub), token: 'secret' }),
    });
    await client.call('app.snapshot', {});
    hub.emit('engine.changed', Object.assign(sampleEngine(), { env: 'secret' }));
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  test('an event that breaks the contract is not sent but leaves a gap, and a fresh snapshot closes it', async () => {
    const engines = new Map<string, string>();
    const { client } = await open({
      'app.snapshot': () => ({
        ...snapshotOf(hub),
        engines: [...engines].map(([id, name]) => sampleEngine({ id, name })),
      }),
    });
    const known = new Map<string, string>();
    let last = (await client.call('app.snapshot', {})).seq;
    let snapshots = 0;
    client.on('engine.changed', (engine) => known.set(engine.id, engine.name));
    client.onSeq((seq) => {
      const isGap = seq !== last + 1;
      last = seq;
      if (!isGap) return;
      void client.call('app.snapshot', {}).then((snapshot) => {
        snapshots++;
        for (const { id, name } of snapshot.engines) known.set(id, name);
      });
    });
    const change = (id: string, name: string, isBroken = false): void => {
      engines.set(id, name);
      hub.emit('engine.changed', sampleEngine({ id, name, ...(isBroken && { state: 'exploded' as never }) }));
    };
    change('a', 'one');
    change('b', 'two', true);
    change('c', 'three');
    await vi.waitFor(() => expect(snapshots).toBe(1));
    expect(known).toEqual(engines);
    expect(internal).toMatchObject([{ where: 'engine.changed' }]);
  });
});
