import { readdir } from 'node:fs/promises';
import path from 'node:path';

const modelFile = /\.(safetensors|sft|ckpt|pt|pt2|pth|bin|pkl|gguf|onnx)$/i;
const [deepest, mostEntries] = [5, 20_000];

/** How many model files lie under `folder`, and whether looking was stopped before its end. Links are not followed. Never throws. */
export const countModels = async (folder: string): Promise<{ count: number; isMore: boolean }> => {
  let [count, seen] = [0, 0];
  const waiting = [{ folder, depth: 0 }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const entries = await readdir(next.folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (++seen > mostEntries) return { count, isMore: true };
      if (entry.isDirectory() && next.depth < deepest && entry.name !== '.git') {
        waiting.push({ folder: path.join(next.folder, entry.name), depth: next.depth + 1 });
      } else if (!entry.isDirectory() && modelFile.test(entry.name)) count++;
    }
  }
  return { count, isMore: false };
};
