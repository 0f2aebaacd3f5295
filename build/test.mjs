// `npm test`: builds once, then unit and component tests, the proof of the packaging, and the journeys in a real browser.
// `npm test -- unit package journeys` runs only the named parts. The last line tells the sum.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuild } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';
import { guardNode } from './node-guard.mjs';
import { root } from './root.mjs';
import { runNode, toolEnv } from './run-command.mjs';
import { tool } from './tool.mjs';

guardNode();
const cache = join(root, 'node_modules', '.cache', 'hearth-test');
rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });
const report = (name) => join(cache, `${name}.json`);
const isCi = process.env.CI === 'true';

/** A part that ended badly without naming a failed test counts as one failure. */
const judged = (tally, code) => (code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally);
const read = (name) => (existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : null);

const unit = async () => {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('unit')}`];
  const code = await runNode(tool('vitest'), args);
  const sum = read('unit');
  return judged(
    {
      passed: sum?.numPassedTests ?? 0,
      failed: sum?.numFailedTests ?? 0,
      skipped: (sum?.numPendingTests ?? 0) + (sum?.numTodoTests ?? 0),
    },
    code,
  );
};

const packaging = async () => {
  const code = await runNode(join(root, 'build', 'package-check.mjs'), [], { env: toolEnv({ HEARTH_TALLY: report('package') }) });
  return judged(read('package') ?? { passed: 0, failed: 0, skipped: 0 }, code);
};

/** Chromium from Debian's packages, where this is Debian and we may install. */
const installBrowser = () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stdout.write('Installing chromium for the browser journeys …\n');
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], quiet);
};

const playwright = (args, env) => runNode(tool('@playwright/test', 'playwright'), ['test', ...args], { env: toolEnv(env) });

const countJourneys = () => {
  const run = spawnSync(process.execPath, [tool('@playwright/test', 'playwright'), 'test', '--list', '--reporter=json'], {
    cwd: root,
    encoding: 'utf8',
    env: toolEnv(),
  });
  try {
    const count = (suite) => (suite.specs?.length ?? 0) + (suite.suites ?? []).reduce((sum, inner) => sum + count(inner), 0);
    return JSON.parse(run.stdout).suites.reduce((sum, suite) => sum + count(suite), 0);
  } catch {
    return 1;
  }
};

const journeys = async () => {
  if (!findBrowser()) installBrowser();
  if (!findBrowser()) {
    const count = countJourneys();
    process.stdout.write(
      `\n*** No Chrome, Chromium or Edge was found, so the ${count} browser journeys were ${isCi ? 'not run, which is a failure here' : 'SKIPPED'}.\n*** Install one, or name it in HEARTH_BROWSER, and run the same command again.\n`,
    );
    return isCi ? { passed: 0, failed: count, skipped: 0 } : { passed: 0, failed: 0, skipped: count };
  }
  const code = await playwright(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report('journeys') });
  const stats = read('journeys')?.stats;
  return judged(
    { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), skipped: stats?.skipped ?? 0 },
    code,
  );
};

const parts = { unit, package: packaging, journeys };
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in parts));
if (unknown) {
  process.stderr.write(`There is no part "${unknown}": name some of ${Object.keys(parts).join(', ')}.\n`);
  process.exit(2);
}
const total = { passed: 0, failed: 0, skipped: 0 };
try {
  await ensureBuild();
  for (const [name, run] of Object.entries(parts)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const tally = await run();
    for (const key of Object.keys(total)) total[key] += tally[key];
    process.stdout.write(`\n${name}: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`);
  }
} catch (error) {
  process.stderr.write(`${error.stack}\n`);
  total.failed += 1;
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = total.failed ? 1 : 0;
