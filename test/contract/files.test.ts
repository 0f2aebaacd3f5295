import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { decodePng, isPng } from '../../electron/lib/png-decode.ts';
import { freshColour, solid } from './graphs.ts';
import { maxUploadMb } from './target.ts';
import { ask, type Graph, get, post, run } from './wire.ts';

/** The text chunks of a PNG by key. */
const textsOf = (png: Buffer): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'tEXt') continue;
    const [key = '', text = ''] = png.toString('latin1', at + 8, at + 8 + png.readUInt32BE(at)).split('\0');
    texts[key] = text;
  }
  return texts;
};

describe.each(inject('targets'))('files of $name', ({ url, outputDir }) => {
  const upload = async (bytes: string | Buffer, name: string, fields: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    return ask(url, 'POST', '/upload/image', form);
  };
  const onDisk = (image: { subfolder: string; filename: string }): Promise<Buffer> =>
    readFile(join(outputDir, image.subfolder, image.filename));

  test('are pictures of exactly the size and colour that was asked for', async () => {
    const entry = await run(url, solid('exact', 37, 23, 0x12ab34));
    const { picture } = await decodePng(await onDisk(entry.outputs['2'].images[0]));
    expect([picture.width, picture.height]).toEqual([37, 23]);
    expect([...new Set(Array.from({ length: 37 * 23 }, (_, i) => picture.data.subarray(i * 3, i * 3 + 3).join()))]).toEqual([
      '18,171,52',
    ]);
  });

  test('carry the graph and the workflow inside', async () => {
    const graph = solid('meta');
    const entry = await run(url, graph, { extra_data: { extra_pnginfo: { workflow: { id: 'w-1', name: '한글' } } } });
    const texts = textsOf(await onDisk(entry.outputs['2'].images[0]));
    expect(JSON.parse(texts.prompt ?? '')).toEqual(graph);
    expect(JSON.parse(texts.workflow ?? '')).toEqual({ id: 'w-1', name: '한글' });
  });

  test('are numbered by folder and prefix', async () => {
    const prefix = `numbers/${freshColour()}/set`;
    const names: string[] = [];
    for (let i = 0; i < 2; i++) names.push((await run(url, solid(prefix))).outputs['2'].images[0].filename);
    const graph = solid(prefix);
    graph['1'] = { class_type: 'EmptyImage', inputs: { width: 8, height: 8, batch_size: 3, color: freshColour() } };
    const batch = (await run(url, graph)).outputs['2'].images;
    names.push(...batch.map((image: { filename: string }) => image.filename));
    expect(names).toEqual(['set_00001_.png', 'set_00002_.png', 'set_00003_.png', 'set_00004_.png', 'set_00005_.png']);
    expect(batch[0].subfolder).toBe(prefix.slice(0, -4));
  });

  test('may have any name, and tokens in it', async () => {
    const entry = await run(url, solid(`그림 é/%width%x%height% 🎨 %date:yyyy% ${freshColour()}`, 40, 30));
    const [image] = entry.outputs['2'].images;
    expect(image.subfolder).toBe('그림 é');
    expect(image.filename).toContain('40x30 🎨 %date:yyyy%');
    expect(isPng(await onDisk(image))).toBe(true);
    const query = new URLSearchParams({ filename: image.filename, subfolder: image.subfolder, type: 'output' });
    expect((await get(url, `/view?${query}`)).status).toBe(200);
  });

  test('never leave the output folder', async () => {
    const entry = await run(url, solid('../../outside'));
    expect(entry.status.status_str).toBe('error');
    expect(entry.status.messages.at(-1)[1].exception_message).toContain('outside the output folder');
  });

  test('that are only previews are temporary', async () => {
    const graph = solid();
    graph['2'] = { class_type: 'PreviewImage', inputs: { images: ['1', 0] } };
    const [image] = (await run(url, graph)).outputs['2'].images;
    expect(image).toEqual({
      filename: expect.stringMatching(/^ComfyUI_temp_[a-z]{5}_\d{5}_\.png$/),
      subfolder: '',
      type: 'temp',
    });
    expect((await get(url, `/view?filename=${image.filename}&type=temp`)).type).toBe('image/png');
  });

  test('are handed out, whole or in part', async () => {
    const [image] = (await run(url, solid('view'))).outputs['2'].images;
    const response = await fetch(`${url}/api/view?filename=${image.filename}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toBe(`filename="${image.filename}"`);
    expect(bytes.equals(await onDisk(image))).toBe(true);
    const part = await fetch(`${url}/view?filename=${image.filename}`, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  });

  test.each([
    ['filename=none.png', 404],
    ['', 404],
    ['filename=../main.py&type=output', 400],
    ['filename=/etc/passwd', 400],
    ['filename=a.png&type=secret', 400],
    ['filename=a.png&subfolder=../..', 403],
  ])('/view?%s is answered with %i and nothing else', async (query, status) => {
    const answer = await get(url, `/view?${query}`);
    expect([answer.status, answer.text]).toEqual([status, '']);
  });

  test('can be uploaded: the same bytes once, others under a new name, or over the old ones', async () => {
    const name = `up ${freshColour()} 한글.bin`;
    const [stem] = name.split('.');
    expect((await upload('one', name)).json).toEqual({ name, subfolder: '', type: 'input' });
    expect((await upload('one', name)).json.name).toBe(name);
    expect((await upload('two', name)).json.name).toBe(`${stem} (1).bin`);
    expect((await upload('three', name, { overwrite: 'true' })).json.name).toBe(name);
    expect((await get(url, `/view?type=input&filename=${encodeURIComponent(name)}`)).text).toBe('three');
    expect((await upload('x', 'a.png', { subfolder: 'hearth' })).json).toEqual({
      name: 'a.png',
      subfolder: 'hearth',
      type: 'input',
    });
    expect((await upload('x', 'a.png', { subfolder: '../..' })).status).toBe(400);
    expect((await upload('x', 'a.png', { type: 'secret' })).status).toBe(500);
    expect((await post(url, '/upload/image', {})).status).toBe(400);
    expect((await upload(Buffer.alloc(maxUploadMb * 1024 * 1024 + 1), 'big.bin')).status).toBe(413);
  });

  test('that were uploaded can be loaded by a graph, and a changed one is loaded again', async () => {
    const graph: Graph = {
      '1': { class_type: 'LoadImage', inputs: { image: 'hearth/given.png' } },
      '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'loaded' } },
    };
    for (const [width, height] of [
      [40, 24],
      [24, 40],
    ] as const) {
      const [made] = (await run(url, solid('made', width, height))).outputs['2'].images;
      await upload(await onDisk(made), 'given.png', { subfolder: 'hearth', overwrite: 'true' });
      const { picture } = await decodePng(await onDisk((await run(url, graph)).outputs['2'].images[0]));
      expect([picture.width, picture.height]).toEqual([width, height]);
    }
    const missing = structuredClone(graph);
    missing['1'] = { class_type: 'LoadImage', inputs: { image: 'none.png' } };
    const answer = await post(url, '/prompt', { prompt: missing });
    expect(answer.json.node_errors['1'].errors[0]).toMatchObject({
      type: 'custom_validation_failed',
      extra_info: { input_name: 'image' },
    });
  });
});
