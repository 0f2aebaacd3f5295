import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { sampled, solid } from './graphs.ts';
import { finished, type Graph, get, Listener, post, run, submit } from './wire.ts';

// A real engine without a checkpoint has nothing to sample with.
const targets = inject('targets').flatMap(({ checkpoint, ...target }) => (checkpoint ? [{ ...target, checkpoint }] : []));

describe.each(targets)('sampling on $name', ({ url, checkpoint }) => {
  const withPreviews = { extra_data: { preview_method: 'latent2rgb' } };

  test('tells every step, each with a picture in the old form', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const id = await submit(url, sampled(checkpoint), { client_id: clientId, ...withPreviews });
    await own.ended(id);
    const steps = own.about(id).filter(({ type }) => type === 'progress');
    expect(steps.map(({ data }) => [data.value, data.max, data.node])).toEqual([1, 2, 3].map((value) => [value, 3, '3']));
    const previews = own.messages.filter(({ type }) => type === 'preview');
    expect(previews.length).toBeGreaterThanOrEqual(2);
    expect(previews[0]?.data).toMatchObject({ event: 1, format: 1 });
    expect(previews[0]?.data.image.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    const types = own.messages.map(({ type }) => type);
    expect(types.indexOf('preview')).toBe(types.indexOf('progress') + 1);
  });

  test('names node and prompt beside the picture for clients that asked for it', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId, { supports_preview_metadata: true });
    const id = await submit(url, sampled(checkpoint), { client_id: clientId, ...withPreviews });
    await own.ended(id);
    const preview = own.messages.find(({ type }) => type === 'preview');
    expect(preview?.data).toMatchObject({
      event: 4,
      node_id: '3',
      prompt_id: id,
      display_node_id: '3',
      image_type: 'image/jpeg',
    });
    const types = own.messages.map(({ type }) => type);
    expect(types.indexOf('preview')).toBe(types.indexOf('progress') - 1);
  });

  test('shows no pictures unless asked', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const id = await submit(url, sampled(checkpoint), { client_id: clientId });
    await own.ended(id);
    expect(own.messages.filter(({ type }) => type === 'preview')).toEqual([]);
  });

  test('sends progress to everybody where the prompt names no client', async () => {
    await using own = await Listener.open(url, randomUUID());
    await run(url, sampled(checkpoint));
    const types = new Set(own.messages.map(({ type }) => type));
    expect(types.has('progress')).toBe(true);
    expect(types.has('executing')).toBe(false);
    expect(types.has('execution_start')).toBe(false);
  });

  test('stops between two steps when it is interrupted', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const id = await submit(url, sampled(checkpoint, 5, 2000), { client_id: clientId });
    await own.heard(({ type }) => type === 'progress');
    await post(url, '/interrupt', { prompt_id: id });
    await own.ended(id);
    const interrupted = own.about(id).find(({ type }) => type === 'execution_interrupted');
    expect(interrupted?.data).toMatchObject({ node_id: '3', node_type: 'KSampler' });
    expect((await get(url, `/api/jobs/${id}`)).json.status).toBe('cancelled');
    expect((await finished(url, id)).outputs).toEqual({});
  });

  test('samples again only what a new seed changes', async () => {
    const [first, second] = [sampled(checkpoint, 1), sampled(checkpoint, 2)];
    const before = await run(url, first);
    const after = await run(url, second);
    expect([...after.status.messages[1][1].nodes].sort()).toEqual(['4', '5', '6', '7']);
    expect(after.outputs['9'].images[0].filename).not.toBe(before.outputs['9'].images[0].filename);
  });

  test('starts from a picture', async () => {
    const graph: Graph = {
      ...sampled(checkpoint),
      '10': { class_type: 'EmptyImage', inputs: solid()['1']?.inputs ?? {} },
      '5': { class_type: 'VAEEncode', inputs: { pixels: ['10', 0], vae: ['4', 2] } },
    };
    const entry = await run(url, graph);
    expect(entry.status.status_str).toBe('success');
  });
});
