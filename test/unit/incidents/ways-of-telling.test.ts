import { describe, expect, test } from 'vitest';
import { boot, frame, goodJob, nodeError, packError, refused, startError } from '../../fixtures/crash-logs/build-log.ts';
import type { CrashLog } from '../../fixtures/crash-logs/fixture.ts';
import { diagnoseLines } from './diagnose-lines.ts';

/** The page's report of a failed job as people copy it. */
const report = (type: string, message: string, places: readonly string[], log: readonly string[] = []): string[] => [
  '# ComfyUI Error Report',
  '## Error Details',
  '- **Node ID:** 31',
  '- **Node Type:** KSampler',
  `- **Exception Type:** ${type}`,
  `- **Exception Message:** ${message}`,
  '## Stack Trace',
  '```',
  ...['execution.py:execute', 'execution.py:process_inputs', ...places].flatMap((place) => [...frame(place), '']),
  '```',
  '## System Information',
  '- **ComfyUI Version:** 0.3.40',
  '## Logs',
  '```',
  ...log.map((line) => `2025-04-09T20:20:05.437529 - ${line}`),
  '```',
  '## Additional Context',
];
/** What the page of 2023 showed. */
const dialog = (node: string, message: string, places: readonly string[]): string[] => [
  `Error occurred when executing ${node}:`,
  '',
  message,
  '',
  ...['execution.py:recursive_execute', ...places].flatMap(frame).map((line) => line.trim()),
];

describe('a failure that somebody copied', () => {
  test('the report without its log names cause, exception and node', async () => {
    const lines = report('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (77x768 and 4096x3072)', ['nodes.py:sample']);
    expect(await diagnoseLines({ lines })).toMatchObject({
      cause: 'mat-shape-mismatch',
      failed: true,
      exception: 'RuntimeError: mat1 and mat2 shapes cannot be multiplied (77x768 and 4096x3072)',
      node: '31',
      nodeClass: 'KSampler',
      frame: 'sample',
    });
  });

  test.each<[string, string[], string]>([
    [
      'below other words',
      ['hello, this happens:', ...report('TypeError', 'BFloat16 is not supported on MPS', ['nodes.py:sample'])],
      'mps-op-not-supported',
    ],
    [
      'with boot lines in its log',
      report('torch.OutOfMemoryError', 'Allocation on device', ['nodes.py:decode', 'comfy/sd.py:decode'], boot()),
      'vram-oom-vae',
    ],
    [
      'with a job before it that ran through',
      report('RuntimeError', 'ERROR: VAE is invalid: None', ['nodes.py:decode'], [...boot(), ...goodJob()]),
      'vae-input-none',
    ],
    [
      'cut behind the stack',
      report('torch.OutOfMemoryError', 'Allocation on device', ['nodes.py:sample']).slice(0, 16),
      'vram-oom',
    ],
    ['of a node pack', report('KeyError', "'image'", ['custom_nodes/some-pack/n.py:go']), 'custom-node-exception'],
    [
      'the old dialog',
      dialog('CLIPTextEncode', 'CUDA error: operation not supported', ['nodes.py:encode']),
      'cuda-operation-not-supported-malloc-async',
    ],
    [
      'the old dialog of a node pack',
      dialog('Some Node', 'no such key', ['custom_nodes/some-pack/n.py:go']),
      'custom-node-exception',
    ],
  ])('%s', async (_where, lines, cause) => {
    expect(await diagnoseLines({ lines })).toMatchObject({ cause, failed: true });
  });

  test('a report has lines that are in it', async () => {
    const lines = report('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied (1x2 and 3x4)', ['nodes.py:sample']);
    const diagnosis = await diagnoseLines({ lines });
    expect(diagnosis.lines.map((n) => lines[n - 1])).toContain(
      '- **Exception Message:** mat1 and mat2 shapes cannot be multiplied (1x2 and 3x4)',
    );
  });
});

const atWork = [...boot(), 'got prompt', 'Requested to load Flux'];
const hint = 'If you see this and ComfyUI did not start try updating your Nvidia Drivers to the latest.';
const started = ['[START] Security scan', 'D:\\p>echo …', hint];

