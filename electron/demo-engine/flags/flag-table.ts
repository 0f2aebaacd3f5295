/** One launch flag: how ComfyUI's own parser takes it. */
export interface FlagRow {
  flag: string;
  /** none: a switch; one: exactly one value; optional: none or one; any: none or more; some: one or more. */
  takes: 'none' | 'one' | 'optional' | 'any' | 'some';
  type: 'text' | 'int' | 'float' | 'folder';
  /** Values that are allowed, null for any. */
  choices: readonly string[] | null;
  /** Flags of one group exclude each other. */
  group: string | null;
  isRepeatable: boolean;
  /** How the value is named in the usage. Null: the flag's own name in capitals. */
  metavar: string | null;
  help: string;
}

type Details = Partial<Omit<FlagRow, 'flag' | 'help'>>;

const row = (flag: string, help: string, details: Details = {}): FlagRow => ({
  flag,
  takes: 'none',
  type: 'text',
  choices: null,
  group: null,
  isRepeatable: false,
  metavar: null,
  ...details,
  help,
});
const of = (type: FlagRow['type'], details: Details = {}): Details => ({ takes: 'one', type, ...details });
const inGroup = (group: string): Details => ({ group });

const previewMethods = ['none', 'auto', 'latent2rgb', 'taesd'] as const;
export const fastKinds = ['fp16_accumulation', 'fp8_matrix_mult', 'cublas_ops', 'autotune'] as const;
const logLevels = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;

