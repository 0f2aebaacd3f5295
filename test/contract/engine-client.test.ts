import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { openEngineClient } from '../../electron/engine/client.ts';
import type { EngineClient, EngineMessage, NodeOutputs } from '../../electron/engine/client-types.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { freshColour, sampled, shownText, slow, solid } from './graphs.ts';
import type { Graph } from './wire.ts';

describe.each(inject('targets'))("Hearth's own client against $name", ({ url, checkpoint }) => {
  let client: EngineClient;
  let messages: EngineMessage[];

  beforeEach(async () => {
    messages = [];
    client = openEngineClient({ url, clock: systemClock });
    client.on((message) => messages.push(message));
    await vi.waitFor(() => expect(client.isSocketOpen).toBe(true), 10_000);
  });
  afterEach(() => client.close());

  const submit = async (graph: Graph, previewMethod = 'none'): Promise<string> => {
    const promptId = randomUUID();
    const answer = await client.submit({ promptId, graph: JSON.stringify(graph), previewMethod });
    expect(answer).toEqual({ kind: 'accepted', promptId, nodeErrors: {} });
    return promptId;
  };
  const ended = (promptId: string): Promise<void> =>
    vi.waitFor(() => expect(messages).toContainEqual({ type: 'executing', promptId, node: null }), {
      timeout: 60_000,
      interval: 5,
    });

  /** What `executed` said of the nodes' outputs. */
  const told = (promptId: string): NodeOutputs => {
    const parts = messages.flatMap((message) =>
      message.type === 'executed' && message.promptId === promptId ? [message.outputs] : [],
    );
    return { files: parts.flatMap(({ files }) => files), texts: parts.flatMap(({ texts }) => texts) };
  };

  test('hands over, follows and collects', async () => {
    const id = await submit(solid(`hearth/${randomUUID()}`));
    await ended(id);
    const entry = await client.history(id);
    expect(entry).toMatchObject({ promptId: id, outcome: 'success', error: null, cachedNodes: [] });
    expect(entry?.files).toHaveLength(1);
    const [file] = entry?.files ?? [];
    expect(file).toMatchObject({ subfolder: 'hearth', type: 'output' });
    const stream = file ? await client.view(file) : null;
    expect(stream).not.toBeNull();
    const bytes = await buffer(Readable.from(stream ?? []));
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
    const about = messages.filter((message) => 'promptId' in message && message.promptId === id).map(({ type }) => type);
    expect(told(id)).toEqual({ files: entry?.files, texts: [] });
    expect(about.filter((type) => type !== 'nodes')).toEqual([
      'start',
      'cached',
      'executing',
      'executing',
      'executed',
      'success',
      'executing',
    ]);
  });

  test('reads texts', async () => {
    const id = await submit(shownText('안녕 🎨'));
    await ended(id);
    const entry = await client.history(id);
    expect(entry?.texts.map(({ text }) => text)).toEqual(['안녕 🎨']);
    expect(told(id)).toEqual({ files: [], texts: entry?.texts });
  });

  test('names node and input of a refused graph', async () => {
    const graph = solid();
    graph['1'] = { class_type: 'EmptyImage', inputs: { width: 0, height: 64, batch_size: 1, color: freshColour() } };
    const answer = await client.submit({ promptId: randomUUID(), graph: JSON.stringify(graph), previewMethod: 'none' });
    expect(answer).toMatchObject({
      kind: 'refused',
      type: 'prompt_outputs_failed_validation',
      nodeErrors: { '1': { class: 'EmptyImage', errors: [{ type: 'value_smaller_than_min', input: 'width' }] } },
    });
  });

  test('says which outputs were dropped', async () => {
    const graph: Graph = { ...solid(), '3': { class_type: 'SaveImage', inputs: { images: ['77', 0], filename_prefix: 'x' } } };
    const answer = await client.submit({ promptId: randomUUID(), graph: JSON.stringify(graph), previewMethod: 'none' });
    expect(answer).toMatchObject({ kind: 'accepted', nodeErrors: { '3': { class: 'SaveImage' } } });
  });

  test('sees the queue, forgets what waits and interrupts what runs', async () => {
    const running = await submit(slow());
    const waiting = await submit(solid());
    await vi.waitFor(
      () => expect(messages.some((m) => m.type === 'executing' && m.promptId === running && m.node === '1')).toBe(true),
      20_000,
    );
    expect(await client.queue()).toEqual({ running: [running], pending: [waiting] });
    await client.forget(waiting);
    await client.interrupt(waiting);
    expect(await client.queue()).toEqual({ running: [running], pending: [] });
    await client.interrupt(running);
    await ended(running);
    expect(messages).toContainEqual({ type: 'interrupted', promptId: running });
    expect(await client.history(running)).toMatchObject({ outcome: 'interrupted' });
    expect(await client.history(waiting)).toBeNull();
  });

  test('uploads a picture that a graph can load', async () => {
    const id = await submit(solid('given', 48, 32));
    await ended(id);
    const [file] = (await client.history(id))?.files ?? [];
    const stream = file ? await client.view(file) : null;
    const bytes = await buffer(Readable.from(stream ?? []));
    const value = await client.upload(bytes, `${randomUUID()}.png`, 'hearth');
    expect(value).toMatch(/^hearth[\\/]/);
    const graph = solid();
    graph['1'] = { class_type: 'LoadImage', inputs: { image: value } };
    const loaded = await submit(graph);
    await ended(loaded);
    expect(await client.history(loaded)).toMatchObject({ outcome: 'success' });
    expect(await client.view({ filename: 'none.png', subfolder: '', type: 'output' })).toBeNull();
  });

  test('knows version, classes and choices', async () => {
    expect(await client.stats()).toMatchObject({ version: expect.stringMatching(/^\d/), ramTotalBytes: expect.any(Number) });
    const info = await client.objectInfo();
    expect(info.get('SaveImage')).toMatchObject({ isOutput: true, module: 'nodes' });
    const old = info.get('KSampler')?.inputs.find(({ name }) => name === 'sampler_name');
    const later = info.get('KSamplerSelect')?.inputs.find(({ name }) => name === 'sampler_name');
    expect(old).toMatchObject({ type: 'COMBO', isRequired: true });
    expect(later?.choices).toEqual(old?.choices);
  });

  test('tells of an error with its node', async () => {
    const graph = solid('../outside');
    const id = await submit(graph);
    await ended(id);
    expect(await client.history(id)).toMatchObject({ outcome: 'error', error: { nodeId: '2', nodeClass: 'SaveImage' } });
  });

  test.skipIf(!checkpoint)('shows pictures while it samples, with node and prompt', async () => {
    const id = await submit(sampled(checkpoint ?? ''), 'latent2rgb');
    await ended(id);
    const preview = messages.find((message) => message.type === 'preview');
    expect(preview).toMatchObject({ promptId: id, mime: 'image/jpeg' });
  });
});