test.each([
  'Press any key to continue . . .',
  '请按任意键继续. . .',
  '請按任意鍵繼續 . . .',
  '続行するには何かキーを押してください . . .',
  '계속하려면 아무 키나 누르십시오 . . .',
  'Для продолжения нажмите любую клавишу . . .',
  'Drücken Sie eine beliebige Taste . . .',
  'Appuyez sur une touche pour continuer...',
  'Presione una tecla para continuar . . .',
  'Premere un tasto per continuare . . .',
  'Pressione qualquer tecla para continuar. . .',
  'D:\\p>pause',
])('a launcher that waits for a key: %s', async (words) => {
  expect(await diagnoseLines({ lines: [...atWork, '', words] })).toMatchObject({ cause: 'silent-exit-after-load' });
  expect(await diagnoseLines({ lines: [...started, words] })).toMatchObject({ cause: 'portable-silent-exit-driver' });
  expect(await diagnoseLines({ lines: [...atWork, 'Prompt executed in 3.00 seconds', 'Stopped server', words] })).toMatchObject({
    cause: 'none',
  });
});

const amd = { device: 'cuda:0 AMD Radeon RX 9070 XT : native', extra: ['AMD arch: gfx1201'] };
const stack = (file: string, name: string): string[] => [
  'Windows fatal exception: access violation',
  '',
  'Thread 0x00001234 (most recent call first):',
  `  File "${file}", line 7 in ${name}`,
];

test.each<[string, CrashLog, string]>([
  ['Kubernetes', { lines: [...atWork, '    Reason:       OOMKilled', '    Exit Code:    137'] }, 'ram-oom-sigkill'],
  ['bash on a Mac', { lines: [...atWork, 'run.sh: line 3:  4711 Killed: 9               python main.py'] }, 'ram-oom-sigkill'],
  ['bash on a Mac, another signal', { lines: [...atWork, 'Segmentation fault: 11'] }, 'segfault-linux'],
  [
    'fish',
    { lines: [...atWork, "fish: Job 1, 'python main.py' terminated by signal SIGSEGV (Address boundary error)"] },
    'segfault-linux',
  ],
  [
    'fish, killed',
    { lines: [...atWork, "fish: Job 1, 'python main.py' terminated by signal SIGKILL (Forced quit)"] },
    'ram-oom-sigkill',
  ],
  ['a German shell', { lines: [...atWork, 'Speicherzugriffsfehler (Speicherabzug geschrieben)'] }, 'segfault-linux'],
  ['a French shell', { lines: [...atWork, 'Erreur de segmentation (core dumped)'] }, 'segfault-linux'],
  [
    'a handler of the driver’s own',
    {
      lines: [
        ...boot(amd),
        'got prompt',
        'Exception Code: 0xC0000005',
        '0x00007FFE1DF92C85, C:\\x\\python312.dll(0x00007F) + 0x24 byte(s)',
      ],
    },
    'access-violation-amd-windows',
  ],
  [
    'no word on which thread was hit',
    { lines: [...atWork, ...stack('D:\\p\\torch\\storage.py', '__getitem__')], exit: 3221225477 },
    'access-violation-model-load',
  ],
  [
    'supervisord',
    { lines: [...atWork, '2026-04-08 06:29:40,282 INFO exited: comfyui (terminated by SIGSEGV (core dumped); not expected)'] },
    'segfault-linux',
  ],
  [
    'supervisord with a code',
    {
      lines: [
        ...boot({}, false),
        ...startError("ModuleNotFoundError: No module named 'comfy_aimdo'"),
        'exited: comfyui (exit status 1; not expected)',
      ],
    },
    'comfy-package-mismatch',
  ],
  [
    'a check inside torch-directml',
    {
      lines: [...boot({ device: 'privateuseone' }), 'got prompt', '[F D:\\a\\dml_util.cc:118] Invalid or unsupported data type.'],
    },
    'unknown',
  ],
])('an end as told by %s', async (_who, log, cause) => {
  expect(await diagnoseLines(log)).toMatchObject({ cause, failed: true });
});

