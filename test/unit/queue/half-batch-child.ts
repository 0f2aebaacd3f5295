// Queues thousands of jobs as one batch over the database in the folder named by the first word, and tells of each turn that everything
// else gets meanwhile, so that it can be killed in between.
import process from 'node:process';
import { openQueue } from '../../bench/enqueue.ts';

const { queue } = await openQueue(process.argv[2] ?? '');
let isDone = false;
const writing = queue
  .enqueue({ template: 'demo', values: {}, count: 5_000, key: 'K', priority: 'normal', isFront: false })
  .finally(() => {
    isDone = true;
  });
for (let turn = 1; !isDone; turn++) {
  process.stdout.write(`turn ${turn}\n`);
  await new Promise((resolve) => setImmediate(resolve));
}
await writing;
process.stdout.write('done\n');
