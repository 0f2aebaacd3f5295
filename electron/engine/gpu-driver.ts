import { runTool } from './run-tool.ts';

const timeoutMs = 5_000;

/** Version of the graphics driver by `nvidia-smi`, then `rocm-smi`; null where neither tells one. Never throws. */
export const findDriver = async (): Promise<string | null> => {
  const nvidia = await runTool('nvidia-smi', ['--query-gpu=driver_version', '--format=csv,noheader'], { timeoutMs });
  const [version = ''] = nvidia?.code === 0 ? nvidia.stdout.trim().split('\n') : [];
  if (/^\d/.test(version)) return version.trim();
  const rocm = await runTool('rocm-smi', ['--showdriverversion'], { timeoutMs });
  return (rocm?.code === 0 && /Driver version:\s*(\S+)/i.exec(rocm.stdout)?.[1]) || null;
};