const inNode = (error: string, ...places: string[]): CrashLog => ({
  lines: [...boot(), ...nodeError(error, places.length > 0 ? places : undefined)],
});
const atStart = (error: string, ...places: string[]): CrashLog => ({
  lines: [...boot({}, false), ...startError(error, places)],
  exit: 1,
});

test.each<[string, CrashLog]>([
  ['dtype-mismatch', inNode('RuntimeError: expected m1 and m2 to have the same dtype, but got: c10::Half != float')],
  ['aimdo-vram-alloc-failed-non-oom', inNode('MemoryError: VBAR allocation failed')],
  ['cpu-alloc-failed', inNode('MemoryError')],
  ['mps-ndarray-assert', inNode('RuntimeError: MPSGaph does not support tensor dims larger than INT_MAX')],
  ['cudnn-error', inNode('RuntimeError: FIND was unable to find an engine to execute this computation')],
  [
    'onnxruntime-cuda-provider-missing',
    inNode('RuntimeError: x.cc:857 CUDA_PATH is set but CUDA wasnt able to be loaded.', 'custom_nodes/some-pack/n.py:go'),
  ],
  [
    'setuptools-pkg-resources',
    atStart("ModuleNotFoundError: No module named 'pkg_resources'", '/x/site-packages/librosa/audio.py:<module>'),
  ],
  [
    'core-dependency-outdated',
    atStart("AttributeError: module 'torch' has no attribute 'uint64'", '/x/site-packages/safetensors/torch.py:<module>'),
  ],
  [
    'console-encoding',
    atStart(
      "UnicodeDecodeError: 'cp949' codec can't decode byte 0xec in position 40: illegal multibyte sequence",
      'utils/extra_config.py:load_extra_path_config',
    ),
  ],
  [
    'extra-model-config-invalid',
    atStart(
      "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
      'utils/extra_config.py:load_extra_path_config',
    ),
  ],
  ['xpu-ur-error', inNode('RuntimeError: level_zero backend failed with error: 40 (UR_RESULT_ERROR_OUT_OF_RESOURCES)')],
  [
    'nunchaku-illegal-memory-access',
    inNode('RuntimeError: CUDA error: an illegal memory access was encountered (at /nunchaku/src/kernels/x.cuh:370)'),
  ],
  [
    'fp8-unsupported-on-gpu',
    inNode(
      'torch._inductor.exc.InductorError: CompilationError: at 1:0:\nValueError("type fp8e4nv not supported in this architecture.")',
    ),
  ],
  [
    'missing-model-file',
    {
      lines: [
        ...boot(),
        ...refused(['* LoraLoader 76:', "  - Value not in list: lora_name: 'x.safetensors' not in (list of length 41)"]),
      ],
    },
  ],
  [
    'custom-node-exception',
    inNode(
      'ValueError: GGUF magic invalid',
      'custom_nodes/some-pack/loader.py:load',
      '/x/site-packages/gguf/gguf_reader.py:__init__',
    ),
  ],
])('%s in other words', async (cause, log) => {
  expect((await diagnoseLines(log)).cause).toBe(cause);
});

