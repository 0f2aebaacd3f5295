import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A parser in the manner of ComfyUI's: an enum behind an action of its own, a checked folder, exclusive groups, a check afterwards. */
const cliArgs = `import argparse, enum, os
import comfy.options

class Method(enum.Enum):
    Off = "none"
    Auto = "auto"

class Feature(enum.Enum):
    A = "fp16_accumulation"
    B = "autotune"

class EnumAction(argparse.Action):
    def __init__(self, **kwargs):
        kind = kwargs.pop("type")
        kwargs.setdefault("choices", tuple(e.value for e in kind))
        super().__init__(**kwargs)
        self._enum = kind
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self._enum(values))

def is_valid_directory(path):
    if not os.path.isdir(path): raise argparse.ArgumentTypeError(f"'{path}' is not a directory.")
    return path

parser = argparse.ArgumentParser()
parser.add_argument("--listen", type=str, default="127.0.0.1", metavar="IP", nargs="?", const="0.0.0.0,::", help="Address (default: 127.0.0.1).")
parser.add_argument("--port", type=int, default=8188, help="Port, 100%% yours.")
parser.add_argument("--reserve-vram", type=float, default=None)
parser.add_argument("--temp-directory", type=str)
parser.add_argument("--user-directory", type=is_valid_directory, default=None)
parser.add_argument("--database-url", type=str, default="sqlite:///x")
group = parser.add_mutually_exclusive_group()
group.add_argument("--lowvram", action="store_true", help="Less memory.")
group.add_argument("--cpu", action="store_true")
cache = parser.add_mutually_exclusive_group()
cache.add_argument("--cache-ram", nargs="*", type=float, default=[], metavar="GB")
cache.add_argument("--cache-lru", type=int, default=0)
parser.add_argument("--preview-method", type=Method, default=Method.Off, action=EnumAction)
parser.add_argument("--fast", nargs="*", type=Feature)
parser.add_argument("--hash", choices=["md5", "sha256"], default="sha256")
parser.add_argument("--async-offload", nargs="?", const=2, type=int, default=None)
parser.add_argument("--disable-async-offload", action="store_true")
parser.add_argument("--whitelist-custom-nodes", type=str, nargs="+", default=[])
parser.add_argument("--feature-flag", type=str, action="append", default=[], metavar="KEY[=VALUE]")
parser.add_argument("--quick-test-for-ci", action="store_true")
args = parser.parse_args() if comfy.options.args_parsing else parser.parse_args([])
if len(args.cache_ram) > 2:
    parser.error("--cache-ram accepts at most two values")
`;

export interface TempFolder extends AsyncDisposable {
  path: string;
}

/** A folder whose path tries everything: blanks, Hangul, an emoji, a dollar sign. */
export const tempFolder = async (): Promise<TempFolder> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hearth 한글 🙂 $HOME '));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
};

/** Puts something that looks like ComfyUI's source into `folder`. */
export const makeComfy = async (folder: string, version = '0.28.0', parser = cliArgs): Promise<void> => {
  const files: Record<string, string> = {
    'main.py': 'import comfy.options\ncomfy.options.enable_args_parsing()\nimport comfy.cli_args\n',
    'execution.py': '',
    'comfyui_version.py': `# This file is generated.\n__version__ = "${version}"\n`,
    'requirements.txt': 'hearth-has-no-such-package>=1\n# a comment\n',
    'comfy/options.py':
      'args_parsing = False\ndef enable_args_parsing(enable=True):\n    global args_parsing\n    args_parsing = enable\n',
    'comfy/cli_args.py': parser,
    'models/checkpoints/put_checkpoints_here': '',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
};

/** A program at `file` that answers like a Python with the given facts; null: one that dies. */
export const makePython = async (
  file: string,
  facts: { torch: string | null; missing?: string[]; mismatched?: string[] } | null,
): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
  const answer = `HEARTH-PYTHON ${JSON.stringify({ version: '3.12.4', missing: [], mismatched: [], cpuOnly: false, ...facts })}`;
  await writeFile(file, facts ? `#!/bin/sh\necho '${answer}'\n` : '#!/bin/sh\necho "broken library" >&2\nexit 127\n');
  await chmod(file, 0o755);
};

const executable = (name: string): string =>
  spawnSync(name, ['-c', 'import sys; print(sys.executable if sys.version_info >= (3, 9) else "")'], {
    encoding: 'utf8',
  }).stdout?.trim() ?? '';

/** This machine's Python 3, absolute, or null. */
export const realPython: string | null = executable('python3') || executable('python') || null;
if (realPython === null) process.stderr.write('No Python 3 here: the tests that ask a real Python are skipped.\n');
