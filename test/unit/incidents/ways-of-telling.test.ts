import { expect, test } from 'vitest';
import { boot, nodeError, refused, startError } from '../../fixtures/crash-logs/build-log.ts';
import type { CrashLog } from '../../fixtures/crash-logs/fixture.ts';
import { diagnoseLines } from './diagnose-lines.ts';

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
