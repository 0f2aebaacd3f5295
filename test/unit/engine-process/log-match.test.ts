import { describe, expect, it } from 'vitest';
import { createLineDecoder, plainText } from '../../../electron/engine/log-lines.ts';
import { createLineScan } from '../../../electron/engine/log-match.ts';

const texts = [
  '\u001b[32m[INFO]\u001b[0m got prompt',
  '\u001b[1m\u001b[31m[ERROR]\u001b[0m !!! Exception: err 42',
  '  0%|   | 0/4 error\r 50%|██ | 2/4\r100%|████| 4/4',
  'a \u001b[35mco\u001b[0mloured\u001b[0m word',
  '모델을 찾을 수 없습니다: ÉCLAIR éclair',
  '',
  'windows line\r',
  'one\r\rtwo\r\r',
  '\ttab and  spaces  ',
  'ae-oe',
  ']x:\\',
  'r',
  '\u001b[1m\u001b[0m',
];
/** Each makes the whole piece one to be looked at line by line. */
const odd = [
  'a\u2028b\u2029',
  '\u001b[1234567mfar',
  '\u009b31mshort\u001b[0m',
  '\u001b]0;title\u0007after',
  '\u001b[Kcleared',
  'bell\u0007',
];
const broken = Buffer.from([0xc3, 27, 91, 109, 0xa9, 10]);

const chunks: Buffer[] = [
  ...texts.map((text) => Buffer.from(`${text}\n`)),
  ...odd.map((text) => Buffer.from(`${text}\n${texts.join('\n')}\n`)),
  Buffer.from(`${texts.join('\n')}\n`),
  Buffer.from(`${[...texts].reverse().join('\n')}\n`),
  Buffer.concat([Buffer.from(`${texts.join('\n')}\n`), broken]),
];

const atoms = [
  '.',
  '\\d',
  '\\s',
  '\\S',
  '\\W',
  '\\D',
  '[^e]',
  '[^-a]',
  '[a-]',
  '[\\s:]',
  '[\\t ]',
  '[^\\]]',
  '[^]',
  'e',
  'é',
  '█',
  '(a|e|r)',
];
const quantified = atoms.flatMap((atom) => [atom, `${atom}*`, `${atom}{2}`]);
const others = [
  '^',
  '$',
  '\\b',
  '\\B',
  '(?!r)',
  '(?!\\s*[a-z])',
  '(?=\\s)',
  '(?<=o)',
  '(?<!\\s)',
  '(?=(\\s*))\\1',
  '\\n',
  '\\x0a',
  '[\\t-z]',
  '\\12',
  '(?-i:E)',
  '(?s:.)',
  '(?:r)',
  '(?![^])',
];
const firsts = [...quantified, ...others];
const seconds = [...atoms, ...others];

describe('a regular expression over many lines at once', () => {
  it('finds the very lines that trying it on each would, whatever both of them are', () => {
    const lines = chunks.map((chunk) => createLineDecoder().push(chunk).map(plainText));
    const wrong: string[] = [];
    for (const first of firsts)
      for (const second of seconds) {
        const source = first + second;
        const pattern = new RegExp(source, 'i');
        const scan = createLineScan({ level: 'all', text: source, isPattern: true });
        for (const [index, chunk] of chunks.entries()) {
          const hits: number[] = [];
          const count = scan(chunk, chunk.length, (row) => void hits.push(row));
          const wanted = lines[index]?.flatMap((line, row) => (pattern.test(line) ? row : []));
          if (String(hits) !== String(wanted) || count !== lines[index]?.length)
            wrong.push(`${source} over ${JSON.stringify(String(chunk))}`);
        }
      }
    expect(wrong).toEqual([]);
  });
});
