import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { failuresNow, parseFailure } from '../../../electron/demo-engine/failures/failure-plan.ts';
import { decodePng } from '../../../electron/lib/png-decode.ts';
import { sampled, solid } from '../../contract/graphs.ts';
import { finished, type Graph, get, post } from '../../contract/wire.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { DemoProcess } from './demo-process.ts';

const work = (text = 'a lighthouse'): Graph => {
  const graph = sampled('v1-5-pruned-emaonly-fp16.safetensors');
  graph['6'] = { class_type: 'CLIPTextEncode', inputs: { text, clip: ['4', 1] } };
  return graph;
};

describe('--fail', () => {
  test.each([
    ['sigkill', { kind: 'sigkill', phase: 'prompt', number: 0, on: { how: 'always' } }],
    ['exit-3@2', { kind: 'exit', phase: 'prompt', number: 3, on: { how: 'nth', n: 2 } }],
    ['boot-exit-255', { kind: 'boot-exit', phase: 'boot', number: 255, on: { how: 'always' } }],
    ['oom=blue cat', { kind: 'oom', phase: 'prompt', number: 0, on: { how: 'word', word: 'blue cat' } }],
    ['oom=a=b@3', { kind: 'oom', phase: 'prompt', number: 0, on: { how: 'word', word: 'a=b@3' } }],
  ])('%s is understood', (text, failure) => {
    expect(parseFailure(text)).toEqual(failure);
  });

  test.each(['', 'exit', 'exit-x', 'exit-999', 'oom@0', 'oom@x', 'oom@', 'oom=', 'boot-hang=word', 'nothing', 'oom-3'])(
    '%j is refused',
    (text) => {
      expect(parseFailure(text)).toEqual(expect.any(String));
    },
  );

  test('strikes on the Nth, on a word, or always', () => {
    const plan = ['oom@2', 'hang=cat', 'black', 'slow-boot'].map(parseFailure).filter((failure) => typeof failure !== 'string');
    const kinds = (count: number, ...texts: string[]): string[] =>
      failuresNow(plan, 'prompt', count, texts).map(({ kind }) => kind);
    expect(kinds(1)).toEqual(['black']);
    expect(kinds(2, 'a cat')).toEqual(['oom', 'hang', 'black']);
    expect(kinds(3, 'a dog')).toEqual(['black']);
    expect(failuresNow(plan, 'boot', 1).map(({ kind }) => kind)).toEqual(['slow-boot']);
  });
});

