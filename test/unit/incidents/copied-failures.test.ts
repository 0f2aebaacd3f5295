import { describe, expect, test } from 'vitest';
import { boot, frame, goodJob } from '../../fixtures/crash-logs/build-log.ts';
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
