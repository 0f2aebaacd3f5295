import { describe, expect, test } from 'vitest';
import { bootLines } from '../../../electron/demo-engine/boot-lines.ts';
import { comfyFlags, demoFlags } from '../../../electron/demo-engine/flags/flag-table.ts';
import { type Launch, readLaunch } from '../../../electron/demo-engine/flags/launch.ts';
import { parseArguments } from '../../../electron/demo-engine/flags/parse-arguments.ts';
import { helpText } from '../../../electron/demo-engine/flags/usage.ts';
import { machineOf } from '../../../electron/demo-engine/machine.ts';
import { emptyBootLog, readBootLine } from '../../../electron/engine/boot-facts.ts';
import { flagsFromHelp } from '../../../electron/engine/flag-help.ts';

const rows = [...comfyFlags, ...demoFlags];
const parse = (...args: string[]) => parseArguments(args, rows);
const given = (...args: string[]): Record<string, readonly string[]> => {
  const parsed = parse(...args);
  return parsed.kind === 'given' ? Object.fromEntries(parsed.given) : { [parsed.kind]: [] };
};
const launch = (...args: string[]): Launch => {
  const parsed = parse(...args);
  const read = parsed.kind === 'given' ? readLaunch(args, parsed.given) : parsed.kind;
  if (typeof read === 'string') throw new Error(read);
  return read;
};

describe('the command line', () => {
  test.each([
    [['--port', '9000', '--cpu'], { '--port': ['9000'], '--cpu': [] }],
    [['--port=9000'], { '--port': ['9000'] }],
    [['--base-dir', '/a b'], { '--base-directory': ['/a b'] }],
    [['--base-directory=/a b'], { '--base-directory': ['/a b'] }],
    [['--listen'], { '--listen': [] }],
    [['--listen', '0.0.0.0', '--verbose'], { '--listen': ['0.0.0.0'], '--verbose': [] }],
    [['--fast', 'autotune', 'cublas_ops', '--cpu'], { '--fast': ['autotune', 'cublas_ops'], '--cpu': [] }],
    [['--cache-ram', '4', '8.5'], { '--cache-ram': ['4', '8.5'] }],
    [['--reserve-vram', '-1.5'], { '--reserve-vram': ['-1.5'] }],
    [['--feature-flag', 'a=1', '--feature-flag', 'b'], { '--feature-flag': ['a=1', 'b'] }],
    [['--fail', 'oom@2', '--fail', 'sigkill=cat'], { '--fail': ['oom@2', 'sigkill=cat'] }],
    [['--port', '1', '--port', '2'], { '--port': ['2'] }],
    [['-h'], { help: [] }],
  ])('%j', (args, result) => {
    expect(given(...args)).toEqual(result);
  });

  test.each([
    [['--nope', 'x'], 'unrecognized arguments: --nope x'],
    [['stray'], 'unrecognized arguments: stray'],
    [['--port'], 'argument --port: expected one argument'],
    [['--port', '--cpu'], 'argument --port: expected one argument'],
    [['--port', 'x'], "argument --port: invalid int value: 'x'"],
    [['--reserve-vram', '1,5'], "argument --reserve-vram: invalid float value: '1,5'"],
    [['--cpu=yes'], "argument --cpu: ignored explicit argument 'yes'"],
    [['--cpu', '--lowvram'], 'argument --lowvram: not allowed with argument --cpu'],
    [['--cache-none', '--cache-lru', '3'], 'argument --cache-lru: not allowed with argument --cache-none'],
    [
      ['--default-hashing-function', 'crc'],
      "argument --default-hashing-function: invalid choice: 'crc' (choose from 'md5', 'sha1', 'sha256', 'sha512')",
    ],
    [
      ['--fast', 'magic'],
      "argument --fast: invalid choice: 'magic' (choose from 'fp16_accumulation', 'fp8_matrix_mult', 'cublas_ops', 'autotune')",
    ],
    [['--disable-p'], 'unrecognized'],
    [['--cuda'], 'ambiguous option: --cuda could match --cuda-device, --cuda-malloc'],
    [['--extra-model-paths-config'], 'argument --extra-model-paths-config: expected at least one argument'],
    [['--models-directory', '/no/such/folder'], "argument --models-directory: The path '/no/such/folder' does not exist."],
  ])('%j is wrong', (args, message) => {
    const parsed = parse(...args);
    if (message === 'unrecognized') expect(parsed.kind).toBe('given');
    else expect(parsed).toEqual({ kind: 'wrong', message });
  });

  test('out of range values of its own flags are refused', () => {
    expect(() => launch('--speed', '0')).toThrow('--speed');
    expect(() => launch('--noise', '2')).toThrow('--noise');
    expect(() => launch('--port', '70000')).toThrow('--port');
    expect(() => launch('--fail', 'what')).toThrow('--fail');
  });

  test('the help tells Hearth everything about every flag', () => {
    const catalog = flagsFromHelp(helpText('hearth demo-engine', rows));
    const takes = (flag: string) => catalog.flags.get(flag)?.takes;
    expect([...catalog.flags.keys()].sort()).toEqual(rows.map(({ flag }) => flag).sort());
    for (const row of rows) expect([row.flag, takes(row.flag)]).toEqual([row.flag, row.takes]);
    const set = (flag: string) => catalog.flags.get(flag)?.exclusive;
    expect(set('--cpu')).toBe(set('--lowvram'));
    expect(set('--cpu')).not.toBeNull();
    expect(catalog.flags.get('--preview-method')?.choices).toEqual(['none', 'auto', 'latent2rgb', 'taesd']);
  });
});

describe('the boot log', () => {
  const facts = (...args: string[]) => {
    const options = launch(...args);
    const lines = bootLines(options, machineOf(options), ['ComfyUI-GGUF'], false);
    return lines.flatMap(({ text }) => text.split('\n')).reduce(readBootLine, emptyBootLog).facts;
  };

  test('tells Hearth what the imaginary machine has', () => {
    expect(facts()).toMatchObject({
      comfyui: '0.28.0',
      frontend: '1.45.21',
      allocator: 'cudaMallocAsync',
      vramState: 'NORMAL_VRAM',
      asyncOffloadStreams: 2,
      dynamicVram: true,
      attention: 'pytorch',
      customNodes: [{ name: 'ComfyUI-GGUF', failed: false }],
    });
  });

  test.each([
    [['--disable-async-offload'], { asyncOffloadStreams: null, allocator: 'cudaMallocAsync' }],
    [['--async-offload', '4'], { asyncOffloadStreams: 4 }],
    [['--disable-cuda-malloc'], { allocator: 'native' }],
    [['--disable-pinned-memory'], { pinnedMemoryMb: null }],
    [['--disable-dynamic-vram'], { dynamicVram: false }],
    [['--novram'], { dynamicVram: null, vramState: 'NO_VRAM' }],
    [['--lowvram'], { dynamicVram: true, vramState: 'LOW_VRAM' }],
    [
      ['--cpu'],
      { device: 'cpu', vramState: 'DISABLED', asyncOffloadStreams: null, pinnedMemoryMb: null, attention: 'sub-quadratic' },
    ],
    [['--use-split-cross-attention'], { attention: 'split' }],
  ])('%j changes it', (args, changed) => {
    expect(facts(...args)).toMatchObject(changed);
  });
});
