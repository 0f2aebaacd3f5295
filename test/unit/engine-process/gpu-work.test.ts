import { expect, it } from 'vitest';
import { parsePmon } from '../../../electron/engine/gpu-work.ts';

const head =
  '# gpu         pid   type     sm    mem    enc    dec    jpg    ofa    command \n# Idx           #    C/G      %      %      %      %      %      %    name \n';

it.each([
  ['one of ours at work', `${head}    0       4711     C     87     40      -      -      -      -    python\n`, 87],
  [
    'the busiest of several',
    `${head}    0   4711   C   3   1   -   -   python\n    1   4712   C   55   9   -   -   python\n`,
    55,
  ],
  ['one that idles', `${head}    0       4711     C      0      0      -      -      -      -    python\n`, 0],
  ['one that cannot be told apart', `${head}    0       4711   C+G      -      -      -      -      -      -    python\n`, null],
  ['somebody else', `${head}    0       9999     C     87     40      -      -      -      -    game\n`, null],
  ['nobody', `${head}    0          -     -      -      -      -      -      -      -    -\n`, null],
  ['an older driver with fewer columns', '# gpu pid type sm mem enc dec command\n 0 4711 C 12 3 - - python\n', 12],
  ['a refusal', 'Not supported on the device(s)\n', null],
  ['nothing', '', null],
])('%s', (_case, text, percent) => {
  expect(parsePmon(text, new Set([4711, 4712]))).toBe(percent);
});
