import { reportAnchors } from './error-report.ts';

/** What a line tells about the course of a run. */
export type Mark =
  | { kind: 'command' | 'early' | 'memory' | 'server' | 'gui' | 'prompt' | 'executed' | 'interrupted' | 'stopped' | 'pause' }
  | { kind: 'failure'; what: 'node' | 'refused' | 'worker' }
  | { kind: 'fatal' }
  | { kind: 'topFrame' }
  | { kind: 'exit'; code: number | null; signal: string | null };

/** Literal texts that a line with a mark holds at least one of. */
export const markAnchors: readonly string[] = [
  'main.py',
  'ComfyUI startup time',
  'Security scan',
  'Checkpoint files will',
  'Total VRAM',
  'setup plugin alembic',
  'Starting server',
  'To see the GUI',
  'got prompt',
  'Prompt executed',
  'Processing interrupted',
  'Stopped server',
  'Stopping ',
  'KeyboardInterrupt',
  'Press any key',
  '>pause',
  'Exception Code: 0x',
  'Invalid or unsupported data type',
  'exited: ',
  'terminated by signal',
  'Abort trap',
  'Speicherzugriffsfehler',
  'Erreur de segmentation',
  'Errore di segmentazione',
  'Error occurred when executing',
  ...reportAnchors,
  '!!! Exception during',
  'invalid prompt:',
  'Exception in thread',
  'exited with',
  'exit code',
  'process exited',
  'Killed',
  'Segmentation fault',
  'Floating point exception',
  'Aborted',
  'zsh: abort',
  'Illegal instruction',
  'hardware instruction',
  'Bus error',
  'bus error',
  'trace trap',
  'Fatal Python error',
  'terminate called',
  'terminating due',
  'by GPU node',
  'failed assertion',
  'LLVM ERROR',
  'is already in use',
  'Database is locked',
  'frontend-package is not installed',
  'must be installed first',
  'oom-kill',
  'OOM killer',
  'OOMKilled',
  'Could not locate cudnn',
  'libcudnn',
  'CUDA error (',
  'rocBLAS error',
];