/** The flags of ComfyUI 0.28.0 in its order: names, values, choices and exclusive groups are its own, the explanations are not. */
export const comfyFlags: readonly FlagRow[] = [
  row('--listen', 'Addresses to listen on, separated by commas; without a value every address of the machine.', {
    takes: 'optional',
    metavar: 'IP',
  }),
  row('--port', 'Port to listen on.', of('int')),
  row('--tls-keyfile', 'Private key for https; needs --tls-certfile too.', of('text')),
  row('--tls-certfile', 'Certificate for https; needs --tls-keyfile too.', of('text')),
  row('--enable-cors-header', 'Answer pages of other origins: of the one given, or of all.', {
    takes: 'optional',
    metavar: 'ORIGIN',
  }),
  row('--max-upload-size', 'Largest request in MB.', of('float')),
  row('--base-directory', 'Folder that holds input, output, temp, user, models and custom_nodes.', of('text')),
  row('--extra-model-paths-config', 'YAML files that name more model folders.', {
    takes: 'some',
    metavar: 'PATH',
    isRepeatable: true,
  }),
  row('--output-directory', 'Folder for finished files, instead of the one in the base folder.', of('text')),
  row('--temp-directory', 'Folder in which the temp folder is made, instead of the base folder.', of('text')),
  row('--input-directory', 'Folder for uploaded files, instead of the one in the base folder.', of('text')),
  row('--auto-launch', 'Open the browser once the server listens.'),
  row('--disable-auto-launch', 'Never open the browser.'),
  row('--cuda-device', 'Ids of the GPUs to use, separated by commas.', of('text', { metavar: 'DEVICE_ID' })),
  row(
    '--default-device',
    'Id of the GPU that comes first; the others stay visible.',
    of('int', { metavar: 'DEFAULT_DEVICE_ID' }),
  ),
  row('--cuda-malloc', 'Use the allocator cudaMallocAsync.', inGroup('malloc')),
  row('--disable-cuda-malloc', 'Do not use the allocator cudaMallocAsync.', inGroup('malloc')),
  row('--force-fp32', 'Compute in 32 bits.', inGroup('precision')),
  row('--force-fp16', 'Compute in 16 bits.', inGroup('precision')),
  row('--fp32-unet', 'Diffusion model in fp32.', inGroup('unet')),
  row('--fp64-unet', 'Diffusion model in fp64.', inGroup('unet')),
  row('--bf16-unet', 'Diffusion model in bf16.', inGroup('unet')),
  row('--fp16-unet', 'Diffusion model in fp16.', inGroup('unet')),
  row('--fp8_e4m3fn-unet', 'Diffusion model stored in fp8_e4m3fn.', inGroup('unet')),
  row('--fp8_e5m2-unet', 'Diffusion model stored in fp8_e5m2.', inGroup('unet')),
  row('--fp8_e8m0fnu-unet', 'Diffusion model stored in fp8_e8m0fnu.', inGroup('unet')),
  row('--fp16-vae', 'VAE in fp16; some models then give black pictures.', inGroup('vae')),
  row('--fp32-vae', 'VAE in fp32.', inGroup('vae')),
  row('--bf16-vae', 'VAE in bf16.', inGroup('vae')),
  row('--cpu-vae', 'VAE on the processor.'),
  row('--fp8_e4m3fn-text-enc', 'Text encoder stored in fp8_e4m3fn.', inGroup('text')),
  row('--fp8_e5m2-text-enc', 'Text encoder stored in fp8_e5m2.', inGroup('text')),
  row('--fp16-text-enc', 'Text encoder in fp16.', inGroup('text')),
  row('--fp32-text-enc', 'Text encoder in fp32.', inGroup('text')),
  row('--bf16-text-enc', 'Text encoder in bf16.', inGroup('text')),
  row('--fp16-intermediates', 'What nodes hand to each other in fp16.'),
  row('--force-channels-last', 'Keep weights in channels-last order.'),
  row('--directml', 'Use torch-directml.', { takes: 'optional', type: 'int', metavar: 'DIRECTML_DEVICE' }),
  row('--oneapi-device-selector', 'oneAPI devices to use.', of('text', { metavar: 'SELECTOR_STRING' })),
  row('--supports-fp8-compute', 'Act as if the GPU could compute in fp8.'),
  row('--enable-triton-backend', 'Let comfy-kitchen use Triton.'),
  row('--disable-triton-backend', 'Never let comfy-kitchen use Triton.'),
  row('--preview-method', 'How pictures are shown while they are sampled.', of('text', { choices: previewMethods })),
  row('--preview-size', 'Longest side of such a picture.', of('int')),
  row('--cache-ram', 'Keep results until memory gets short: free GB to keep, for active and for idle results. The default.', {
    takes: 'any',
    type: 'float',
    group: 'cache',
    metavar: 'GB',
  }),
  row('--cache-classic', 'Keep the results of the last prompt only.', inGroup('cache')),
  row('--cache-lru', 'Keep the results of this many prompts.', of('int', { group: 'cache' })),
  row('--cache-none', 'Keep no results.', inGroup('cache')),
  row('--high-ram', 'Spend more memory to save time.', inGroup('cache')),
  row('--use-split-cross-attention', 'Attention in parts.', inGroup('attention')),
  row('--use-quad-cross-attention', 'Sub-quadratic attention.', inGroup('attention')),
  row('--use-pytorch-cross-attention', "PyTorch's own attention.", inGroup('attention')),
  row('--use-sage-attention', 'SageAttention.', inGroup('attention')),
  row('--use-flash-attention', 'FlashAttention.', inGroup('attention')),
  row('--disable-xformers', 'Do not use xformers.'),
  row('--force-upcast-attention', 'Attention always in fp32.', inGroup('upcast')),
  row('--dont-upcast-attention', 'Attention never in fp32.', inGroup('upcast')),
  row('--enable-manager', 'Turn ComfyUI-Manager on.'),
  row('--disable-manager-ui', "Turn off ComfyUI-Manager's pages, not its background work.", inGroup('manager')),
  row('--enable-manager-legacy-ui', "ComfyUI-Manager's older pages.", inGroup('manager')),
  row('--gpu-only', 'Keep everything in video memory.', inGroup('vram')),
  row('--highvram', 'Keep models in video memory after use.', inGroup('vram')),
  row('--lowvram', 'Text encoders on the processor, unless DynamicVRAM is on.', inGroup('vram')),
  row('--novram', 'Keep as little as possible in video memory.', inGroup('vram')),
  row('--cpu', 'Compute on the processor only.', inGroup('vram')),
  row('--reserve-vram', 'GB of video memory to leave to others.', of('float')),
  row('--vram-headroom', 'GB of video memory that DynamicVRAM keeps free.', of('float')),
  row('--async-offload', 'Move weights while computing, with this many streams.', {
    takes: 'optional',
    type: 'int',
    metavar: 'NUM_STREAMS',
  }),
  row('--disable-async-offload', 'Do not move weights while computing.'),
  row('--disable-dynamic-vram', 'Load models by estimate instead of with DynamicVRAM.'),
  row('--enable-dynamic-vram', 'DynamicVRAM even where it is off by default.'),
  row('--fast-disk', 'Load weights from disk rather than keep them in memory.'),
  row('--force-non-blocking', 'Non-blocking copies for everything.'),
  row(
    '--default-hashing-function',
    'Hash that tells whether an upload exists already.',
    of('text', { choices: ['md5', 'sha1', 'sha256', 'sha512'] }),
  ),
  row('--disable-smart-memory', 'Take models out of video memory after each prompt.'),
  row('--deterministic', 'Slower algorithms that give the same result each time.'),
  row('--fast', `Faster and riskier: ${fastKinds.join(' ')}; all without a value.`, { takes: 'any', choices: fastKinds }),
  row('--debug-hang', 'Show what every thread does at Ctrl-C.'),
  row('--disable-pinned-memory', 'Do not pin memory.'),
  row('--mmap-torch-files', 'Map ckpt and pt files into memory.'),
  row('--disable-mmap', 'Do not map safetensors files into memory.'),
  row('--dont-print-server', 'Do not print where the server listens.'),
  row('--quick-test-for-ci', 'End after loading everything.'),
  row('--windows-standalone-build', 'Conveniences of the portable Windows package.'),
  row('--disable-metadata', 'Do not write the prompt into files.'),
  row('--disable-all-custom-nodes', 'Load no custom nodes.'),
  row('--whitelist-custom-nodes', 'Custom nodes that are loaded nevertheless.', { takes: 'some' }),
  row('--disable-api-nodes', 'Load no nodes that cost money, and talk to nobody.'),
  row('--multi-user', 'Storage of its own for each user.'),
  row('--verbose', 'How much is logged.', { takes: 'optional', choices: logLevels }),
  row('--log-stdout', 'Log to standard output; errors still to standard error.'),
  row('--front-end-version', 'Version of the pages to download, as owner/name@version.', of('text')),
  row('--front-end-root', 'Folder that holds the pages.', of('folder')),
  row('--user-directory', 'Folder for settings, instead of the one in the base folder.', of('folder')),
  row('--models-directory', 'Folder that holds models, instead of the one in the base folder.', of('folder')),
  row('--enable-compress-response-body', 'Compress answers.'),
  row('--comfy-api-base', 'Address of the Comfy API.', of('text')),
  row('--database-url', 'Address of the database, such as sqlite:///path.', of('text')),
  row('--enable-assets', 'Turn the asset system on.'),
  row('--enable-asset-hashing', 'Hash assets while scanning.'),
  row('--feature-flag', 'A feature to announce, as KEY=VALUE or KEY.', {
    takes: 'one',
    metavar: 'KEY[=VALUE]',
    isRepeatable: true,
  }),
  row('--list-feature-flags', 'Print the features that can be set, as JSON, and end.'),
];

/** What only the demo engine knows. */
export const demoFlags: readonly FlagRow[] = [
  row('--speed', 'Pace: 1 draws a 512 picture of 20 steps in about 2 s, 10 in a tenth of that.', of('float', { metavar: 'X' })),
  row('--noise', 'Relative spread of the pace from prompt to prompt.', of('float', { metavar: 'X' })),
  row(
    '--fail',
    'Go wrong on purpose: KIND each time, KIND@N the Nth time, KIND=WORD where a text holds WORD. help lists the kinds.',
    {
      takes: 'one',
      metavar: 'KIND[@N|=WORD]',
      isRepeatable: true,
    },
  ),
];
