import { openBench } from './engine-bench.ts';

// A host in a process of its own, to be killed: starts the engine of a data folder, gives it a prompt, tells about it, and stays.
setInterval(() => {}, 1e6);
const [dataDir = '', prompt = ''] = process.argv.slice(2);
const bench = await openBench({ dataDir });
await bench.engines.start(bench.id);
await bench.untilLane(({ type }) => type === 'up');
if (prompt !== '') await bench.act('run', { prompt });
const { pid, launchId, url } = bench.engine();
process.stdout.write(`${JSON.stringify({ pid, launchId, url })}\n`);