describe('the engine that is told to fail', () => {
  test.each([
    ['exit-3', { code: 3, signal: null }],
    ['exit-0', { code: 0, signal: null }],
    ['sigkill', { code: null, signal: 'SIGKILL' }],
    ['sigsegv', { code: null, signal: 'SIGSEGV' }],
    ['abort', { code: null, signal: 'SIGABRT' }],
  ])('%s: dies in the middle of the sampling', async (kind, end) => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', kind);
    await engine.submit(work());
    expect(await engine.ended()).toEqual(end);
    expect(engine.stderr).toContain('0/3');
    expect(engine.stderr).not.toContain('3/3');
  });

  test('boot-exit: dies before it listens', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.spawn(folder.path, '--fail', 'boot-exit-7');
    expect(await engine.ended()).toEqual({ code: 7, signal: null });
    expect(engine.stderr).not.toContain('Starting server');
  });

  test('counts prompts and starts across its deaths', async () => {
    await using folder = await tempFolder();
    const flags = ['--fail', 'sigkill@2', '--fail', 'boot-exit-1@3'];
    await using first = await DemoProcess.start(folder.path, ...flags);
    expect((await finished(first.url, await first.submit(work()))).status.completed).toBe(true);
    await first.submit(work());
    expect((await first.ended()).signal).toBe('SIGKILL');
    await using second = await DemoProcess.start(folder.path, ...flags);
    expect((await finished(second.url, await second.submit(work()))).status.completed).toBe(true);
    second.child.kill('SIGINT');
    await second.ended();
    await using third = await DemoProcess.spawn(folder.path, ...flags);
    expect((await third.ended()).code).toBe(1);
    await using fourth = await DemoProcess.start(folder.path, ...flags);
    expect((await get(fourth.url, '/prompt')).status).toBe(200);
  });

  test('KIND=WORD: only prompts that hold the word, in what a person wrote', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'oom=poison');
    const harmless = work('a lighthouse');
    harmless['9'] = { class_type: 'SaveImage', inputs: { images: ['8', 0], filename_prefix: 'poison' } };
    expect((await finished(engine.url, await engine.submit(harmless))).status.completed).toBe(true);
    expect((await finished(engine.url, await engine.submit(work('sweet poison')))).status.completed).toBe(false);
    expect((await finished(engine.url, await engine.submit(work('a dog')))).status.completed).toBe(true);
  });

  const lastError = (entry: { status: { messages: [string, Record<string, unknown>][] } }) => entry.status.messages.at(-1);

  test.each([
    ['oom', 'torch.OutOfMemoryError', 'This error means you ran out of memory on your GPU.', '3'],
    ['node-error', 'RuntimeError', 'mat1 and mat2 shapes cannot be multiplied', '3'],
  ])('%s: the prompt fails, the next one does not', async (kind, type, message, node) => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', `${kind}@1`);
    const [event, data] = lastError(await finished(engine.url, await engine.submit(work()))) ?? [];
    expect(event).toBe('execution_error');
    expect(data).toMatchObject({ exception_type: type, exception_message: expect.stringContaining(message), node_id: node });
    expect(engine.stderr).toContain('!!! Exception during processing !!!');
    expect((await finished(engine.url, await engine.submit(work()))).status.completed).toBe(true);
  });

  test('async-offload: dies in the text encoder, and stays poisoned', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'async-offload@1');
    const [, data] = lastError(await finished(engine.url, await engine.submit(work()))) ?? [];
    expect(data).toMatchObject({ exception_type: 'torch.AcceleratorError', node_type: 'CLIPTextEncode' });
    expect(data?.exception_message).toContain('CUDA error: unknown error');
    expect(String(data?.traceback)).toContain('in sync_stream');
    expect(engine.stderr).toContain('Using async weight offloading with 2 streams');
    const [, later] = lastError(await finished(engine.url, await engine.submit(solid()))) ?? [];
    expect(later?.exception_message).toContain('CUDA error');
  });

  test('async-offload: does no harm once async offload is off', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'async-offload', '--disable-async-offload');
    expect((await finished(engine.url, await engine.submit(work()))).status.completed).toBe(true);
    expect(engine.stderr).not.toContain('async weight offloading');
  });

  test('poisoned: every prompt fails until a restart', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'poisoned@1');
    for (const graph of [work(), work('other'), solid()]) {
      const entry = await finished(engine.url, await engine.submit(graph));
      expect(lastError(entry)?.[1].exception_message).toContain('CUDA error: an illegal memory access was encountered');
    }
    engine.child.kill('SIGINT');
    await engine.ended();
    await using fresh = await DemoProcess.start(folder.path, '--fail', 'poisoned@1');
    expect((await finished(fresh.url, await fresh.submit(work()))).status.completed).toBe(true);
  });

  test('dead-worker: HTTP answers, prompts are accepted, nothing runs', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'dead-worker@1');
    const id = await engine.submit(work());
    await engine.said('Exception in thread Thread-1 (prompt_worker)');
    const answer = await post(engine.url, '/prompt', { prompt: solid() });
    expect(answer.status).toBe(200);
    const queue = (await get(engine.url, '/queue')).json;
    expect(queue.queue_running.map((item: unknown[]) => item[1])).toEqual([id]);
    expect(queue.queue_pending).toHaveLength(1);
  });

  test('hang: answers nothing any more, and only SIGKILL or SIGTERM ends it', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'hang');
    await engine.submit(work());
    await engine.said('0/3');
    const silent = fetch(`${engine.url}/prompt`, { signal: AbortSignal.timeout(1000) });
    await expect(silent).rejects.toThrow();
    engine.child.kill('SIGINT');
    await expect(fetch(`${engine.url}/prompt`, { signal: AbortSignal.timeout(500) })).rejects.toThrow();
    engine.child.kill('SIGTERM');
    expect((await engine.ended()).signal).toBe('SIGTERM');
  });

  test('stall: answers, but an interrupt does not help', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'stall');
    const id = await engine.submit(work());
    await engine.said('0/3');
    expect((await post(engine.url, '/interrupt', { prompt_id: id })).status).toBe(200);
    expect((await get(engine.url, '/queue')).json.queue_running[0][1]).toBe(id);
    expect((await get(engine.url, `/history/${id}`)).json).toEqual({});
  });

  test('disk-full: the prompt fails and a cut file stays behind', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'disk-full@1');
    const [, data] = lastError(await finished(engine.url, await engine.submit(solid('full')))) ?? [];
    expect(data).toMatchObject({
      exception_type: 'OSError',
      exception_message: '[Errno 28] No space left on device\n',
      node_type: 'SaveImage',
    });
    const first = await stat(join(folder.path, 'output', 'full_00001_.png'));
    const entry = await finished(engine.url, await engine.submit(solid('full')));
    expect(entry.outputs['2'].images[0].filename).toBe('full_00002_.png');
    expect((await stat(join(folder.path, 'output', 'full_00002_.png'))).size).toBeGreaterThan(first.size);
  });

  test('black: a black picture, and a line that says why', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'black');
    const { filename } = (await finished(engine.url, await engine.submit(work()))).outputs['9'].images[0];
    const response = await fetch(`${engine.url}/view?filename=${filename}`);
    const { picture } = await decodePng(Buffer.from(await response.arrayBuffer()));
    expect(picture.data.every((value) => value === 0)).toBe(true);
    expect(engine.stderr).toContain('RuntimeWarning: invalid value encountered in cast');
  });

  test('boot-hang: says half of its log and no more', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.spawn(folder.path, '--fail', 'boot-hang');
    await engine.said('setup plugin alembic.autogenerate.comments');
    await expect(fetch(`${engine.url}/prompt`)).rejects.toThrow();
    engine.child.kill('SIGINT');
    expect((await engine.ended()).code).toBe(0);
    expect(engine.stderr).not.toContain('Starting server');
  });

  test('log-flood and log-garbage: very much, then on with the work', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.spawn(folder.path, '--fail', 'log-garbage@1', '--fail', 'log-flood@2');
    engine.child.stderr?.removeAllListeners('data');
    let bytes = 0;
    let log = '';
    const isUp = new Promise<void>((resolve) => {
      engine.child.stderr?.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        log = (log + chunk.toString('latin1')).slice(-2000);
        if (log.includes('To see the GUI')) resolve();
      });
    });
    await isUp;
    expect((await finished(engine.url, await engine.submit(work()))).status.completed).toBe(true);
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(10_000_000), 20_000);
    expect((await finished(engine.url, await engine.submit(work()))).status.completed).toBe(true);
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(100_000_000), 20_000);
  });

  test('socket-cut: sockets break, the prompt ends well', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--fail', 'socket-cut');
    const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/ws?clientId=c`);
    await new Promise((resolve) => socket.once('open', resolve));
    const code = new Promise((resolve) => socket.once('close', resolve));
    const id = await engine.submit(work());
    expect(await code).toBe(1006);
    expect((await finished(engine.url, id)).status.completed).toBe(true);
  });
});
