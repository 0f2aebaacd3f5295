import type { Evidence } from '../evidence.ts';
import { anywhere, frames, type Rule, run, text } from './rule.ts';

/** The address that was to be listened on does not exist here; downloads fail with the same numbers elsewhere. */
const cannotListen = ({ scope, tracebacks }: Evidence): readonly number[] | null => {
  const line = scope.find(({ text: each }) =>
    /\[Errno (?:99|49|-2|-3|-5|8|11001|10049)\]|\[WinError (?:10049|11001)\]/.test(each),
  );
  if (!line) return null;
  const isListening =
    line.text.includes('attempting to bind') ||
    tracebacks.some(({ frames: all }) => all.some(({ name }) => /^(?:start_multi_address|create_server|bind)$/.test(name)));
  return isListening ? [line.n] : null;
};

const endsSilently = ({ pauseLine, kind }: Evidence): readonly number[] | null =>
  kind === 'process' && pauseLine !== null ? [pauseLine] : null;

/** A paths file that is no UTF-8 is at fault itself; one in UTF-8 that is read with the console's code page is not. */
const cannotWriteOrRead = ({ scope }: Evidence): readonly number[] | null => {
  const isPathsFile = scope.some(({ text: each, role }) => role === 'frame' && each.includes('in load_extra_path_config'));
  const line = scope.find(
    ({ text: each, role }) =>
      role === 'text' &&
      /Unicode(?:En|De)codeError: /.test(each) &&
      !(isPathsFile && each.includes("UnicodeDecodeError: 'utf-8' codec")),
  );
  return line ? [line.n] : null;
};

/** Operating system and machine. */
export const systemRules: readonly Rule[] = [
  {
    id: 'stderr-flush-errno22',
    layer: 'system',
    confidence: 'high',
    all: [text('[Errno 22]', /^OSError: \[Errno 22\] [^:']*$/)],
    any: [frames(['in flush', 'in status_printer'], /\bin (?:flush|status_printer)\b/), frames('tqdm', /[\\/]tqdm[\\/]\w+\.py"/)],
    not: [anywhere(['avcodec', 'Input contains (near) NaN', 'in ffmpeg_process', 'stdin.write', 'stdin.flush'])],
    remedies: ['keep-console-open', 'update-manager', 'start-from-console'],
  },
  {
    id: 'port-in-use',
    layer: 'system',
    confidence: 'high',
    any: [
      text('is already in use on address', /Port \d+ is already in use on address/),
      text('[Errno ', /\[Errno (?:10048|98|48)\]/),
      text(['WinError 10048', 'address already in use', 'Address already in use']),
    ],
    exit: { codes: [1], isEnough: false },
    remedies: ['end-old-engine', 'other-port'],
  },
  {
    id: 'port-forbidden',
    layer: 'system',
    confidence: 'high',
    any: [text(['[Errno 13] error while attempting to bind', 'WinError 10013', '[Errno 10013]'])],
    exit: { codes: [1], isEnough: false },
    remedies: ['other-port', 'restart-winnat'],
  },
  {
    id: 'listen-address-unavailable',
    layer: 'config',
    confidence: 'high',
    test: cannotListen,
    testAnchors: ['[Errno ', '[WinError '],
    remedies: ['listen-locally'],
  },
  {
    id: 'disk-full',
    layer: 'system',
    confidence: 'high',
    any: [
      text(['[Errno 28]', 'No space left on device', 'Disk quota exceeded', '[Errno 122]', 'database or disk is full']),
      text(['WinError 112', 'os error 112', 'os error 28'], /(?:WinError|os error) (?:112|28)\b/),
    ],
    remedies: ['free-space', 'move-folders'],
  },
  {
    id: 'path-too-long',
    layer: 'system',
    applies: 'failure-or-advisory',
    confidence: 'high',
    any: [text(['WinError 206', 'Filename too long', 'File name too long'])],
    remedies: ['enable-long-paths', 'shorter-folder'],
  },
  {
    id: 'permission-denied',
    layer: 'system',
    applies: 'failure-or-advisory',
    confidence: 'high',
    any: [
      text(['PermissionError: ', '[WinError 5]', '[Errno 13] Permission denied', 'cannot execute: Permission denied']),
      text(
        'Permission denied',
        /: line \d+: .*Permission denied\s*$|^\w+: cannot .*: Permission denied\s*$|\bexec:? .*: permission denied/i,
      ),
      text('ermission denied', /^(?:bash|sh|zsh|env|nohup|sudo): .*: permission denied\s*$|OCI runtime .*permission denied/i),
    ],
    exit: { codes: [126], isEnough: true },
    not: [text(['attempting to bind', 'WinError 10013'])],
    remedies: ['fix-folder-rights', 'fix-container-rights', 'move-comfyui'],
  },
  {
    id: 'output-folder-refused',
    layer: 'system',
    confidence: 'high',
    all: [
      text(
        ['FileNotFoundError: ', 'NotADirectoryError: ', 'FileExistsError: ', 'OSError: ['],
        /(?:FileNotFoundError|NotADirectoryError|FileExistsError): |OSError: \[(?:Errno (?:5|30)|WinError (?:3|19|21|53|55|59|1167))\]/,
      ),
      frames(['in get_save_image_path', 'in save'], /\bin (?:get_save_image_path|save_\w+|save)\b/),
    ],
    remedies: ['restore-output-folder', 'move-folders', 'fix-folder-rights'],
  },
  {
    id: 'antivirus-block',
    layer: 'system',
    confidence: 'low',
    any: [text('WinError 225')],
    remedies: ['allow-file'],
  },
  {
    id: 'console-encoding',
    layer: 'system',
    applies: 'failure-or-advisory',
    confidence: 'high',
    test: cannotWriteOrRead,
    testAnchors: ['UnicodeDecodeError: ', 'UnicodeEncodeError: '],
    remedies: ['python-utf8', 'windows-utf8'],
  },
  {
    id: 'database-locked',
    layer: 'comfyui',
    confidence: 'medium',
    any: [text('Database is locked. Another ComfyUI process')],
    exit: { codes: [1], isEnough: false },
    remedies: ['end-old-engine', 'other-database'],
  },
  {
    id: 'database-unopenable',
    layer: 'system',
    applies: 'failure-or-advisory',
    confidence: 'medium',
    any: [text('unable to open database file')],
    remedies: ['writable-user-folder', 'memory-database'],
  },
  {
    id: 'alembic-revision-unknown',
    layer: 'comfyui',
    applies: 'failure-or-advisory',
    confidence: 'medium',
    any: [text("Can't locate revision identified by")],
    remedies: ['rename-database', 'update-comfyui'],
  },
  {
    id: 'silent-exit-after-load',
    layer: 'system',
    confidence: 'medium',
    not: [
      run(['Stopped server']),
      text([
        'Traceback (most recent call last)',
        'fatal exception',
        'Could not locate',
        '[WinError',
        'unrecognized arguments',
        'must be installed first',
        'is not installed',
        'OSError',
        'Error while',
        'Database is locked',
      ]),
    ],
    test: endsSilently,
    testAnchors: ['Press any key'],
    remedies: ['read-exit-code', 'enlarge-page-file', 'tiled-vae', 'disable-pinned-memory', 'safe-start'],
  },
  {
    id: 'system-reboot-power',
    layer: 'system',
    applies: 'reboot',
    confidence: 'medium',
    test: ({ lastLine }) => (lastLine ? [lastLine.n] : []),
    remedies: ['limit-gpu-power', 'check-hardware', 'update-gpu-driver'],
  },
];
