import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { type RunningTarget, startComfyUi, startDemo } from './engine-process.ts';

/**
 * Starts what the suite runs against: the demo engine always, and a real ComfyUI where COMFYUI_DIR names its folder (COMFYUI_PYTHON its
 * interpreter, COMFYUI_MODELS a models folder with a checkpoint).
 */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { COMFYUI_DIR, COMFYUI_PYTHON, COMFYUI_MODELS } = process.env;
  // The real one first: when it does not start, nothing is left behind.
  const running: RunningTarget[] = COMFYUI_DIR
    ? [await startComfyUi(COMFYUI_DIR, COMFYUI_PYTHON ?? 'python3', COMFYUI_MODELS ?? null)]
    : [];
  running.unshift(await startDemo());
  if (!COMFYUI_DIR) process.stdout.write('COMFYUI_DIR is not set: the contract suite runs against the demo engine only.\n');
  project.provide(
    'targets',
    running.map(({ target }) => target),
  );
  return async () => {
    for (const { stop } of running) await stop();
  };
};
