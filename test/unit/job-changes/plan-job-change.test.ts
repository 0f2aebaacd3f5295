import { describe, expect, test } from 'vitest';
import { jobRemedies } from '../../../electron/incidents/remedies-job.ts';
import { graphAfter, out, type PlanCase, planned } from './planned-job.ts';

const decode: PlanCase = { graph: { 8: ['VAEDecode', { samples: ['3', 0], vae: ['4', 2] }], out } };
const tile = { type: 'INT', options: { default: 256, min: 64, step: 32 } };
const patched = (name: string): PlanCase => ({
  graph: { 1: ['UNETLoader', {}], 2: [name, { model: ['1', 0] }], 3: ['KSampler', { model: ['2', 0] }], out },
});
const unpatched = { 1: ['UNETLoader', {}], 3: ['KSampler', { model: ['1', 0] }], out };

describe('a remedy changes the graph of one job', () => {
  test.each<[string, string, PlanCase, unknown]>([
    [
      'decoding works in tiles, with what ComfyUI gives those by itself',
      'tiled-vae',
      decode,
      {
        8: [
          'VAEDecodeTiled',
          { samples: ['3', 0], vae: ['4', 2], tile_size: 512, overlap: 64, temporal_size: 64, temporal_overlap: 8 },
        ],
        out,
      },
    ],
    [
      'only with the inputs that this version has, and its own usual values',
      'tiled-vae',
      { ...decode, classes: { VAEDecodeTiled: [{ samples: 'LATENT', vae: 'VAE', tile_size: tile }] } },
      { 8: ['VAEDecodeTiled', { samples: ['3', 0], vae: ['4', 2], tile_size: 256 }], out },
    ],
    [
      'smaller tiles take a smaller overlap with them',
      'smaller-tiles',
      { graph: { 8: ['VAEDecodeTiled', { tile_size: 512, overlap: 128, temporal_size: 64, temporal_overlap: 8 }], out } },
      { 8: ['VAEDecodeTiled', { tile_size: 256, overlap: 64, temporal_size: 32, temporal_overlap: 8 }], out },
    ],
    ['a node that compiles is bypassed', 'bypass-compile', patched('TorchCompileModel'), unpatched],
    ['and one that patches SageAttention in', 'bypass-sage-node', patched('PathchSageAttentionKJ'), unpatched],
    [
      'two in a row',
      'bypass-compile',
      {
        graph: {
          1: ['UNETLoader', {}],
          2: ['TorchCompileModel', { model: ['1', 0] }],
          5: ['TorchCompileModel', { model: ['2', 0] }],
          3: ['KSampler', { model: ['5', 0] }],
          out,
        },
      },
      unpatched,
    ],
    [
      'arguments for a compiler are taken away where they may be missing',
      'bypass-compile',
      {
        graph: { 1: ['CompileArgs', {}], 2: ['Loader', { compile_args: ['1', 0] }], out },
        classes: { CompileArgs: [{}, ['ARGS']], Loader: [{ 'compile_args?': 'ARGS' }, ['MODEL']] },
      },
      { 1: ['CompileArgs', {}], 2: ['Loader', {}], out },
    ],
    [
      'by type where the engine tells types, whatever the inputs are called',
      'bypass-last-node',
      {
        graph: { 7: ['Sharpen', { pixels: ['6', 0], mask: ['5', 0] }], out: ['SaveImage', { images: ['7', 0] }] },
        classes: { Sharpen: [{ mask: 'MASK', pixels: 'IMAGE' }, ['IMAGE']] },
        node: '7',
      },
      { out: ['SaveImage', { images: ['6', 0] }] },
    ],
    [
      'a node that this engine lacks goes, where something fits through',
      'replace-node',
      { ...patched('FancyPatch'), classes: { UNETLoader: [{}], KSampler: [{}], SaveImage: [{}] } },
      unpatched,
    ],
    [
      'sound is left away',
      'save-without-sound',
      {
        graph: { 1: ['CreateVideo', { images: ['2', 0], audio: ['3', 0] }], out },
        classes: { CreateVideo: [{ images: 'IMAGE', 'audio?': 'AUDIO' }] },
      },
      { 1: ['CreateVideo', { images: ['2', 0] }], out },
    ],
    [
      "the checkpoint's own VAE",
      'matching-vae',
      {
        graph: { 4: ['CheckpointLoaderSimple', {}], 9: ['VAELoader', {}], 8: ['VAEDecode', { vae: ['9', 0] }], out },
      },
      { 4: ['CheckpointLoaderSimple', {}], 9: ['VAELoader', {}], 8: ['VAEDecode', { vae: ['4', 2] }], out },
    ],
    [
      'the only VAE there is, for a checkpoint without one',
      'add-vae-loader',
      {
        graph: { 4: ['CheckpointLoaderSimple', {}], 8: ['VAEDecode', { vae: ['4', 2] }], out },
        classes: { VAELoader: [{ vae_name: ['only.safetensors'] }] },
      },
      {
        4: ['CheckpointLoaderSimple', {}],
        8: ['VAEDecode', { vae: ['9', 0] }],
        9: ['VAELoader', { vae_name: 'only.safetensors' }],
        out,
      },
    ],
    [
      'a text encoder with the type of the family',
      'add-clip-loader',
      {
        graph: {
          4: ['CheckpointLoaderSimple', { ckpt_name: 'wan2.1.safetensors' }],
          6: ['CLIPTextEncode', { clip: ['4', 1] }],
          out,
        },
        classes: { CLIPLoader: [{ clip_name: ['clip_l.safetensors', 'umt5_xxl.safetensors'], type: ['flux', 'wan'] }] },
      },
      {
        4: ['CheckpointLoaderSimple', { ckpt_name: 'wan2.1.safetensors' }],
        6: ['CLIPTextEncode', { clip: ['7', 0] }],
        7: ['CLIPLoader', { clip_name: 'umt5_xxl.safetensors', type: 'wan' }],
        out,
      },
    ],
    [
      'a packed file gets the loader for it',
      'matching-gguf-loader',
      {
        graph: { 1: ['UNETLoader', { unet_name: 'base.gguf' }], out },
        classes: { UnetLoaderGGUF: [{ unet_name: ['base.gguf'] }] },
      },
      { 1: ['UnetLoaderGGUF', { unet_name: 'base.gguf' }], out },
    ],
    [
      'what must be there is connected to the only one of its kind, or has its usual value',
      'connect-input',
      {
        graph: { 4: ['VAELoader', {}], 8: ['VAEDecode', {}], out },
        classes: {
          VAELoader: [{}, ['VAE']],
          VAEDecode: [{ vae: 'VAE', tile: { type: 'INT', options: { default: 3 } } }, ['IMAGE']],
        },
        node: '8',
      },
      { 4: ['VAELoader', {}], 8: ['VAEDecode', { vae: ['4', 0], tile: 3 }], out },
    ],
  ])('%s', (_name, remedy, one, expected) => {
    expect(graphAfter(remedy, one)).toEqual(expected);
  });
});

