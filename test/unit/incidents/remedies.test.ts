import { describe, expect, test } from 'vitest';
import { boot, nodeError, offloading, startError } from '../../fixtures/crash-logs/build-log.ts';
import type { CrashLog } from '../../fixtures/crash-logs/fixture.ts';
import { diagnoseLines } from './diagnose-lines.ts';

const oom = nodeError('torch.OutOfMemoryError: Allocation on device', ['nodes.py:sample']);
const unknownError = nodeError('RuntimeError: CUDA error: unknown error', ['comfy/ops.py:cast_bias_weight']);
const idsOf = async (log: CrashLog): Promise<string[]> => (await diagnoseLines(log)).remedies.map(({ id }) => id);

describe('remedies', () => {
  test('come least invasive first, as patches to a profile', async () => {
    const { remedies } = await diagnoseLines({ lines: [...boot({ extra: offloading }), ...unknownError] });
    expect(remedies.map(({ id }) => id)).toEqual([
      'disable-async-offload',
      'disable-pinned-memory',
      'disable-dynamic-vram',
      'disable-cuda-malloc',
      'update-gpu-driver',
    ]);
    expect(remedies[0]).toEqual({
      id: 'disable-async-offload',
      kind: 'flag',
      flags: [{ op: 'add', flag: '--disable-async-offload', value: null }],
      env: {},
      cost: 'offload',
      verify: 'asyncGone',
    });
  });

  test.each<[string, CrashLog, string[], string[]]>([
    [
      '--lowvram does nothing with dynamic VRAM',
      { lines: [...boot({ extra: offloading }), ...oom] },
      ['disable-dynamic-vram'],
      ['lowvram', 'novram'],
    ],
    [
      'without dynamic VRAM it does',
      { lines: [...boot({ version: '0.3.60' }), ...oom] },
      ['lowvram', 'novram'],
      ['disable-dynamic-vram', 'vram-headroom'],
    ],
    ['a version that has dynamic VRAM by default', { lines: oom, version: '0.28.0' }, ['disable-dynamic-vram'], ['lowvram']],
    [
      'a version from before it',
      { lines: oom, version: '0.3.40' },
      ['lowvram'],
      ['disable-dynamic-vram', 'disable-async-offload', 'vram-headroom'],
    ],
    [
      'a version that does not know the option yet',
      { lines: [...boot({ extra: offloading, version: '0.28.0' }), ...unknownError], version: '0.3.70' },
      ['disable-pinned-memory', 'disable-cuda-malloc'],
      ['disable-async-offload', 'disable-dynamic-vram'],
    ],
    [
      'what is off already is not switched off',
      {
        lines: [
          ...boot({ extra: ['Using async weight offloading with 2 streams'], device: 'cuda:0 NVIDIA GeForce RTX 4070 : native' }),
          ...unknownError,
        ],
      },
      ['disable-async-offload'],
      ['disable-pinned-memory', 'disable-cuda-malloc'],
    ],
    [
      'an option that is set already is not offered',
      { lines: [...boot({ args: '--reserve-vram 2', extra: offloading }), ...oom] },
      ['reduce-size'],
      ['reserve-vram'],
    ],
    [
      'an option is taken out only where it is set',
      {
        lines: [
          ...boot({ args: '--listen' }, false),
          ...startError("ModuleNotFoundError: No module named 'triton'", ['/v/site-packages/sageattention/core.py:<module>']),
        ],
        exit: 1,
      },
      ['choose-sdpa'],
      ['remove-sage-attention'],
    ],
    [
      'and there it comes first',
      {
        lines: [
          ...boot({ args: '--use-sage-attention' }, false),
          ...startError("ModuleNotFoundError: No module named 'triton'", ['/v/site-packages/sageattention/core.py:<module>']),
        ],
        exit: 1,
      },
      ['remove-sage-attention'],
      [],
    ],
    [
      'an unreadable version holds nothing against an option',
      { lines: unknownError.concat(), version: 'main' },
      ['restart-engine'],
      [],
    ],
    [
      'page files are for Windows',
      {
        lines: [...boot(), ...nodeError('RuntimeError: DefaultCPUAllocator: not enough memory: you tried to allocate 5 bytes.')],
      },
      ['add-swap'],
      ['enlarge-page-file'],
    ],
  ])('%s', async (_about, log, offered, withheld) => {
    const ids = await idsOf(log);
    expect(ids).toEqual(expect.arrayContaining(offered));
    expect(ids.filter((id) => withheld.includes(id))).toEqual([]);
  });
});