const fatal: readonly RegExp[] = [
  /^(?:\S+: line \d+: +\d+ )?(?:Killed|Segmentation fault|Aborted|Illegal instruction|Bus error|Floating point exception|Abort trap|Trace\/BPT trap)(?:: \d+)?(?: +[(\w]| *$)/,
  /^(?:Speicherzugriffsfehler|Erreur de segmentation|Errore di segmentazione)(?: \(|$)/,
  /^(?:zsh|bash|fish|sh): (?:killed|abort|segmentation fault|illegal hardware instruction|bus error|trace trap|line \d+: +\d+ \w)/,
  /^Fatal Python error: /,
  /^(?:terminate called |libc\+\+abi: terminating)/,
  /^(?:Memory access fault|HW Exception) by GPU node/,
  /MPSNDArray\.mm:\d+: failed assertion|: failed assertion `/,
  /^LLVM ERROR/,
  /main\.py: error: /,
  /^(?:ERROR: )?Port \d+ is already in use/,
  /^(?:ERROR: )?Database is locked\. Another ComfyUI/,
  /comfyui-frontend-package is not installed/,
  /package must be installed first/,
  /killed by the OOM killer|Reason: +OOMKilled|"OOMKilled": true|status=9\/KILL|oom-kill|Out of memory: Killed process/,
  /^Could not (?:locate|load library (?:lib)?)\s?\S*cudnn|^Unable to load any of \{libcudnn/,
  /^CUDA error \(/,
  // Drivers and compilers bring a handler of their own.
  /^Exception Code: 0x[C8][0-9A-F]{7}\b/i,
  // A check inside torch-directml that ends the process.
  /^\[F [^\]]{1,200}\.cc:\d+\] /,
];

/** What `pause` of a batch file says, in the languages of Windows. */
const pauses =
  /^(?:Press any key to continue|请按任意键继续|請按任意鍵繼續|続行するには何かキーを押してください|계속하려면 아무 키나 누르십시오|Для продолжения нажмите любую клавишу|Для продовження натисніть будь-яку клавішу|Drücken Sie eine beliebige Taste|Appuyez sur une touche pour continuer|Presione una tecla para continuar|Pulse una tecla para continuar|Premere un tasto per continuare|Pressione qualquer tecla para continuar|Prima qualquer tecla para continuar|Aby kontynuować, naciśnij dowolny klawisz|Devam etmek için bir tuşa basın|Druk op een toets om door te gaan|Pokračujte stisknutím libovolné klávesy|A folytatáshoz nyomjon meg egy billentyűt|Tryck på valfri tangent|Tryk på en vilkårlig tast|Jatka painamalla mitä tahansa näppäintä)/;

/** Whether a batch file waits for a key: its prompt with the command, in any language, or what the command says. Pure. */
export const isPause = (text: string): boolean => /^[A-Za-z]:\\[^<>|"]{0,250}>pause\s*$/i.test(text) || pauses.test(text);

const early = /^(?:\*\* ComfyUI startup time|\[START\] Security scan|Checkpoint files will always|setup plugin alembic)/;
const shellEnds = /\b(?:killed|aborted|abort|segmentation|core dumped|terminated|illegal|trap|kill)\b/i;
const exitOfProcess =
  /^(?:Python |Venv )?[Pp]rocess (?:finished|exited) with (?:exit )?code (-?\d+)(?: and signal (\w+))?|The ComfyUI process exited \(exit code (-?\d+)\)|^[A-Za-z0-9][\w.-]* exited with code (\d+)|^exit (?:code|status):? (-?\d+)\s*$|^(?:ComfyUI|[Pp]ython)[^:'"`]{0,60} exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? (-?\d+)/;
const exitOfProgram = /^exited: \S*comfy\S* \((?:exit status (\d+)|terminated by (SIG[A-Z]+))/i;
const exitOfFish = /^fish: Job \d+, .{0,300} terminated by signal (SIG[A-Z]+)/;
const exitOfService = /Main process exited, code=(\w+), status=(\d+)(?:\/([A-Z]+))?/;

/** The mark that a line sets, or null. Pure. */
export const markOf = (text: string): Mark | null => {
  const trimmed = text.trimEnd();
  if (trimmed === 'got prompt') return { kind: 'prompt' };
  if (trimmed.startsWith('Prompt executed in ')) return { kind: 'executed' };
  if (trimmed.startsWith('!!! Exception during processing')) return { kind: 'failure', what: 'node' };
  // What the page of earlier versions showed, copied.
  if (trimmed.startsWith('Error occurred when executing ')) return { kind: 'failure', what: 'node' };
  if (trimmed.startsWith('invalid prompt:')) return { kind: 'failure', what: 'refused' };
  if (trimmed.startsWith('Exception in thread') && trimmed.includes('(prompt_worker)'))
    return { kind: 'failure', what: 'worker' };
  if (trimmed.startsWith('Processing interrupted')) return { kind: 'interrupted' };
  if (trimmed.startsWith('Starting server')) return { kind: 'server' };
  if (trimmed.startsWith('To see the GUI go to')) return { kind: 'gui' };
  if (trimmed.startsWith('Total VRAM ')) return { kind: 'memory' };
  if (trimmed === 'Stopped server' || /^systemd\[\d+\]: Stopping .*comfy/i.test(trimmed)) return { kind: 'stopped' };
  if (trimmed === 'KeyboardInterrupt') return { kind: 'stopped' };
  if (isPause(trimmed)) return { kind: 'pause' };
  if (early.test(trimmed)) return { kind: 'early' };
  if (trimmed.includes('exit') || trimmed.startsWith('fish: ')) {
    const exit = exitOf(trimmed);
    if (exit) return exit;
  }
  if (fatal.some((pattern) => pattern.test(trimmed))) return { kind: 'fatal' };
  const at = trimmed.indexOf('main.py');
  if (at >= 0) {
    if (/^\s*File "/.test(trimmed)) return trimmed.endsWith('in <module>') ? { kind: 'topFrame' } : null;
    if (/python/i.test(trimmed.slice(0, at)) && !shellEnds.test(trimmed.slice(0, at))) return { kind: 'command' };
  }
  return null;
};

/** The end of the ComfyUI process as a launcher, docker, supervisord or systemd prints it; numbers of tools inside exceptions do not count. Pure. */
const exitOf = (text: string): Mark | null => {
  const service = exitOfService.exec(text);
  if (service) {
    const isSignal = service[1] === 'killed' || service[1] === 'dumped';
    return isSignal
      ? { kind: 'exit', code: null, signal: service[3] ? `SIG${service[3]}` : null }
      : { kind: 'exit', code: Number(service[2]), signal: null };
  }
  const job = exitOfFish.exec(text);
  if (job) return { kind: 'exit', code: null, signal: job[1] ?? null };
  const program = exitOfProgram.exec(text);
  if (program) return { kind: 'exit', code: program[1] === undefined ? null : Number(program[1]), signal: program[2] ?? null };
  const match = exitOfProcess.exec(text);
  if (!match) return null;
  const code = match[1] ?? match[3] ?? match[4] ?? match[5] ?? match[6];
  const signal = match[2] && match[2] !== 'null' ? match[2] : null;
  return { kind: 'exit', code: code === undefined ? null : Number(code), signal };
};
