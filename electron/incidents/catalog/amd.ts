import { type Rule, run, text } from './rule.ts';

/** AMD GPUs with ROCm, HIP and MIOpen. */
export const amdRules: readonly Rule[] = [
  {
    id: 'hip-illegal-memory-access',
    layer: 'driver',
    confidence: 'medium',
    all: [text('HIP error: an illegal memory access')],
    show: [run('AMD arch'), run('ROCm version')],
    remedies: ['restart-engine', 'disable-async-offload', 'disable-pinned-memory', 'other-rocm-build'],
  },
  {
    id: 'hip-launch-failure',
    layer: 'driver',
    confidence: 'medium',
    any: [text('HIP error: unspecified launch failure'), text('hipErrorLaunchFailure')],
    show: [run('AMD arch'), run('ROCm version')],
    remedies: ['restart-engine', 'reduce-size', 'disable-cwsr', 'other-rocm-build'],
  },
  {
    id: 'rocblas-tensile-missing',
    layer: 'driver',
    confidence: 'high',
    any: [
      text('rocBLAS error', /rocBLAS error: (?:Cannot read|Could not (?:initialize|load))/),
      text('TensileLibrary', /TensileLibrary\S{0,80} .{0,200}for GPU arch/),
    ],
    remedies: ['hide-igpu', 'hsa-override', 'install-rocm-family'],
  },
  {
    id: 'rocm-memory-access-fault',
    layer: 'driver',
    confidence: 'high',
    all: [text('Memory access fault by GPU node')],
    remedies: ['other-rocm-build', 'disable-async-offload', 'disable-pinned-memory', 'disable-smart-memory', 'split-attention'],
  },
  {
    id: 'rocm-gpu-hang',
    layer: 'driver',
    confidence: 'medium',
    any: [text('GPU Hang'), text('amdgpu', /amdgpu.{0,200}ring [\w.]+ timeout/)],
    remedies: ['disable-cwsr', 'reduce-size', 'other-rocm-build'],
  },
  {
    id: 'access-violation-amd-windows',
    layer: 'driver',
    confidence: 'medium',
    all: [run(['Device: cuda:0 AMD', 'AMD arch', 'amdhip64', 'ROCm version'])],
    test: ({ end, endLine, scope, stacks, kind }) => {
      const line = scope.find(
        (each) => each.text.includes('Exception Code: 0xC0000005') || each.text.includes('exited with code 3221225477'),
      );
      const stack = kind === 'process' ? stacks.find(({ what }) => what.includes('access violation')) : undefined;
      const isCode = end.code === 3221225477 || end.code === -1073741819;
      if (!line && !isCode && !stack) return null;
      return [line?.n ?? endLine ?? stack?.n].filter((n) => typeof n === 'number');
    },
    testAnchors: ['Exception Code: 0xC0000005', 'exited with code'],
    exit: { codes: [3221225477], isEnough: false },
    remedies: ['update-gpu-driver', 'build-for-gpu-family', 'cpu'],
  },
  {
    id: 'hip-invalid-device-function',
    layer: 'driver',
    confidence: 'high',
    any: [text(['HIP error: invalid device function', 'hipErrorInvalidDeviceFunction', 'hipErrorNoBinaryForGpu'])],
    show: [run('AMD arch'), run('Device: ')],
    remedies: ['hsa-override', 'other-rocm-build'],
  },
  {
    id: 'miopen-status-error',
    layer: 'driver',
    confidence: 'medium',
    any: [text('miopenStatus', /miopenStatus(?!Success)\w+/)],
    remedies: ['restart-engine', 'tiled-vae', 'cpu-vae', 'clear-miopen-cache'],
  },
];
