import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { freshColour, shownText, solid } from './graphs.ts';
import { finished, type Graph, get, Listener, post, run, submit } from './wire.ts';

describe.each(inject('targets'))('running a prompt on $name', ({ url, inputDir }) => {
  const scaled = (): Graph => ({
    '1': { class_type: 'EmptyImage', inputs: { width: 32, height: 32, batch_size: 1, color: freshColour() } },
    '2': {
      class_type: 'ImageScale',
      inputs: { image: ['1', 0], upscale_method: 'area', width: 16, height: 16, crop: 'disabled' },
    },
    '3': { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'run' } },
  });

  test('tells its client about each step in order, and nobody else', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    await using other = await Listener.open(url, randomUUID());
    const id = await submit(url, scaled(), { client_id: clientId });
    await own.ended(id);
    const heard = own
      .about(id)
      .map(({ type, data }) => (type === 'executing' || type === 'executed' ? `${type} ${data.node}` : type));
    expect(heard).toEqual([
      'execution_start',
      'execution_cached',
      'executing 1',
      'executing 2',
      'executing 3',
      'executed 3',
      'execution_success',
      'executing null',
    ]);
    expect(own.about(id)[0]?.data.timestamp).toBeGreaterThan(1_600_000_000_000);
    const executed = own.about(id).find(({ type }) => type === 'executed');
    expect(executed?.data).toMatchObject({ display_node: '3', output: { images: [{ subfolder: '', type: 'output' }] } });
    await other.heard((message) => message !== other.messages[0] && message.data.status?.exec_info.queue_remaining === 0);
    expect(other.messages.filter(({ type }) => type !== 'status')).toEqual([]);
  });

  test('sums up the state of all nodes so far in each progress_state', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const id = await submit(url, scaled(), { client_id: clientId });
    await own.ended(id);
    const states = own.messages.filter(({ type }) => type === 'progress_state').map(({ data }) => data.nodes);
    expect(states[0]).toEqual({
      '1': {
        value: 0,
        max: 1,
        state: 'running',
        node_id: '1',
        prompt_id: id,
        display_node_id: '1',
        parent_node_id: null,
        real_node_id: '1',
      },
    });
    expect(Object.values(states.at(-1) ?? {})).toHaveLength(3);
    expect(Object.values(states.at(-1) ?? {}).every((node) => JSON.stringify(node).includes('finished'))).toBe(true);
  });

  test('has its history complete when it says that nothing runs any more', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const id = await submit(url, scaled(), { client_id: clientId });
    await own.ended(id);
    const entry = (await get(url, `/history/${id}`)).json[id];
    expect(entry.outputs['3'].images).toEqual([
      { filename: expect.stringMatching(/^run_\d{5}_\.png$/), subfolder: '', type: 'output' },
    ]);
    expect(entry.status).toMatchObject({ status_str: 'success', completed: true });
    expect(entry.status.messages.map(([event]: [string]) => event)).toEqual([
      'execution_start',
      'execution_cached',
      'execution_success',
    ]);
    expect(entry.meta['3']).toEqual({ node_id: '3', display_node: '3', parent_node: null, real_node_id: '3' });
    expect(entry.prompt.slice(1, 3)).toEqual([id, expect.any(Object)]);
    expect((await get(url, `/history/${randomUUID()}`)).json).toEqual({});
  });

  test('answers the same graph again with the old file, without running a node', async () => {
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const graph = scaled();
    const first = await finished(url, await submit(url, graph, { client_id: clientId }));
    const id = await submit(url, graph, { client_id: clientId });
    await own.ended(id);
    const heard = own
      .about(id)
      .map(({ type, data }) => (type === 'executing' || type === 'executed' ? `${type} ${data.node}` : type));
    expect(heard).toEqual(['execution_start', 'execution_cached', 'executed 3', 'execution_success', 'executing null']);
    expect([...(own.about(id)[1]?.data.nodes ?? [])].sort()).toEqual(['1', '2', '3']);
    expect((await finished(url, id)).outputs).toEqual(first.outputs);
  });

  test('saves anew under another prefix, although the picture is cached', async () => {
    const color = freshColour();
    await run(url, solid('first', 64, 64, color));
    const id = randomUUID();
    const entry = await finished(url, await submit(url, solid(`hearth/${id}`, 64, 64, color), { prompt_id: id }));
    expect(entry.status.messages[1][1].nodes).toEqual(['1']);
    expect(entry.outputs['2'].images).toEqual([{ filename: `${id}_00001_.png`, subfolder: 'hearth', type: 'output' }]);
  });

  test('forgets cached results when its memory is freed', async () => {
    const graph = scaled();
    await run(url, graph);
    expect((await post(url, '/free', { free_memory: true })).text).toBe('');
    const entry = await run(url, graph);
    expect(entry.status.messages[1][1].nodes).toEqual([]);
  });

  test('runs a prompt whose client is not there', async () => {
    const entry = await run(url, scaled());
    expect(entry.status.status_str).toBe('success');
  });

  test('shows texts byte for byte', async () => {
    for (const text of ['', 'two\nlines\r\n\ttab', '한글 🎨 é e\u0301 "quotes" \\', '4444']) {
      const entry = await run(url, shownText(text));
      expect(entry.outputs['2'].text).toEqual([text]);
    }
  });

  test('keeps a seed of 2^64 - 1 to the last digit', async () => {
    const body = `{"prompt_id": "${randomUUID()}", "prompt": {"1": {"class_type": "RandomNoise", "inputs": {"noise_seed": 18446744073709551615}}, "2": {"class_type": "PreviewAny", "inputs": {"source": ["1", 0]}}}}`;
    const answer = await post(url, '/prompt', body);
    await finished(url, answer.json.prompt_id);
    expect((await get(url, `/history/${answer.json.prompt_id}`)).text).toContain('"noise_seed": 18446744073709551615');
  });

  test('tells of an error of a node and runs the next prompt', async () => {
    await writeFile(join(inputDir, 'broken.png'), 'this is no picture');
    const clientId = randomUUID();
    await using own = await Listener.open(url, clientId);
    const graph: Graph = {
      '1': { class_type: 'LoadImage', inputs: { image: 'broken.png' } },
      '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'never' } },
    };
    const id = await submit(url, graph, { client_id: clientId });
    await own.ended(id);
    expect(own.about(id).map(({ type }) => type)).toEqual([
      'execution_start',
      'execution_cached',
      'executing',
      'execution_error',
      'executing',
    ]);
    const error = own.about(id).find(({ type }) => type === 'execution_error');
    expect(error?.data).toMatchObject({
      node_id: '1',
      node_type: 'LoadImage',
      executed: [],
      exception_message: expect.any(String),
      exception_type: expect.any(String),
      traceback: expect.arrayContaining([expect.stringContaining('File')]),
      current_inputs: { image: ['broken.png'] },
      current_outputs: expect.any(Array),
    });
    const entry = await finished(url, id);
    expect(entry.status).toMatchObject({ status_str: 'error', completed: false });
    expect(entry.outputs).toEqual({});
    const job = (await get(url, `/api/jobs/${id}`)).json;
    expect(job).toMatchObject({ id, status: 'failed', outputs_count: 0, execution_error: { node_id: '1' } });
    expect((await run(url, scaled())).status.status_str).toBe('success');
  });

  test('describes a finished job', async () => {
    const id = await submit(url, scaled());
    await finished(url, id);
    const job = (await get(url, `/api/jobs/${id}`)).json;
    expect(job).toMatchObject({
      id,
      status: 'completed',
      outputs_count: 1,
      preview_output: { type: 'output', nodeId: '3', mediaType: 'images' },
      execution_status: { status_str: 'success' },
    });
    expect(job.execution_end_time).toBeGreaterThanOrEqual(job.execution_start_time);
    const list = (await get(url, '/api/jobs?status=completed&limit=1')).json;
    expect(list.jobs).toHaveLength(1);
    expect(list.jobs[0].id).toBe(id);
    expect(list.pagination).toMatchObject({ offset: 0, limit: 1, has_more: true });
    expect((await get(url, `/api/jobs/${randomUUID()}`)).status).toBe(404);
    for (const query of ['status=odd', 'sort_by=odd', 'sort_order=odd', 'limit=0', 'limit=x', 'offset=x']) {
      expect((await get(url, `/api/jobs?${query}`)).status).toBe(400);
    }
  });
});
