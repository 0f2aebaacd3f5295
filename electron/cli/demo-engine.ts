import process from 'node:process';
import { runDemoEngine } from '../demo-engine/run.ts';

/** The demo engine takes ComfyUI's own flags, so it reads its words itself. Answers with its exit code. */
export const demoEngine = (words: readonly string[]): Promise<number> => runDemoEngine([...words], process);
