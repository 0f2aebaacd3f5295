import { runDemoEngine } from '../demo-engine/run.ts';
import type { CliIo } from './cli-io.ts';

/** The demo engine takes ComfyUI's own flags, so it reads its words itself. Answers with its exit code. */
export const demoEngine = (words: readonly string[], io: CliIo): Promise<number> => runDemoEngine([...words], io);
