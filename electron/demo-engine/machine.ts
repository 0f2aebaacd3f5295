import type { Launch } from './flags/launch.ts';

/** The imaginary computer that the demo engine claims to run on, as far as launch flags change it. */
export interface Machine {
  isCpu: boolean;
  /** As `/system_stats` and the boot log name it, allocator included. */
  deviceName: string;
  gpuName: string;
  vramMb: number;
  ramMb: number;
  vramState: string;
  isMallocAsync: boolean;
  /** 0: weights are not moved while computing. */
  offloadStreams: number;
  /** 0: no pinned memory. */
  pinnedMb: number;
  /** off: by flag, which is logged; silent: not possible here, which is not. */
  dynamicVram: 'on' | 'off' | 'silent';
  attention: string;
  python: string;
  torch: string;
}

export const versions = {
  comfyui: '0.28.0',
  frontend: '1.45.21',
  templates: '0.11.9',
  docs: '0.5.8',
  kitchen: '0.2.20',
  aimdo: '0.4.10',
};

const ramMb = 32_581;
const gpu = { name: 'NVIDIA Demo GPU 16GB', vramMb: 16_311 };

/** Works out what ComfyUI 0.28 would find and switch on under these flags. Pure. */
export const machineOf = ({ has, value }: Pick<Launch, 'has' | 'value'>): Machine => {
  const isCpu = has('--cpu');
  const isMallocAsync = !isCpu && !has('--disable-cuda-malloc');
  const isDynamicPossible = !isCpu && !['--highvram', '--gpu-only', '--novram'].some(has);
  return {
    isCpu,
    deviceName: isCpu ? 'cpu' : `cuda:0 ${gpu.name} : ${isMallocAsync ? 'cudaMallocAsync' : 'native'}`,
    gpuName: gpu.name,
    vramMb: isCpu ? ramMb : gpu.vramMb,
    ramMb,
    vramState: vramStateOf(has),
    isMallocAsync,
    offloadStreams: isCpu || has('--disable-async-offload') ? 0 : Number(value('--async-offload') ?? 2),
    // Linux pins up to nine tenths of the memory.
    pinnedMb: isCpu || has('--disable-pinned-memory') ? 0 : Math.floor(ramMb * 0.9),
    dynamicVram: !isDynamicPossible ? 'silent' : has('--disable-dynamic-vram') ? 'off' : 'on',
    attention: attentionOf(has, isCpu),
    python: '3.12.10 (main, Jul  1 2026, 09:00:00) [GCC 13.3.0]',
    torch: '2.9.1+cu130',
  };
};

const vramStateOf = (has: Launch['has']): string => {
  if (has('--cpu')) return 'DISABLED';
  if (has('--novram')) return 'NO_VRAM';
  if (has('--lowvram')) return 'LOW_VRAM';
  return has('--highvram') || has('--gpu-only') ? 'HIGH_VRAM' : 'NORMAL_VRAM';
};

const attentionOf = (has: Launch['has'], isCpu: boolean): string => {
  if (has('--use-split-cross-attention')) return 'Using split optimization for attention';
  if (has('--use-quad-cross-attention') || (isCpu && !has('--use-pytorch-cross-attention'))) {
    return 'Using sub quadratic optimization for attention';
  }
  return 'Using pytorch attention';
};
