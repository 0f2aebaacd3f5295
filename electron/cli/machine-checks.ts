import { accessSync, constants, existsSync, readdirSync, statfsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findGpus } from '../engine/gpu-facts.ts';
import { readLaunch } from '../engine/launch-file.ts';
import { portState } from '../engine/ports.ts';
import { runTool } from '../engine/run-tool.ts';
import { readHostFile } from '../host-file.ts';
import type { CliIo } from './cli-io.ts';
import { connectHost } from './host-connection.ts';

/** One thing that Hearth needs or can use. */
export interface MachineCheck {
  id: string;
  ok: boolean;
  /** What was found. */
  detail: string;
  /** What to do about it; null where nothing is to be done. */
  remedy: string | null;
}

const toolTimeoutMs = 5_000;
const lowDiskBytes = 10_000_000_000;
/** Where a ComfyUI listens by itself. */
const enginePort = 8188;

const checked = (id: string, ok: boolean, detail: string, remedy: string): MachineCheck => ({
  id,
  ok,
  detail,
  remedy: ok ? null : remedy,
});

/** Looks at everything, without changing anything; needs no host. `root` is the folder of Hearth's own files. */
export async function checkMachine(dataDir: string, root: string, data: string | undefined, io: CliIo): Promise<MachineCheck[]> {
  return Promise.all([
    checkNode(),
    checkElectron(root, io),
    checkBrowser(io),
    checkPython(),
    checkGpu(),
    checkDataFolder(dataDir),
    checkDisk(dataDir),
    checkEnginePort(dataDir),
    checkHost(dataDir, data, io),
  ]);
}

const checkNode = (): MachineCheck =>
  checked(
    'node',
    Number(process.versions.napi) >= 10,
    `Node ${process.versions.node} (${process.platform} ${process.arch})`,
    'Install Node 22.14 or newer from https://nodejs.org.',
  );

function checkElectron(root: string, { platform, env }: CliIo): MachineCheck {
  const inside =
    platform === 'win32' ? 'electron.exe' : platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
  const file = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules', 'electron', 'dist'), inside);
  const running = process.versions.electron;
  if (running !== undefined) return checked('electron', true, `Electron ${running}`, '');
  return checked(
    'electron',
    existsSync(file),
    existsSync(file) ? file : 'Electron is not installed; Hearth opens in the browser instead.',
    'Nothing has to be done. For a window of its own, run "npx install-electron" in the folder of Hearth.',
  );
}

function checkBrowser({ env, platform }: CliIo): MachineCheck {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'firefox'];
  const found = (env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(canRun);
  // Windows and macOS come with one.
  const isPart = platform === 'win32' || platform === 'darwin';
  const detail = found ?? (isPart ? 'comes with the system' : 'No browser was found on the PATH.');
  return checked(
    'browser',
    found !== undefined || isPart,
    detail,
    'Install Chromium, Chrome, Edge or Firefox, or use Hearth from another machine over an SSH tunnel.',
  );
}

const canRun = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

async function checkPython(): Promise<MachineCheck> {
  const commands: [string, string[]][] =
    process.platform === 'win32'
      ? [
          ['py', ['-3', '--version']],
          ['python', ['--version']],
        ]
      : [
          ['python3', ['--version']],
          ['python', ['--version']],
        ];
  for (const [file, args] of commands) {
    const answer = await runTool(file, args, { timeoutMs: toolTimeoutMs });
    const version = /Python (\S+)/.exec(answer?.stdout ?? '')?.[1];
    if (version !== undefined) return checked('python', true, `Python ${version} (${file})`, '');
  }
  return checked(
    'python',
    false,
    'No Python was found on the PATH.',
    'The demo engine needs none. For a ComfyUI of your own, install Python 3.12, or use a portable ComfyUI that brings its own.',
  );
}

async function checkGpu(): Promise<MachineCheck> {
  const gpus = await findGpus();
  const detail = gpus
    .map(({ name, vramBytes }) => (vramBytes === null ? name : `${name}, ${(vramBytes / 1024 ** 3).toFixed(1)} GB`))
    .join('; ');
  return checked(
    'gpu',
    gpus.length > 0,
    detail || 'Neither nvidia-smi nor rocm-smi names a graphics card.',
    'The demo engine needs none, and ComfyUI runs slowly without (--cpu). If this machine has a card, install its driver.',
  );
}

function checkDataFolder(dataDir: string): MachineCheck {
  const place = nearestFolder(dataDir);
  const detail = place === dataDir ? dataDir : `${dataDir} (made at the first start)`;
  return checked(
    'data-folder',
    canWrite(place),
    detail,
    `Give yourself the right to write to ${place}, or another folder with --data.`,
  );
}

const canWrite = (folder: string): boolean => {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The folder itself, or what there is above it. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));

function checkDisk(dataDir: string): MachineCheck {
  const { bavail, bsize } = statfsSync(nearestFolder(dataDir));
  const free = bavail * bsize;
  return checked(
    'disk',
    free >= lowDiskBytes,
    `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`,
    'Make room: pictures and models need some, and nothing is started below the floor in the settings (2 GB).',
  );
}

async function checkEnginePort(dataDir: string): Promise<MachineCheck> {
  const { isFree, holder } = await portState(enginePort);
  if (holder !== null && enginePids(dataDir).includes(holder.pid))
    return checked('ports', true, `Port ${enginePort} is used by an engine of Hearth, process ${holder.pid}.`, '');
  const who = holder === null ? 'another program' : `${holder.name}, process ${holder.pid}`;
  return checked(
    'ports',
    isFree,
    isFree ? `Port ${enginePort} is free.` : `Port ${enginePort} is used by ${who}.`,
    'Nothing has to be done: Hearth offers the next free port. If it is a ComfyUI, you can add it by its address.',
  );
}

/** Processes of engines that a host of this data folder wrote down. */
const enginePids = (dataDir: string): number[] => {
  const folder = join(dataDir, 'engines');
  const ids = existsSync(folder) ? readdirSync(folder) : [];
  return ids.flatMap((id) => readLaunch(join(folder, id, 'launch.json'))?.pid ?? []);
};

async function checkHost(dataDir: string, data: string | undefined, io: CliIo): Promise<MachineCheck> {
  const start = `Start one with: hearth serve${data === undefined ? '' : ` --data ${dataDir}`}`;
  try {
    const host = await connectHost(data, io);
    const { version } = await host.client.call('app.snapshot', {});
    host.close();
    return checked('host', true, `Hearth ${version} runs at ${host.target.url}`, '');
  } catch {
    const last = readHostFile(dataDir);
    return checked(
      'host',
      false,
      last ? `Not running; it was last at ${last.url}.` : 'Not running; it never was for this data folder.',
      start,
    );
  }
}
