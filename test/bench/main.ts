import process from 'node:process';
import { type Figure, isReached, line } from './figure.ts';

/** Areas in the order they run; each file is loaded only when it is asked for. */
const areas = new Map<string, () => Promise<{ run: (tell: (figure: Omit<Figure, 'area'>) => void) => Promise<void> }>>([
  ['enqueue', () => import('./enqueue.ts')],
  ['queue', () => import('./queue.ts')],
  ['grid', () => import('./grid.ts')],
  ['overhead', () => import('./overhead.ts')],
  ['start', () => import('./start.ts')],
  ['supervision', () => import('./supervision.ts')],
  ['diagnose', () => import('./diagnose.ts')],
  ['logs', () => import('./logs.ts')],
  ['monitor', () => import('./monitor.ts')],
  ['verdicts', () => import('./verdicts.ts')],
  ['hyperfine', () => import('./hyperfine.ts')],
]);

const args = process.argv.slice(2);
const isJson = args.includes('--json');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = args.find((arg) => arg !== '--json' && !areas.has(arg));
if (unknown) {
  process.stderr.write(`There is no area or option "${unknown}". Areas: ${[...areas.keys()].join(', ')}. Option: --json.\n`);
  process.exit(2);
}

for (const [area, load] of areas) {
  if (wanted.length && !wanted.includes(area)) continue;
  const { run } = await load();
  await run((figure) => {
    const whole: Figure = { area, ...figure };
    if (!Number.isFinite(whole.value)) return;
    process.stdout.write(isJson ? `${JSON.stringify(whole)}\n` : `${line(whole)}\n`);
    if (!isReached(whole)) process.stderr.write(`goal missed: ${area} ${whole.metric}\n`);
  });
}
