import type { Family } from '../pace.ts';
import { PyError } from '../python/values.ts';
import type { NodeContext } from './node-class.ts';

/** Guesses by the file's name what kind of model it holds. Pure. */
export const familyOf = (name: string): Family =>
  /flux/i.test(name) ? 'flux' : /xl|playground|pony/i.test(name) ? 'sdxl' : 'sd15';

const modelTypes: Record<Family, string> = { sd15: 'EPS', sdxl: 'EPS', flux: 'FLUX' };
const parts: Record<Family, { model: [string, number]; text: [string, number]; vae: [string, number] }> = {
  sd15: { model: ['BaseModel', 1639], text: ['SD1ClipModel', 235], vae: ['AutoencoderKL', 160] },
  sdxl: { model: ['SDXL', 4897], text: ['SDXLClipModel', 1560], vae: ['AutoencoderKL', 160] },
  flux: { model: ['Flux', 11350], text: ['FluxClipModel_', 4777], vae: ['AutoencodingEngine', 160] },
};

/**
 * Reads a model file: slow the first time, quick afterwards. Throws PyError for a file with "corrupt" in its name, as the real loader
 * does for a broken header.
 */
export const readModel = async (context: NodeContext, file: string, ms: number): Promise<void> => {
  const start = performance.now();
  if (file.includes('corrupt')) {
    throw new PyError('safetensors._safetensors_rust.SafetensorError', 'Error while deserializing header: invalid header length');
  }
  await context.pace.until(context.loaded.has(file) ? ms / 4 : ms, start, context.interrupt);
  context.interrupt.check();
  context.loaded.add(file);
};

/** What the log says when a model was recognised. */
export const logModelKind = ({ console, machine }: NodeContext, family: Family): void => {
  const dtype = machine.isCpu ? 'torch.float32' : family === 'flux' ? 'torch.bfloat16' : 'torch.float16';
  console.info(`model weight dtype ${dtype}, manual cast: None`);
  console.info(`model_type ${modelTypes[family]}`);
};

/** What the log says when a part of a model goes to the GPU, once for each file. */
export const moveToDevice = ({ console, machine, loaded }: NodeContext, part: 'model' | 'text' | 'vae', family: Family): void => {
  const [name, mb] = parts[family][part];
  const mark = `${part} on the device: ${family}`;
  if (loaded.has(mark)) return;
  loaded.add(mark);
  console.info(`Requested to load ${name}`);
  if (machine.dynamicVram === 'on')
    console.info(`Model ${name} prepared for dynamic VRAM loading. ${mb}MB Staged. 0 patches attached.`);
  else console.info(`loaded completely;  ${mb}.00 MB loaded, full load: True`);
};
