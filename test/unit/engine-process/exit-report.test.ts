import { describe, expect, it } from 'vitest';
import { exitCause, tellingLine } from '../../../electron/engine/exit-cause.ts';
import { exitMeaning } from '../../../electron/engine/exit-meaning.ts';
import { type Death, deathLine, deathProblem, exitReport } from '../../../electron/engine/exit-report.ts';
import { sampleDeath } from '../../fakes/sample-death.ts';

describe('what codes and signals stand for', () => {
  it.each([
    [0, null, null],
    [1, null, null],
    [255, null, null],
    [null, null, null],
    [null, 'SIGSEGV', 'SIGSEGV'],
    [139, null, 'SIGSEGV'],
    [137, null, 'SIGKILL'],
    [134, null, 'SIGABRT'],
    [0xc0000005, null, 'STATUS_ACCESS_VIOLATION'],
    [-1073741819, null, 'STATUS_ACCESS_VIOLATION'],
    [0xc0000409, null, 'STATUS_STACK_BUFFER_OVERRUN'],
    [0xe06d7363, null, 'CPP_EXCEPTION'],
    [4294967295, null, null],
  ] as const)('code %s, signal %s: %s', (code, signal, meaning) => {
    expect(exitMeaning({ code, signal })).toBe(meaning);
  });
});

describe('causes that stay', () => {
  const red = '\u001b[1m\u001b[31m[ERROR]\u001b[0m ';
  it.each([
    [
      'the port line since 0.21',
      [
        `${red}Port 8300 is already in use on address 127.0.0.1. Please close the other application or use a different port with --port.`,
      ],
      { key: 'enginePortTakenBySomeone', params: { port: 8300 } },
    ],
    [
      'the port traceback before',
      [
        'Traceback (most recent call last):',
        "OSError: [Errno 98] error while attempting to bind on address ('127.0.0.1', 8188): address already in use",
      ],
      { key: 'enginePortTakenBySomeone', params: { port: 8188 } },
    ],
    [
      'argparse',
      ['usage: main.py [-h] [--listen [IP]]', 'main.py: error: unrecognized arguments: --fast-disk-please'],
      { key: 'flagsRefused', params: { message: 'unrecognized arguments: --fast-disk-please' } },
    ],
    [
      'an argparse value',
      ["main.py: error: argument --port: invalid int value: 'x'"],
      { key: 'flagsRefused', params: { message: "argument --port: invalid int value: 'x'" } },
    ],
    [
      'argparse of a program with a name of two words',
      ["hearth demo-engine: error: argument --fail: unknown kind 'x' (--fail help lists the kinds)"],
      { key: 'flagsRefused', params: { message: "argument --fail: unknown kind 'x' (--fail help lists the kinds)" } },
    ],
    [
      'argparse of a module',
      ['python3 -m comfy.main: error: unrecognized arguments: --x'],
      { key: 'flagsRefused', params: { message: 'unrecognized arguments: --x' } },
    ],
    ['a sentence with the word error', ['loading the model: error: the file is gone'], null],
    [
      'a missing package',
      ['Traceback (most recent call last):', '  import torchaudio', "ModuleNotFoundError: No module named 'torchaudio'"],
      { key: 'engineModuleMissing', params: { module: 'torchaudio' } },
    ],
    [
      'a flag without its package',
      [
        `${red}`,
        '',
        'To use the `--use-sage-attention` feature, the `sageattention` package must be installed first.',
        'command:',
        '\tpython -m pip install sageattention',
      ],
      { key: 'engineFlagNeedsPackage', params: { flag: '--use-sage-attention', package: 'sageattention' } },
    ],
    [
      'a missing front end, with words after it',
      ['********** ERROR ***********', 'comfyui-frontend-package is not installed.', 'Please install', '****'],
      { key: 'engineFrontendMissing', params: {} },
    ],
    [
      'torch for the CPU only',
      ['AssertionError: Torch not compiled with CUDA enabled'],
      { key: 'engineTorchNoCuda', params: {} },
    ],
    [
      'a moved folder',
      ["python: can't open file '/old/ComfyUI/main.py': [Errno 2] No such file or directory"],
      { key: 'engineScriptMissing', params: {} },
    ],
    ['a full disk', ['OSError: [Errno 28] No space left on device'], { key: 'engineDiskFull', params: {} }],
    [
      'a custom node that failed and did not end it',
      ["No module named 'insightface'", ...Array.from({ length: 80 }, () => 'x')],
      null,
    ],
    ['nothing', ['got prompt'], null],
  ])('%s', (_case, lines, cause) => {
    expect(exitCause(lines)).toEqual(cause);
  });
});

describe('the line that says most', () => {
  it.each([
    [
      ['x', 'torch.AcceleratorError: CUDA error: unknown error', 'CUDA kernel errors might be asynchronously reported'],
      'torch.AcceleratorError: CUDA error: unknown error',
    ],
    [
      ['RuntimeError: x', 'Fatal Python error: Segmentation fault', '', 'Thread 0x1 (most recent call first):'],
      'Fatal Python error: Segmentation fault',
    ],
    // What the start survived is not what ended the process.
    [["ModuleNotFoundError: No module named 'x'", '', "Cannot import /c/p module for custom nodes: No module named 'x'"], null],
    [['AttributeError: x', 'To see the GUI go to: http://127.0.0.1:8188', 'got prompt'], null],
    [['ImportError: x', 'Starting server', 'RuntimeError: y'], 'RuntimeError: y'],
    [['KeyboardInterrupt'], 'KeyboardInterrupt'],
    [['got prompt', 'Prompt executed in 1 second'], null],
    [[], null],
  ])('%j', (lines, line) => {
    expect(tellingLine(lines)).toBe(line);
  });
});

