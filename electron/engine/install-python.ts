import { access } from 'node:fs/promises';
import path from 'node:path';
import { cutText } from '../../shared/cut-text.ts';
import type { FoundInstall } from './install-layouts.ts';
import { asList, asRecord, asText, parseLenient } from './lenient-json.ts';
import { pythonEnv } from './python-env.ts';
import { runTool } from './run-tool.ts';

/** What an interpreter says about itself and about what ComfyUI needs of it. */
export interface PythonFacts {
  path: string;
  version: string;
  /** Version of the installed torch, null: none. */
  torch: string | null;
  /** That torch was built for no GPU at all. */
  isCpuOnly: boolean;
  /** Packages of ComfyUI's requirements.txt that are not there. */
  missing: string[];
  /** Those that are there in another version than the one it asks for, as `name 0.2.20, not 0.2.31`. */
  mismatched: string[];
}

/** Why an interpreter cannot be used, in the system's or its own words. */
export interface BrokenPython {
  path: string;
  reason: string;
}

/** Whether an interpreter cannot be used. Pure. */
export const isBroken = (python: PythonFacts | BrokenPython): python is BrokenPython => 'reason' in python;

const timeoutMs = 20_000;

// Looks at what is installed without importing it: importing torch takes seconds, and minutes on a cold disk.
const code = `
import sys, os, json, re, importlib.util
from importlib import metadata
def version(name):
    try: return metadata.version(name)
    except Exception: return None
torch, cpu_only = version('torch'), False
spec = importlib.util.find_spec('torch')
if spec is None: torch = None
elif spec.origin:
    torch = torch or '?'
    try:
        with open(os.path.join(os.path.dirname(spec.origin), 'version.py'), encoding='utf-8') as f: text = f.read()
        torch = re.search(r"__version__ = '([^']+)'", text).group(1)
        kinds = re.findall(r"^(cuda|hip|rocm|xpu)\\b[^=\\n]*= *(.*)$", text, re.M)
        cpu_only = sys.platform != 'darwin' and bool(kinds) and all(value == 'None' for _, value in kinds)
    except (OSError, AttributeError): pass
missing, mismatched = [], []
try:
    with open(sys.argv[1], encoding='utf-8') as f:
        for line in f:
            line = line.split('#')[0].strip()
            name = re.match(r'[A-Za-z0-9._-]+', line)
            if not name or ';' in line: continue
            name, found = name.group(0), version(name.group(0))
            pin = re.fullmatch(r'[A-Za-z0-9._-]+ *== *([A-Za-z0-9.+!-]+)', line)
            if found is None: missing.append(name)
            elif pin and found.split('+')[0] != pin.group(1): mismatched.append(f'{name} {found}, not {pin.group(1)}')
except OSError: pass
print('HEARTH-PYTHON ' + json.dumps({'version': '.'.join(str(n) for n in sys.version_info[:3]), 'torch': torch, 'cpuOnly': cpu_only, 'missing': missing, 'mismatched': mismatched}))
`;

/** Asks one interpreter, about 0.1 s. Never throws. */
export const askPython = async (
  python: string,
  install: Pick<FoundInstall, 'folder' | 'pythonArgs'>,
): Promise<PythonFacts | BrokenPython> => {
  const requirements = path.join(install.folder, 'requirements.txt');
  const answer = await runTool(python, [...install.pythonArgs, '-c', code, requirements], {
    timeoutMs,
    env: pythonEnv(process.env),
  });
  if (!answer) return { path: python, reason: (await isFile(python)) ? 'EACCES' : 'ENOENT' };
  const json = /^HEARTH-PYTHON (.*)$/m.exec(answer.stdout)?.[1];
  const facts = asRecord(json === undefined ? undefined : parseLenient(json));
  const version = asText(facts.version);
  if (version === null) return { path: python, reason: lastLine(answer.stderr) || `exit ${answer.code ?? '?'}` };
  return {
    path: python,
    version,
    torch: asText(facts.torch),
    isCpuOnly: facts.cpuOnly === true,
    missing: asList(facts.missing).flatMap((name) => asText(name) ?? []),
    mismatched: asList(facts.mismatched).flatMap((name) => asText(name) ?? []),
  };
};

/**
 * Chooses the interpreter: the given one, and no other, if there is one; else the first of the layout's own that has torch, then the
 * first that runs at all. The system's Python only if it has torch. null: none.
 */
export const choosePython = async (install: FoundInstall, given?: string): Promise<PythonFacts | BrokenPython | null> => {
  if (given !== undefined) return askPython(path.resolve(given), install);
  let best: PythonFacts | BrokenPython | null = null;
  for (const python of install.pythons) {
    if (!(await isFile(python))) continue;
    const facts = await askPython(python, install);
    if (!isBroken(facts) && facts.torch !== null) return facts;
    if (best === null || (isBroken(best) && !isBroken(facts))) best = facts;
  }
  return best ?? systemPython(install);
};

const systemPython = async (install: FoundInstall): Promise<PythonFacts | null> => {
  for (const name of process.platform === 'win32' ? ['python.exe'] : ['python3', 'python']) {
    const found = await whereIs(name);
    const facts = found === null ? null : await askPython(found, install);
    if (facts && !isBroken(facts) && facts.torch !== null) return facts;
  }
  return null;
};

const whereIs = async (name: string): Promise<string | null> => {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name);
    if (path.isAbsolute(file) && (await isFile(file))) return file;
  }
  return null;
};

const isFile = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const lastLine = (text: string): string => cutText(text.trim().split(/\r?\n/).at(-1) ?? '', 300);
