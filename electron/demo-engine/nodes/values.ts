import type { Mask, Picture } from '../../lib/picture.ts';
import type { Latent } from '../draw/latent.ts';
import type { Family } from '../pace.ts';
import { PyError, PyFloat, type PyValue } from '../python/values.ts';

/** What travels along the links of a graph while it runs. */
export type NodeValue =
  | { kind: 'plain'; value: PyValue }
  /** `changes` are names of what was added to it (LoRAs, shifts); they lean the colours. */
  | { kind: 'model'; name: string; family: Family; changes: string }
  | { kind: 'clip'; name: string; family: Family }
  | { kind: 'vae'; name: string }
  | { kind: 'conditioning'; text: string; guidance: number | null; guide: { picture: Picture; strength: number } | null }
  | { kind: 'latent'; latent: Latent }
  | { kind: 'image'; pictures: readonly Picture[] }
  | { kind: 'mask'; mask: Mask }
  | { kind: 'noise'; seed: string }
  | { kind: 'guider'; model: ValueOf<'model'>; positive: ValueOf<'conditioning'>; negative: string; cfg: number }
  | { kind: 'sampler'; name: string }
  | { kind: 'sigmas'; scheduler: string; steps: number; denoise: number }
  | { kind: 'control-net'; name: string }
  | { kind: 'upscale-model'; name: string; scale: number };

export type ValueKind = NodeValue['kind'];
export type ValueOf<K extends ValueKind> = Extract<NodeValue, { kind: K }>;

export const plain = (value: PyValue): NodeValue => ({ kind: 'plain', value });

const shownClass: Record<Exclude<ValueKind, 'plain'>, string> = {
  model: 'comfy.model_patcher.ModelPatcherDynamic',
  clip: 'comfy.sd.CLIP',
  vae: 'comfy.sd.VAE',
  conditioning: 'list',
  latent: 'dict',
  image: 'torch.Tensor',
  mask: 'torch.Tensor',
  noise: 'comfy_extras.nodes_custom_sampler.Noise_RandomNoise',
  guider: 'comfy_extras.nodes_custom_sampler.Guider_Basic',
  sampler: 'comfy.samplers.KSAMPLER',
  sigmas: 'torch.Tensor',
  'control-net': 'comfy.controlnet.ControlNet',
  'upscale-model': 'spandrel.ImageModelDescriptor',
};

/** How an error message shows a value: plain ones as they are, others as Python shows an object. Pure. */
export const shownValue = (value: NodeValue): PyValue => {
  if (value.kind === 'plain') return Array.isArray(value.value) || value.value instanceof Map ? String(value.value) : value.value;
  return `<${shownClass[value.kind]} object at 0x7f3c51b0d2e0>`;
};

/** The inputs of one node as it runs; every getter throws a PyError `TypeError` when the input is absent or of another kind. */
export class NodeInputs {
  readonly #values: ReadonlyMap<string, NodeValue>;

  constructor(values: ReadonlyMap<string, NodeValue>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  any(name: string): NodeValue {
    return this.#values.get(name) ?? fail(name);
  }

  get<K extends ValueKind>(name: string, kind: K): ValueOf<K> {
    const value = this.#values.get(name);
    // The kinds were just compared; TypeScript does not narrow by a generic.
    return value?.kind === kind ? (value as ValueOf<K>) : fail(name);
  }

  text(name: string): string {
    const { value } = this.get(name, 'plain');
    return typeof value === 'string' ? value : fail(name);
  }

  /** A number as a double. */
  number(name: string): number {
    const { value } = this.get(name, 'plain');
    if (value instanceof PyFloat) return value.value;
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : fail(name);
  }

  /** A whole number exactly, as text. */
  whole(name: string): string {
    const { value } = this.get(name, 'plain');
    return typeof value === 'number' || typeof value === 'bigint' ? String(value) : fail(name);
  }

  flag(name: string): boolean {
    return this.get(name, 'plain').value === true;
  }

  pictures(name: string): readonly Picture[] {
    return this.get(name, 'image').pictures;
  }

  latent(name: string): Latent {
    return this.get(name, 'latent').latent;
  }
}

const fail = (name: string): never => {
  throw new PyError('TypeError', `missing 1 required positional argument: '${name}'`);
};
