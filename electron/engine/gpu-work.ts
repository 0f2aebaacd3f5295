import { runTool } from './run-tool.ts';

const toolTimeoutMs = 5_000;

/**
 * How much of a graphics card these processes use, 0 to 100, from what `nvidia-smi pmon -c 1 -s u` printed: a head of column names
 * after `#`, then a line a process, `-` for nothing measured. null: it names none of them. Pure.
 */
export const parsePmon = (text: string, pids: ReadonlySet<number>): number | null => {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const head = lines.find(([first, second]) => first === '#' && second === 'gpu')?.slice(1) ?? [];
  const [pidAt, loadAt] = [head.indexOf('pid'), head.indexOf('sm')];
  if (pidAt < 0 || loadAt < 0) return null;
  const ours = lines.filter((words) => pids.has(Number(words[pidAt]))).map((words) => Number(words[loadAt]));
  // Not a number where the driver cannot tell one process from another.
  const told = ours.filter(Number.isFinite);
  return told.length === 0 ? null : Math.max(...told);
};

/** Asks for it. null: no such tool, or it does not tell. Never rejects. */
export const gpuWorkOf = async (pids: ReadonlySet<number>): Promise<number | null> => {
  const answer = await runTool('nvidia-smi', ['pmon', '-c', '1', '-s', 'u'], { timeoutMs: toolTimeoutMs });
  return answer === null ? null : parsePmon(answer.stdout, pids);
};
