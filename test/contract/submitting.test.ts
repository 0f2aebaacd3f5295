import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { freshColour, solid } from './graphs.ts';
import { ask, finished, type Graph, get, post, run, submit } from './wire.ts';

describe.each(inject('targets'))('handing a prompt over to $name', ({ url }) => {
  test('keeps the id that the client chose', async () => {
    const id = randomUUID();
    const answer = await post(url, '/prompt', { prompt: solid(), prompt_id: id, client_id: 'nobody' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ prompt_id: id, number: expect.any(Number), node_errors: {} });
    const entry = await finished(url, id);
    expect(entry.prompt[1]).toBe(id);
    expect(entry.prompt[3].client_id).toBe('nobody');
  });

  test('makes an id where none is given', async () => {
    for (const given of [{}, { prompt_id: null }]) {
      const answer = await post(url, '/api/prompt', { prompt: solid(), ...given });
      expect(answer.json.prompt_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }
  });

  test.each(['7B9F2C1E-6D1A-4C53-9F0B-2F3C4D5E6F70', '7b9f2c1e6d1a4c539f0b2f3c4d5e6f70', 'mine', '', 5, ['x']])(
    'refuses %j as an id',
    async (promptId) => {
      const answer = await post(url, '/prompt', { prompt: solid(), prompt_id: promptId });
      expect(answer.status).toBe(400);
      expect(answer.json.error.type).toBe('invalid_prompt_id');
    },
  );

  test.each([
    '{"prompt": {',
    '',
    'null',
    '5',
    '{"prompt": null}',
    '{"prompt": []}',
    '{"prompt": {"1": 5}}',
    '{"prompt": {"1": {"class_type": "SaveImage", "inputs": []}}}',
  ])('answers the body %j with a plain 500 and lives on', async (body) => {
    const answer = await ask(url, 'POST', '/prompt', body);
    expect(answer.status).toBe(500);
    expect(answer.type).toContain('text/plain');
    expect((await get(url, '/prompt')).status).toBe(200);
  });

  test.each([
    ['no prompt', { client_id: 'x' }, 'no_prompt'],
    ['an empty graph', { prompt: {} }, 'prompt_no_outputs'],
    ['nothing to save', { prompt: { '1': { class_type: 'EmptyImage', inputs: {} } } }, 'prompt_no_outputs'],
  ])('refuses %s', async (_what, body, type) => {
    const answer = await post(url, '/prompt', body);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      error: { type, message: expect.any(String), details: expect.any(String), extra_info: {} },
      node_errors: {},
    });
  });

  test('names the node whose class is not there', async () => {
    const graph: Graph = { ...solid(), '7': { class_type: 'NoSuchNode', inputs: {}, _meta: { title: 'Mine' } } };
    const answer = await post(url, '/prompt', { prompt: graph });
    expect(answer.status).toBe(400);
    expect(answer.json.error.type).toBe('missing_node_type');
    expect(answer.json.error.message).toContain('Mine');
    expect(answer.json.error.extra_info).toEqual({ node_id: '7', class_type: 'NoSuchNode', node_title: 'Mine' });
  });

  const image = (inputs: Record<string, unknown>): Graph => ({
    '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 1, ...inputs } },
    '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
  });
  const scale = (inputs: Record<string, unknown>): Graph => ({
    ...image({}),
    '3': {
      class_type: 'ImageScale',
      inputs: { image: ['1', 0], upscale_method: 'bilinear', width: 8, height: 8, crop: 'disabled', ...inputs },
    },
    '2': { class_type: 'SaveImage', inputs: { images: ['3', 0], filename_prefix: 'x' } },
  });
  const seeded = (seed: string): string =>
    `{"prompt": {"1": {"class_type": "RandomNoise", "inputs": {"noise_seed": ${seed}}}, "2": {"class_type": "PreviewAny", "inputs": {"source": ["1", 0]}}}}`;
  const without = (graph: Graph, node: string, input: string): Graph => {
    const { [input]: _gone, ...inputs } = graph[node]?.inputs ?? {};
    return { ...graph, [node]: { class_type: graph[node]?.class_type ?? '', inputs } };
  };

  test.each([
    ['a number below its range', { prompt: image({ width: 0 }) }, '1', 'value_smaller_than_min', 'width'],
    ['a number above its range', { prompt: image({ batch_size: 5000 }) }, '1', 'value_bigger_than_max', 'batch_size'],
    ['a seed of 2^64', seeded('18446744073709551616'), '1', 'value_bigger_than_max', 'noise_seed'],
    ['a text for a number', { prompt: image({ width: 'wide' }) }, '1', 'invalid_input_type', 'width'],
    ['nothing for a number', { prompt: image({ width: null }) }, '1', 'invalid_input_type', 'width'],
    ['an unknown choice', { prompt: scale({ upscale_method: 'magic' }) }, '3', 'value_not_in_list', 'upscale_method'],
    ['a missing input', { prompt: without(image({}), '1', 'color') }, '1', 'required_input_missing', 'color'],
    ['a link of three parts', { prompt: scale({ image: ['1', 0, 0] }) }, '3', 'bad_linked_input', 'image'],
    ['a link of the wrong type', { prompt: scale({ width: ['1', 0] }) }, '3', 'return_type_mismatch', 'width'],
    ['a link to nowhere', { prompt: scale({ image: ['99', 0] }) }, '3', 'exception_during_inner_validation', 'images'],
    [
      'a link to an output that is not there',
      { prompt: scale({ image: ['1', 4] }) },
      '3',
      'exception_during_inner_validation',
      'images',
    ],
  ])('refuses %s and names node and input', async (_what, body, node, type, input) => {
    const answer = await post(url, '/prompt', body);
    expect(answer.status).toBe(400);
    expect(answer.json.error.type).toBe('prompt_outputs_failed_validation');
    const failed = answer.json.node_errors[node];
    expect(failed.class_type).toEqual(expect.any(String));
    expect(failed.dependent_outputs).toEqual(['2']);
    expect(failed.errors).toEqual([
      { type, message: expect.any(String), details: expect.any(String), extra_info: expect.any(Object) },
    ]);
    expect(failed.errors[0].extra_info.input_name).toBe(input);
  });

  test('refuses a circle', async () => {
    const graph = scale({ image: ['4', 0] });
    graph['4'] = { class_type: 'ImageInvert', inputs: { image: ['3', 0] } };
    const answer = await post(url, '/prompt', { prompt: graph });
    expect(answer.status).toBe(400);
    expect(answer.json.node_errors['3'].errors[0].type).toBe('dependency_cycle');
    expect(answer.json.node_errors['4'].errors[0].extra_info.cycle_nodes).toHaveLength(2);
  });

  test('drops an output that cannot run, says so, and runs the others', async () => {
    const graph: Graph = { ...solid(), '3': { class_type: 'SaveImage', inputs: { images: ['77', 0], filename_prefix: 'x' } } };
    const answer = await post(url, '/prompt', { prompt: graph });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json.node_errors)).toEqual(['3']);
    expect(answer.json.node_errors['3'].errors[0].type).toBe('exception_during_validation');
    const entry = await finished(url, answer.json.prompt_id);
    expect(entry.status.status_str).toBe('success');
    expect(Object.keys(entry.outputs)).toEqual(['2']);
    expect(entry.prompt[4]).toEqual(['2']);
  });

  test('converts values as Python would, and ignores inputs that it does not know', async () => {
    const graph = image({ width: '48', height: 32.9, batch_size: true, color: freshColour(), unknown: { a: 1 } });
    const entry = await run(url, graph);
    expect(entry.status.status_str).toBe('success');
    expect(entry.prompt[2]['1'].inputs).toMatchObject({ width: 48, height: 32, batch_size: 1 });
  });

  test('keeps secrets out of history', async () => {
    const entry = await run(url, solid(), { extra_data: { api_key_comfy_org: 'secret', note: 7 } });
    expect(entry.prompt[3]).toMatchObject({ note: 7, create_time: expect.any(Number) });
    expect(JSON.stringify(entry)).not.toContain('secret');
  });

  test('runs only the outputs that are asked for', async () => {
    const graph: Graph = { ...solid(), '3': { class_type: 'SaveImage', inputs: { images: ['77', 0], filename_prefix: 'x' } } };
    const entry = await run(url, graph, { partial_execution_targets: ['2'] });
    expect(Object.keys(entry.outputs)).toEqual(['2']);
    const none = await post(url, '/prompt', { prompt: graph, partial_execution_targets: ['1'] });
    expect(none.json.error.type).toBe('prompt_no_outputs');
  });

  test('counts up with every request, refused ones included', async () => {
    const first = await post(url, '/prompt', { prompt: solid() });
    await post(url, '/prompt', { prompt: {} });
    const second = await post(url, '/prompt', { prompt: solid() });
    expect(second.json.number).toBe(first.json.number + 2);
    const placed = await submit(url, solid(), { number: 3 });
    expect((await finished(url, placed)).prompt[0]).toBe(3);
  });
});
