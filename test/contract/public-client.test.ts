import { Client } from '@stable-canvas/comfyui-client';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { sampled, solid } from './graphs.ts';

/** A client that others wrote, and that knows nothing of the demo engine. */
describe.each(inject('targets'))('a public client against $name', ({ url, checkpoint }) => {
  let client: Client;
  beforeEach(async () => {
    client = new Client({ api_host: new URL(url).host, WebSocket, fetch });
    await client.connect();
  });
  afterEach(() => client.close());

  test('asks what there is', async () => {
    expect(await client.getSystemStats()).toMatchObject({ devices: [expect.anything()] });
    expect(await client.getSamplers()).toContain('euler');
    expect(await client.getSchedulers()).toContain('karras');
    expect(await client.getSDModels()).toEqual(expect.any(Array));
    expect(await client.getNodeDefs()).toHaveProperty('KSampler');
    expect(await client.getQueue()).toMatchObject({ Running: [], Pending: [] });
  });

  test('runs a graph and is told where its picture is', async () => {
    const { images, prompt_id } = await client.enqueue(solid('public'), {});
    expect(prompt_id).toEqual(expect.any(String));
    expect(images).toHaveLength(1);
    const response = await fetch(String(images[0]?.data));
    expect(response.headers.get('content-type')).toBe('image/png');
  });

  test.skipIf(!checkpoint)('follows a sampling', async () => {
    const steps: number[] = [];
    const graph = sampled(checkpoint ?? '');
    const { images } = await client.enqueue(graph, { progress: ({ value }) => steps.push(value) });
    expect(images).toHaveLength(1);
    expect(steps).toEqual([1, 2, 3]);
  });
});
