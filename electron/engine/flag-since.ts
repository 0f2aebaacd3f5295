/**
 * ComfyUI releases that brought a flag, read from its tags' `comfy/cli_args.py`. Flags older than 0.3.10 are left out; a flag newer
 * than this table is simply without a note.
 */
export const flagSince: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '0.3.13': ['--base-directory'],
    '0.3.15': ['--enable-compress-response-body'],
    '0.3.27': ['--use-flash-attention'],
    '0.3.28': ['--bf16-text-enc', '--cache-none'],
    '0.3.30': ['--fp8_e8m0fnu-unet'],
    '0.3.31': ['--async-offload'],
    '0.3.32': ['--disable-api-nodes', '--comfy-api-base'],
    '0.3.34': ['--mmap-torch-files'],
    '0.3.36': ['--supports-fp8-compute'],
    '0.3.41': ['--database-url'],
    '0.3.44': ['--whitelist-custom-nodes'],
    '0.3.45': ['--disable-mmap'],
    '0.3.46': ['--default-device'],
    '0.3.51': ['--force-non-blocking'],
    '0.3.68': ['--cache-ram'],
    '0.3.69': ['--disable-pinned-memory'],
    '0.3.76': ['--disable-async-offload'],
    '0.4.0': ['--enable-manager', '--disable-manager-ui', '--enable-manager-legacy-ui'],
    '0.16.0': ['--disable-dynamic-vram'],
    '0.17.0': ['--enable-assets'],
    '0.18.0': ['--fp16-intermediates', '--enable-dynamic-vram'],
    '0.21.0': ['--enable-triton-backend', '--feature-flag', '--list-feature-flags'],
    '0.23.0': ['--fast-disk'],
    '0.25.0': ['--high-ram', '--vram-headroom', '--debug-hang'],
    '0.27.0': ['--enable-asset-hashing'],
    '0.28.0': ['--disable-triton-backend', '--models-directory'],
    '0.30.0': ['--disable-nvml-pressure'],
    '0.32.0': ['--use-ck-attention'],
    '0.33.0': ['--disable-cuda-graphs'],
  }).flatMap(([version, flags]) => flags.map((flag) => [flag, version])),
);