describe('alarming words of engines that are well', () => {
  const well = (...before: string[]): CrashLog => ({ lines: [...boot(), ...goodJob(before)] });
  test.each<[string, CrashLog]>([
    [
      'a broken .pth file',
      {
        lines: [
          'Error processing line 1 of D:\\x\\distutils.pth:',
          '',
          '  Traceback (most recent call last):',
          '    File "<string>", line 1, in <module>',
          "  AttributeError: module '_distutils_hack' has no attribute 'add_shim'",
          '',
          'Remainder of file ignored',
          ...boot(),
          ...goodJob(),
        ],
      },
    ],
    [
      'attention in slices',
      well(
        'scaled_dot_product_attention OOMed: switched to slice attention',
        'out of memory error, increasing steps and trying again 4',
      ),
    ],
    [
      'sage attention that gave way',
      well(
        'LLVM ERROR: operation destroyed but still has uses',
        'Error running sage attention: PassManager::run failed, using pytorch attention instead.',
      ),
    ],
    [
      'onnxruntime on the CPU',
      well(
        "EP Error x.cc:636 CUDA_PATH is set but CUDA wasn't able to be loaded.",
        "Falling back to ['CPUExecutionProvider'] and retrying.",
      ),
    ],
    [
      'the manager may not write its log',
      { lines: [...boot(), "[ComfyUI-Manager] Logging failed: [Errno 13] Permission denied: '/x/comfyui.log'", ...goodJob()] },
    ],
    ['a prompt full of disasters', well('a crash, fatal error, out of memory, Segmentation fault on a screen')],
    [
      'two packs that did not load, a job that did not need them',
      { lines: [...boot({ packs: packError("PermissionError: [Errno 13] Permission denied: 'config.ini'") }), ...goodJob()] },
    ],
    [
      'a stop by the service manager with a pack that did not load',
      { lines: boot({ packs: packError("ModuleNotFoundError: No module named 'cv2'") }), signal: 'SIGTERM' },
    ],
    [
      'a service that was stopped',
      {
        lines: [
          ...boot(),
          ...goodJob(),
          'Apr 30 20:00:00 den systemd[1]: Stopping comfyui.service - ComfyUI...',
          'Apr 30 20:00:01 den systemd[1]: comfyui.service: Deactivated successfully.',
        ],
      },
    ],
    ['one that restarted itself', { lines: [...boot(), ...goodJob(), 'Restarting... [Legacy Mode]', ...boot(), ...goodJob()] }],
  ])('%s', async (_words, log) => {
    expect(await diagnoseLines(log)).toMatchObject({ cause: 'none', failed: false });
  });
});

describe('a text that no engine wrote', () => {
  const error = 'RuntimeError: CUDA error: unknown error';
  const prose = Array.from({ length: 20 }, (_, at) => `Chapter ${at}: how to install ComfyUI on a laptop.`);
  test.each<[string, string[]]>([
    ['a page of the web', ['<!DOCTYPE html>', '<html><head><title>ComfyUI crash</title></head>', `<p>${error}</p>`, '</html>']],
    [
      'a page that quotes a whole failure',
      [
        '<html>',
        ...nodeError(error).filter((line) => !line.startsWith('got') && !line.startsWith('!!!') && !line.startsWith('Prompt')),
        '</html>',
      ],
    ],
    ['a guide', ['# ComfyUI', ...prose, `If you see \`${error}\`, restart.`]],
    ['a chat', ['anna: it says', `anna: ${error}`, 'ben: did you restart?']],
    ['a workflow', ['{"nodes":[{"id":1,"type":"KSampler"}],"links":[]}']],
    ['blanks and one word', ['', 'hello', '']],
  ])('%s', async (_what, lines) => {
    expect(await diagnoseLines({ lines })).toMatchObject({
      cause: 'unknown',
      confidence: 'low',
      failed: false,
      fact: 'no-engine-log',
    });
  });

  test('nothing but blanks says nothing', async () => {
    const { cause, confidence, fact } = await diagnoseLines({ lines: ['', ' ', ''] });
    expect([cause, confidence, fact]).toEqual(['none', 'low', undefined]);
  });
  test('what a guide quotes at the begin of a line is only a guess', async () => {
    expect(await diagnoseLines({ lines: [...prose, 'Segmentation fault (core dumped)', ...prose] })).toMatchObject({
      confidence: 'low',
    });
  });
  test('a few lines of an engine are its log', async () => {
    expect(await diagnoseLines({ lines: ['Requested to load SDXL', 'loaded completely 9.5 4897.0 True'] })).toMatchObject({
      cause: 'none',
      confidence: 'high',
    });
  });
  test('what is known from outside counts whatever the text', async () => {
    expect(await diagnoseLines({ lines: prose, exit: 139 })).toMatchObject({ cause: 'segfault-linux', failed: true });
  });
});
