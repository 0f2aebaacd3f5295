import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyPicture } from '../../lib/picture.ts';
import { encodePng, type PngText } from '../draw/png-encode.ts';
import { parseJson, writeJson } from '../python/json.ts';
import { str } from '../python/text.ts';
import { type PyDict, PyError, type PyValue } from '../python/values.ts';
import { choice, socket, text } from './inputs.ts';
import { type NodeClass, type NodeContext, type NodeResult, nodeClass } from './node-class.ts';
import { type NodeInputs, plain, shownValue } from './values.ts';

const pngHidden = { prompt: 'PROMPT', extra_pnginfo: 'EXTRA_PNGINFO' };

const saved = (filename: string, subfolder: string, type: string): PyDict =>
  new Map<string, PyValue>([
    ['filename', filename],
    ['subfolder', subfolder],
    ['type', type],
  ]);

const textsOf = ({ isMetadataOff, prompt, extraPngInfo }: NodeContext): PngText[] =>
  isMetadataOff
    ? []
    : [
        ['prompt', writeJson(prompt)],
        ...[...(extraPngInfo ?? [])].map(([key, value]): PngText => [latinKey(key), writeJson(value)]),
      ];

/** Keys of PNG texts are at most 79 characters of Latin-1. */
const latinKey = (key: string): string => key.replace(/[^\x20-\xff]/g, '?').slice(0, 79) || '?';

/** Writes as ComfyUI does; with a planned failure only the first half arrives. Throws PyError `OSError` for a full disk. */
const write = async (context: NodeContext, path: string, bytes: Buffer): Promise<void> => {
  if (context.saving.isDiskFull) {
    await writeFile(path, bytes.subarray(0, bytes.length >> 1));
    throw new PyError('OSError', '[Errno 28] No space left on device');
  }
  await writeFile(path, bytes);
};

const savePictures = async (
  context: NodeContext,
  inputs: NodeInputs,
  kind: 'output' | 'temp',
  prefix: string,
  level: number,
): Promise<NodeResult> => {
  const image = inputs.get('images', 'image');
  const first = image.pictures[0] ?? emptyPicture(1, 1);
  const { dir, name, subfolder, counter } = await context.folders.nextFile(kind, prefix, first.width, first.height);
  if (context.saving.isBlack) {
    context.console.raw(
      '/demo/ComfyUI/nodes.py:1675: RuntimeWarning: invalid value encountered in cast\n  img = Image.fromarray(pixels)\n',
    );
  }
  const images: PyValue[] = [];
  for (const [index, picture] of image.pictures.entries()) {
    const file = `${name.replaceAll('%batch_num%', String(index))}_${String(counter + index).padStart(5, '0')}_.png`;
    const shown = context.saving.isBlack ? emptyPicture(picture.width, picture.height) : picture;
    await write(context, join(dir, file), await encodePng(shown, textsOf(context), level));
    images.push(saved(file, subfolder, kind));
  }
  return { outputs: [image], ui: new Map([['images', images]]) };
};

const letters = 'abcdefghijklmnopqrstupvxyz';
const fiveLetters = (): string => Array.from({ length: 5 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
// One suffix for each process, as the real node has one for each of its instances.
const tempPrefix = `ComfyUI_temp_${fiveLetters()}`;

/** Classes whose result people see: files and texts. */
export const savingClasses: readonly NodeClass[] = [
  nodeClass({
    name: 'SaveImage',
    display: 'Save Image',
    category: 'image',
    description: 'Writes pictures into the output folder.',
    essentials: 'Basics',
    isOutput: true,
    required: { images: socket('IMAGE'), filename_prefix: text({ default: 'ComfyUI' }) },
    hidden: pngHidden,
    outputs: ['IMAGE'],
    outputNames: ['images'],
    run: (context, inputs) => savePictures(context, inputs, 'output', inputs.text('filename_prefix'), 4),
  }),
  nodeClass({
    name: 'PreviewImage',
    display: 'Preview Image',
    category: 'image',
    description: 'Shows pictures without keeping them.',
    essentials: 'Basics',
    isOutput: true,
    required: { images: socket('IMAGE') },
    hidden: pngHidden,
    outputs: ['IMAGE'],
    outputNames: ['images'],
    run: (context, inputs) => savePictures(context, inputs, 'temp', tempPrefix, 1),
  }),
  nodeClass({
    name: 'PreviewAny',
    display: 'Preview as Text',
    category: 'utilities',
    description: 'Shows any value as text.',
    module: 'comfy_extras.nodes_preview_any',
    isOutput: true,
    required: { source: socket('*') },
    outputs: ['STRING'],
    run(_context, inputs) {
      const shown = str(shownValue(inputs.any('source')));
      return { outputs: [plain(shown)], ui: new Map([['text', [shown]]]) };
    },
  }),
  nodeClass({
    name: 'SaveText',
    display: 'Save Text',
    category: 'text',
    module: 'comfy_extras.nodes_text',
    isV3: true,
    isOutput: true,
    required: {
      text: text({ multiline: false, forceInput: true }),
      filename_prefix: text({ default: 'ComfyUI', multiline: false }),
      format: choice(['txt', 'md', 'json'], { default: 'txt' }),
    },
    hidden: pngHidden,
    outputs: ['STRING'],
    outputNames: ['text'],
    async run(context, inputs) {
      const body = inputs.text('text');
      const { dir, name, subfolder, counter } = await context.folders.nextFile('output', inputs.text('filename_prefix'), 1, 1);
      const file = `${name}_${String(counter).padStart(5, '0')}.${inputs.text('format')}`;
      await write(context, join(dir, file), Buffer.from(inputs.text('format') === 'json' ? tidy(body) : body));
      const ui: PyDict = new Map<string, PyValue>([
        ['text', [body]],
        ['files', [saved(file, subfolder, 'output')]],
      ]);
      return { outputs: [plain(body)], ui };
    },
  }),
];

const tidy = (body: string): string => {
  try {
    return writeJson(parseJson(body));
  } catch {
    return body;
  }
};
