import { describe, expect, test } from 'vitest';
import { boot, goodJob, nodeError, packError } from '../../fixtures/crash-logs/build-log.ts';
import type { CrashLog } from '../../fixtures/crash-logs/fixture.ts';
import { diagnoseLines } from './diagnose-lines.ts';

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