const limits = { silentMs: 90_000, bootTimeoutMs: 600_000, wasSuspended: false, strangerAt: null };

describe('what people are told', () => {
  it.each([
    ['a crash', {}, 'engineCrashed', false],
    ['killed from outside', { process: { code: null, signal: 'SIGKILL' } }, 'engineKilled', false],
    ['killed for memory', { process: { code: null, signal: 'SIGKILL' }, isMemoryKill: true }, 'engineMemoryKilled', false],
    ['memory ran out elsewhere, it crashed by itself', { isMemoryKill: true }, 'engineCrashed', false],
    ['a hang', { end: 'hang', why: 'silent', process: { code: null, signal: 'SIGKILL' } }, 'engineHung', false],
    ['a boot without end', { end: 'hang', why: 'bootTimeout', wasReady: false }, 'engineBootEndless', false],
    ['a poisoned context', { why: 'poisoned' }, 'enginePoisoned', false],
    ['a dead worker', { end: 'hang', why: 'dead-worker' }, 'engineNoWorker', false],
    ['a stall', { end: 'hang', why: 'stalled' }, 'engineStalls', false],
    ['an end while booting', { wasReady: false }, 'engineCrashedStarting', false],
    [
      'an end while booting that names its cause',
      { wasReady: false, lastLines: [{ n: 9, text: "ModuleNotFoundError: No module named 'yaml'" }] },
      'engineModuleMissing',
      true,
    ],
    [
      'the same words after it had run',
      { lastLines: [{ n: 9, text: "ModuleNotFoundError: No module named 'yaml'" }] },
      'engineCrashed',
      false,
    ],
  ] satisfies [string, Partial<Death>, string, boolean][])('%s', (_case, over, key, isFinal) => {
    const found = deathProblem('ComfyUI', exitReport(sampleDeath(over)), limits);
    expect([found.problem.key, found.isFinal]).toEqual([key, isFinal]);
    expect(found.problem.message).toMatch(/^(ComfyUI|The graphics card)/);
    expect(found.problem.message).not.toContain('{{');
  });

  it('tells a boot without end from a stranger who answers in its place', () => {
    const report = exitReport(sampleDeath({ end: 'hang', why: 'bootTimeout', wasReady: false }));
    const strangerAt = 'http://127.0.0.1:8188';
    expect(deathProblem('ComfyUI', report, { ...limits, strangerAt }).problem.key).toBe('engineStrangerThere');
  });

  it.each([
    [{}, { line: { key: 'deathWithCode', params: { code: 1 } } }],
    [{ process: { code: null, signal: null } }, { line: { key: 'deathSilent', params: {} } }],
    [{ process: { code: null, signal: 'SIGSEGV' } }, { line: { key: 'deathByMeaning', params: { meaning: 'SIGSEGV' } } }],
    [{ lastLines: [{ n: 1, text: 'RuntimeError: boom' }] }, undefined],
  ] as const)('of %o says which line is its own sentence, for readers of other languages', (over, said) => {
    const { problem } = deathProblem('ComfyUI', exitReport(sampleDeath(over)), limits);
    expect(problem.key).toBe('engineCrashed');
    expect(problem.said).toEqual(said);
  });

  it('tells a hang from a suspended process', () => {
    const report = exitReport(sampleDeath({ end: 'hang', why: 'silent' }));
    expect(deathProblem('ComfyUI', report, { ...limits, wasSuspended: true }).problem.key).toBe('engineSuspended');
  });

  it.each([
    [{ lastLines: [{ n: 1, text: 'RuntimeError: boom' }] }, 'RuntimeError: boom.'],
    [
      {
        wasReady: false,
        process: { code: 255, signal: null },
        lastLines: [
          { n: 1, text: "ModuleNotFoundError: No module named 'insightface'" },
          ...Array.from({ length: 20 }, (_, at) => ({ n: at + 2, text: 'boots on' })),
          { n: 30, text: 'To use the `--use-sage-attention` feature, the `sageattention` package must be installed first.' },
          { n: 31, text: 'command:' },
        ],
      },
      'To use the `--use-sage-attention` feature, the `sageattention` package must be installed first.',
    ],
    [{ process: { code: null, signal: 'SIGSEGV' } }, 'It was ended by SIGSEGV.'],
    [{ process: { code: 3, signal: null } }, 'It ended with code 3 and said nothing about why.'],
    [{ process: { code: null, signal: null } }, 'It said nothing about why.'],
    [
      {
        end: 'requested',
        process: { code: null, signal: 'SIGABRT' },
        lastLines: [{ n: 1, text: 'Fatal Python error: Aborted' }],
      },
      'It was stopped.',
    ],
    [{ end: 'reboot', process: { code: 0, signal: null } }, 'It restarted itself.'],
  ] satisfies [Partial<Death>, string][])('has one line for jobs and logs: %j', (over, line) => {
    expect(deathLine(exitReport(sampleDeath(over)))).toBe(line);
  });
});
