import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Sub-folders of the models folder, by the key that `/models/{key}` takes. */
const subfolders: Record<string, readonly string[]> = {
  checkpoints: ['checkpoints'],
  configs: ['configs'],
  loras: ['loras'],
  vae: ['vae'],
  text_encoders: ['text_encoders', 'clip'],
  diffusion_models: ['unet', 'diffusion_models'],
  clip_vision: ['clip_vision'],
  style_models: ['style_models'],
  embeddings: ['embeddings'],
  diffusers: ['diffusers'],
  vae_approx: ['vae_approx'],
  controlnet: ['controlnet', 't2i_adapter'],
  gligen: ['gligen'],
  upscale_models: ['upscale_models'],
  latent_upscale_models: ['latent_upscale_models'],
  custom_nodes: [],
  hypernetworks: ['hypernetworks'],
  photomaker: ['photomaker'],
  classifiers: ['classifiers'],
  model_patches: ['model_patches'],
  audio_encoders: ['audio_encoders'],
  background_removal: ['background_removal'],
  frame_interpolation: ['frame_interpolation'],
  geometry_estimation: ['geometry_estimation'],
  optical_flow: ['optical_flow'],
  detection: ['detection'],
};

/** Files that the engine claims to have: enough for every shipped template, and one checkpoint that is broken. */
const imaginary: Record<string, readonly string[]> = {
  checkpoints: [
    'v1-5-pruned-emaonly-fp16.safetensors',
    'dreamshaper_8.safetensors',
    'sd_xl_base_1.0.safetensors',
    'sd_xl_refiner_1.0.safetensors',
    'flux1-dev-fp8.safetensors',
    'zz-corrupt.safetensors',
  ],
  configs: ['v1-inference.yaml', 'v2-inference-v.yaml'],
  loras: ['detail-tweaker.safetensors', 'ink-lines.safetensors', 'style/watercolour.safetensors'],
  vae: ['ae.safetensors', 'vae-ft-mse-840000-ema-pruned.safetensors', 'sdxl_vae.safetensors'],
  text_encoders: [
    'clip_g.safetensors',
    'clip_l.safetensors',
    't5xxl_fp16.safetensors',
    't5xxl_fp8_e4m3fn.safetensors',
    't5xxl_fp8_e4m3fn_scaled.safetensors',
    't5-v1_1-xxl-encoder-Q4_K_M.gguf',
    't5-v1_1-xxl-encoder-Q8_0.gguf',
  ],
  diffusion_models: [
    'flux1-dev.safetensors',
    'flux1-schnell.safetensors',
    'flux1-dev-Q4_K_S.gguf',
    'flux1-dev-Q8_0.gguf',
    'flux1-schnell-Q4_K_S.gguf',
  ],
  embeddings: ['easynegative.safetensors', 'bad-hands-5.pt'],
  controlnet: ['control_v11p_sd15_canny.pth', 'control_v11f1p_sd15_depth.pth', 'control_v11p_sd15_openpose.pth'],
  upscale_models: ['RealESRGAN_x4plus.pth', 'RealESRGAN_x4plus.safetensors', '4x-UltraSharp.pth', 'RealESRGAN_x2plus.pth'],
};

const modelEndings = /\.(ckpt|pt|pt2|bin|pth|safetensors|pkl|sft|gguf)$/i;

// What the pack ComfyUI-GGUF adds: the same folders, read for another ending.
const ggufFolders: Record<string, string> = { unet_gguf: 'diffusion_models', clip_gguf: 'text_encoders' };
const outputFolders: Record<string, string> = {
  checkpoints: 'checkpoints',
  loras: 'loras',
  vae: 'vae',
  text_encoders: 'clip',
  diffusion_models: 'diffusion_models',
};

/** Model files by folder: imaginary ones, and those that are really in the models folder (never opened). */
export class ModelFiles {
  readonly #modelsDir: string;
  readonly #customNodesDir: string;
  readonly #outputDir: string;
  readonly #hasGguf: boolean;

  constructor(dirs: { models: string; customNodes: string; output: string }, hasGguf: boolean) {
    this.#modelsDir = dirs.models;
    this.#customNodesDir = dirs.customNodes;
    this.#outputDir = dirs.output;
    this.#hasGguf = hasGguf;
  }

  get folders(): string[] {
    return [...Object.keys(subfolders), ...(this.#hasGguf ? Object.keys(ggufFolders) : [])];
  }

  /** Search paths of one folder, absolute; null for an unknown key. */
  paths(key: string): string[] | null {
    if (!this.folders.includes(key)) return null;
    if (key === 'custom_nodes') return [this.#customNodesDir];
    const folder = ggufFolders[key] ?? key;
    const paths = (subfolders[folder] ?? []).map((name) => join(this.#modelsDir, name));
    const output = outputFolders[folder];
    return output ? [...paths, join(this.#outputDir, output)] : paths;
  }

  /** File names of one folder in order, as they may be given to a loader; null for an unknown key. */
  list(key: string): string[] | null {
    const paths = this.paths(key);
    if (paths === null) return null;
    const isGguf = Object.hasOwn(ggufFolders, key);
    const real = key === 'custom_nodes' ? [] : paths.flatMap((path) => filesBelow(path));
    const names = new Set([...(imaginary[ggufFolders[key] ?? key] ?? []), ...real]);
    return [...names].filter((name) => name.toLowerCase().endsWith('.gguf') === isGguf).sort((a, b) => (a < b ? -1 : 1));
  }
}

const filesBelow = (dir: string, prefix = ''): string[] => {
  try {
    return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
      const name = prefix === '' ? entry.name : join(prefix, entry.name);
      if (entry.isDirectory()) return entry.name === '.git' ? [] : filesBelow(join(dir, entry.name), name);
      return modelEndings.test(entry.name) ? [name] : [];
    });
  } catch {
    // The folder is not there.
    return [];
  }
};