describe('nothing is guessed', () => {
  test.each<[string, string, PlanCase]>([
    ['this engine has no tiled decoder', 'tiled-vae', { ...decode, classes: { VAEDecode: [{}] } }],
    ['tiles are as small as they get', 'smaller-tiles', { graph: { 8: ['VAEDecodeTiled', { tile_size: 64 }], out } }],
    [
      'a node that makes an output stays',
      'bypass-last-node',
      { graph: { out: ['SaveImage', { images: ['8', 0] }] }, node: 'out' },
    ],
    [
      'nothing fits through',
      'bypass-last-node',
      { graph: { 2: ['Loader', {}], 3: ['KSampler', { model: ['2', 0] }], out }, node: '2' },
    ],
    [
      'two files fit equally',
      'add-vae-loader',
      {
        graph: { 4: ['CheckpointLoaderSimple', {}], 8: ['VAEDecode', { vae: ['4', 2] }], out },
        classes: { VAELoader: [{ vae_name: ['a.pt', 'b.pt'] }] },
      },
    ],
    [
      'one of two unknown nodes has no way through',
      'replace-node',
      {
        graph: { 1: ['Unknown', {}], 2: ['Patch', { model: ['1', 0] }], 3: ['KSampler', { model: ['2', 0] }], out },
        classes: { KSampler: [{}], SaveImage: [{}] },
      },
    ],
  ])('%s', (_name, remedy, one) => {
    expect(planned(remedy, one)).toEqual([]);
  });

  test('every remedy for a job ends quietly on a job that it does not fit', () => {
    for (const remedy of Object.keys(jobRemedies)) expect(planned(remedy, { graph: { out } })).toEqual([]);
  });
});
