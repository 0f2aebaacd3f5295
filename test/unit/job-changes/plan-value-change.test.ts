import { describe, expect, test } from 'vitest';
import { out, type PlanCase, parameter, planned } from './planned-job.ts';

const model = ['base_bf16.safetensors', 'base_fp8_e4m3fn.safetensors', 'other_fp8.safetensors', 'base_Q4_K_S.gguf'];
const unet = (file: string): PlanCase => ({
  graph: { 1: ['UNETLoader', { unet_name: file, weight_dtype: 'default' }], out },
  classes: { UNETLoader: [{ unet_name: model, weight_dtype: ['default', 'fp8_e4m3fn'] }, ['MODEL']] },
});

describe('a remedy changes a value', () => {
  const input = (remedy: string, one: PlanCase) =>
    planned(remedy, one).map((change) => (change.op === 'input' ? [change.input, change.before, change.after] : change));
  test.each<[string, string, PlanCase, unknown]>([
    [
      'a smaller build, with too little memory',
      'use-other-precision',
      unet('base_bf16.safetensors'),
      [['unet_name', 'base_bf16.safetensors', 'base_fp8_e4m3fn.safetensors']],
    ],
    [
      'the next smaller one',
      'use-other-precision',
      unet('base_fp8_e4m3fn.safetensors'),
      [['unet_name', 'base_fp8_e4m3fn.safetensors', 'base_Q4_K_S.gguf']],
    ],
    [
      'smaller in memory where there is no other file',
      'use-other-precision',
      unet('lonely_bf16.safetensors'),
      [['weight_dtype', 'default', 'fp8_e4m3fn']],
    ],
    [
      'a plain build, where the machine cannot compute with this one',
      'use-other-precision',
      { ...unet('base_fp8_e4m3fn.safetensors'), cause: 'mps-float8-unsupported' },
      [['unet_name', 'base_fp8_e4m3fn.safetensors', 'base_bf16.safetensors']],
    ],
    [
      'safetensors',
      'use-safetensors',
      {
        graph: { 1: ['Loader', { ckpt_name: 'a.ckpt' }], out },
        classes: { Loader: [{ ckpt_name: ['a.ckpt', 'a.safetensors'] }] },
      },
      [['ckpt_name', 'a.ckpt', 'a.safetensors']],
    ],
    [
      'the type of the encoder by the family of the model',
      'matching-encoder',
      {
        graph: { 1: ['UNETLoader', { unet_name: 'flux1-dev.safetensors' }], 2: ['DualCLIPLoader', { type: 'sdxl' }], out },
        classes: { DualCLIPLoader: [{ type: ['sdxl', 'flux'] }] },
      },
      [['type', 'sdxl', 'flux']],
    ],
    [
      'the processor',
      'node-on-cpu',
      {
        graph: { 2: ['CLIPLoader', { device: 'default' }], out },
        classes: { CLIPLoader: [{ 'device?': ['default', 'cpu'] }] },
        node: '2',
      },
      [['device', 'default', 'cpu']],
    ],
    [
      'plain attention',
      'choose-sdpa',
      {
        graph: { 2: ['Loader', { attention_mode: 'sageattn' }], out },
        classes: { Loader: [{ attention_mode: ['sdpa', 'sageattn'] }] },
      },
      [['attention_mode', 'sageattn', 'sdpa']],
    ],
    [
      'what saves memory is off',
      'free-vram-in-node',
      {
        graph: { 2: ['Loader', { load_in_4bit: true, offload: false }], out },
        classes: { Loader: [{ load_in_4bit: 'BOOLEAN', offload: 'BOOLEAN' }] },
      },
      [['load_in_4bit', true, false]],
    ],
    [
      'one device for all',
      'same-device-loaders',
      {
        graph: { 1: ['A', { device: 'cpu' }], 2: ['A', { device: 'gpu' }], 3: ['A', { device: 'gpu' }], out },
        classes: { A: [{ device: ['cpu', 'gpu'] }] },
      },
      [['device', 'cpu', 'gpu']],
    ],
    [
      'one precision for all',
      'same-precision',
      {
        graph: { 1: ['A', { precision: 'fp16' }], 2: ['B', { dtype: 'bf16' }], out },
        classes: { A: [{ precision: ['fp16'] }], B: [{ dtype: ['bf16', 'fp16'] }] },
      },
      [['dtype', 'bf16', 'fp16']],
    ],
    [
      'sides that divide by 64',
      'equal-sizes',
      { graph: { 5: ['EmptyLatentImage', { width: 1000, height: 512 }], out } },
      [['width', 1000, 960]],
    ],
    [
      'less, where only the graph says how much',
      'reduce-size',
      { graph: { 5: ['EmptyLatentImage', { width: 1024, height: 1024, batch_size: 4 }], out } },
      [['batch_size', 4, 1]],
    ],
    [
      'half the frames',
      'reduce-size',
      {
        graph: { 5: ['EmptyHunyuanLatentVideo', { length: 81, width: 512 }], out },
        classes: { EmptyHunyuanLatentVideo: [{ length: { type: 'INT', options: { min: 1, step: 4 } }, width: 'INT' }] },
      },
      [['length', 81, 37]],
    ],
    [
      'the nearest number that is allowed',
      'allowed-value',
      {
        graph: { 3: ['KSampler', { cfg: 900, steps: 20 }], out },
        classes: { KSampler: [{ cfg: { type: 'FLOAT', options: { max: 100 } }, steps: 'INT' }] },
        node: '3',
        input: 'cfg',
      },
      [['cfg', 900, 100]],
    ],
    [
      'the same file in another folder',
      'allowed-value',
      {
        graph: { 3: ['Loader', { name: 'old/a.pt' }], out },
        classes: { Loader: [{ name: ['new/b.pt', 'new/a.pt'] }] },
        node: '3',
        input: 'name',
      },
      [['name', 'old/a.pt', 'new/a.pt']],
    ],
  ])('%s', (_name, remedy, one, expected) => {
    expect(input(remedy, one)).toEqual(expected);
  });

  test('as a value of the job where a parameter owns the input, so that the form shows it', () => {
    const owned = parameter('model', '/1/inputs/unet_name', {
      role: 'model',
      choices: { class: 'UNETLoader', input: 'unet_name' },
    });
    const one = { ...unet('base_bf16.safetensors'), parameters: [owned], values: { model: 'base_bf16.safetensors' } };
    expect(planned('use-other-precision', one)).toEqual([
      { op: 'value', key: 'model', before: 'base_bf16.safetensors', after: 'base_fp8_e4m3fn.safetensors' },
    ]);
  });

  test('back to what the template asks for by itself, where the job asks for far more', () => {
    const batch = parameter('batch', '/5/inputs/batch_size', { type: 'integer', role: 'batch', default: 1 });
    const one = {
      graph: { 5: ['EmptyLatentImage', { batch_size: 1 }], out } as PlanCase['graph'],
      parameters: [batch],
      values: { batch: 400 },
    };
    expect(planned('fix-size-input', one)).toEqual([{ op: 'value', key: 'batch', before: 400, after: 1 }]);
  });
});
