import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What an engine can be told to do from outside, whichever engine it is. */
type Order =
  | { act: 'exit'; code: number }
  /** The same process begins anew, as ComfyUI-Manager does it. */
  | { act: 'exec' }
  /** It leaves the mark for whoever started it, and ends. */
  | { act: 'reboot' }
  /** Starts a child with a session of its own that has the log open; `isDeaf`: it ignores SIGINT and SIGTERM. */
  | { act: 'child'; isDeaf: boolean }
  | { act: 'flood'; megabytes: number }
  /** Bytes that are no text, and one line of 10 MB. */
  | { act: 'garbage' }
  /** The thread that runs prompts ends: with a traceback, or by SystemExit and without a word. Real ComfyUI only. */
  | { act: 'endWorker'; isSilent: boolean };

/** What it does at its next boot, once. */
type BootOrder = 'hang' | 'flood';

/** Hands orders to the engines that a host starts. */
export interface Puppeteer {
  /** For the host's environment; its engines inherit it. */
  readonly env: Record<string, string>;
  order(order: Order): void;
  atBoot(order: BootOrder): void;
}

/** Prepares `folder`; `packs` is the custom nodes folder of a real ComfyUI, null for the demo engine, which is Node. */
export const createPuppeteer = (folder: string, packs: string | null): Puppeteer => {
  mkdirSync(folder, { recursive: true });
  const script = join(folder, 'puppet.mjs');
  writeFileSync(script, nodePuppet);
  if (packs !== null) {
    mkdirSync(join(packs, 'puppet'), { recursive: true });
    writeFileSync(join(packs, 'puppet', '__init__.py'), pythonPuppet);
  }
  const put = (name: string, order: unknown): void => {
    writeFileSync(join(folder, `${name}.new`), JSON.stringify(order));
    renameSync(join(folder, `${name}.new`), join(folder, name));
  };
  return {
    env: { PUPPET: folder, ...(packs === null && { NODE_OPTIONS: `--import=${pathToFileURL(script).href}` }) },
    order: (order) => put('order', order),
    atBoot: (order) => put('boot', { act: order }),
  };
};

const nodePuppet = `
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
const take = (name) => {
  try {
    const text = readFileSync(process.env.PUPPET + '/' + name, 'utf8');
    rmSync(process.env.PUPPET + '/' + name);
    return JSON.parse(text);
  } catch {
    return null;
  }
};
const write = (bytes) => {
  try {
    writeSync(2, bytes);
  } catch {}
};
const line = 'the same line over and over, as a broken node writes it\\n';
const flood = (megabytes) => {
  const chunk = Buffer.from(line.repeat(18000));
  for (let written = 0; written < megabytes * 1e6; written += chunk.length) write(chunk);
};
const acts = {
  exit: ({ code }) => process.exit(code),
  exec: () => process.execve(process.execPath, [process.execPath, ...process.argv.slice(1)], process.env),
  reboot: () => {
    writeFileSync(process.env.__COMFY_CLI_SESSION__ + '.reboot', '');
    process.exit(0);
  },
  child: ({ isDeaf }) => {
    const deaf = "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});";
    spawn(process.execPath, ['-e', (isDeaf ? deaf : '') + 'setInterval(() => {}, 1e6); console.error("child up")'], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    }).unref();
  },
  flood: ({ megabytes }) => flood(megabytes),
  garbage: () => {
    write(Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a]));
    write(Buffer.alloc(10_000_000, 'x'));
    write(Buffer.from('\\n'));
  },
};
if (process.argv.includes('demo-engine') && !process.argv.includes('--help')) {
  const boot = take('boot');
  if (boot?.act === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (boot?.act === 'flood') flood(100);
  setInterval(() => {
    const order = take('order');
    if (order) acts[order.act](order);
  }, 5).unref();
}
`;

const pythonPuppet = `
import ctypes, json, os, signal, subprocess, sys, threading, time

NODE_CLASS_MAPPINGS = {}
folder = os.environ.get("PUPPET")


def take(name):
    try:
        path = os.path.join(folder, name)
        with open(path) as file:
            text = file.read()
        os.remove(path)
        return json.loads(text)
    except Exception:
        return None


def write(data):
    try:
        while data:
            data = data[os.write(2, data):]
    except OSError:
        pass


def flood(megabytes):
    chunk = b"the same line over and over, as a broken node writes it\\n" * 18000
    written = 0
    while written < megabytes * 1000000:
        write(chunk)
        written += len(chunk)


def child(deaf):
    code = "import signal, sys, time\\n"
    if deaf:
        code += "signal.signal(signal.SIGTERM, signal.SIG_IGN)\\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\\n"
    code += "print('child up', file=sys.stderr, flush=True)\\ntime.sleep(1e6)\\n"
    subprocess.Popen([sys.executable, "-c", code], start_new_session=True)


def end_worker(silent):
    worker = next(one for one in threading.enumerate() if "prompt_worker" in one.name)
    # Nodes' errors are caught; these two are not, and Python is silent about the first.
    kind = SystemExit if silent else KeyboardInterrupt
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(kind))


def execute(order):
    act = order["act"]
    if act == "exit":
        os._exit(order["code"])
    elif act == "exec":
        os.execv(sys.executable, [sys.executable] + sys.argv)
    elif act == "reboot":
        open(os.environ["__COMFY_CLI_SESSION__"] + ".reboot", "w").close()
        os._exit(0)
    elif act == "child":
        child(order["isDeaf"])
    elif act == "flood":
        flood(order["megabytes"])
    elif act == "garbage":
        write(b"\\xff\\xfe\\xc3(\\n" + b"x" * 10000000 + b"\\n")
    elif act == "endWorker":
        end_worker(order["isSilent"])


def follow():
    while True:
        order = take("order")
        if order:
            execute(order)
        time.sleep(0.005)


if folder:
    boot = take("boot")
    if boot and boot["act"] == "hang":
        time.sleep(1e6)
    if boot and boot["act"] == "flood":
        flood(100)
    threading.Thread(target=follow, daemon=True).start()
`;
