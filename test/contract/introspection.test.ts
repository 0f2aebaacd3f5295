import { describe, expect, inject, test } from 'vitest';
import { ask, get } from './wire.ts';

describe.each(inject('targets'))('what $name says about itself', ({ url }) => {
  test('version, flags and device', async () => {
    const { system, devices } = (await get(url, '/api/system_stats')).json;
    expect(system).toMatchObject({
      comfyui_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      ram_total: expect.any(Number),
      os: process.platform,
    });
    expect(system.argv[0]).toMatch(/main\.py$/);
    expect(system.argv).toContain('--base-directory');
    expect(devices[0]).toMatchObject({
      name: expect.any(String),
      type: expect.any(String),
      vram_total: expect.any(Number),
      vram_free: expect.any(Number),
    });
  });

  test('node classes in both forms', async () => {
    const info = (await get(url, '/object_info')).json;
    const { KSampler, RandomNoise, SaveImage, EmptyImage } = info;
    expect(KSampler.input.required.sampler_name[0]).toContain('euler');
    expect(KSampler.input.required.model[0]).toBe('MODEL');
    expect(KSampler.input_order.required[0]).toBe('model');
    expect(info.KSamplerSelect.input.required.sampler_name[0]).toBe('COMBO');
    expect(info.KSamplerSelect.input.required.sampler_name[1].options).toEqual(KSampler.input.required.sampler_name[0]);
    expect(RandomNoise).toMatchObject({ output: ['NOISE'], output_node: false, deprecated: false });
    expect(SaveImage).toMatchObject({ output_node: true, python_module: 'nodes', input: { hidden: { prompt: 'PROMPT' } } });
    expect(EmptyImage.input.required.color[1]).toMatchObject({ min: 0, max: 0xffffff });
    expect((await get(url, '/object_info')).text).toContain('"max": 18446744073709551615');
    expect((await get(url, '/object_info/EmptyImage')).json).toEqual({ EmptyImage });
    expect((await get(url, '/object_info/NoSuchNode')).json).toEqual({});
  });

  test('models', async () => {
    expect((await get(url, '/models')).json).toEqual(
      expect.arrayContaining(['checkpoints', 'loras', 'vae', 'diffusion_models', 'text_encoders']),
    );
    expect(Array.isArray((await get(url, '/models/checkpoints')).json)).toBe(true);
    expect((await get(url, '/models/nosuch')).status).toBe(404);
    expect(Array.isArray((await get(url, '/embeddings')).json)).toBe(true);
    expect((await get(url, '/internal/folder_paths')).json.checkpoints[0]).toMatch(/checkpoints$/);
  });

  test.each([
    ['GET', '/nosuch', 404, 'application/octet-stream'],
    ['GET', '/api/nosuch', 404, 'application/octet-stream'],
    ['GET', '/jobs', 404, 'application/octet-stream'],
    ['DELETE', '/prompt', 405, 'text/plain'],
    ['POST', '/nosuch', 405, 'text/plain'],
    ['GET', '/ws', 400, 'text/plain'],
    ['GET', '/history?max_items=x', 500, 'text/plain'],
  ])('%s %s is %i', async (method, path, status, type) => {
    const answer = await ask(url, method, path);
    expect(answer.status).toBe(status);
    expect(answer.type).toContain(type);
  });

  test('JSON is written as Python writes it', async () => {
    expect((await get(url, '/queue')).text).toBe('{"queue_running": [], "queue_pending": []}');
    expect((await get(url, '/queue')).type).toBe('application/json; charset=utf-8');
  });
});
