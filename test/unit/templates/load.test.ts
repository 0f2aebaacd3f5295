import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTemplate } from '../../../electron/templates/load.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { Parameter, TemplateFile } from '../../../shared/template.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { param, sampleFile, sampleGraph, writeTemplate } from './sample.ts';

const errorOf = async (folder: string): Promise<AppError | string> => {
  try {
    await loadTemplate(folder, 'own');
    return 'loaded';
  } catch (error) {
    return error instanceof AppError ? error : String(error);
  }
};

const withParameters = (...parameters: Parameter[]): TemplateFile => sampleFile({ parameters });
const one = (more: Partial<Parameter>): TemplateFile => withParameters({ ...param('p', 'text', '/6/inputs/text'), ...more });

describe('a template that is not right is refused with file and place', () => {
  const cases: [string, TemplateFile | string | null, string | null, string, Record<string, string | number>][] = [
    ['no template.json', null, sampleGraph, 'templateUnreadable', {}],
    ['no graph.json', sampleFile(), null, 'templateUnreadable', {}],
    ['cut template.json', JSON.stringify(sampleFile()).slice(0, -9), sampleGraph, 'templateNotJson', {}],
    ['cut graph.json', sampleFile(), sampleGraph.slice(0, -9), 'templateNotJson', {}],
    ['NaN in the graph', sampleFile(), sampleGraph.replace('20', 'NaN'), 'templateNotJson', {}],
    ['endless nesting', '['.repeat(200_000), sampleGraph, 'templateNotJson', {}],
    ['graph that is a list', sampleFile(), '[]', 'templateNotApi', {}],
    ['graph in UI format', sampleFile(), '{"nodes": [], "links": []}', 'templateNotApi', { node: 'nodes' }],
    [
      'node without a class',
      sampleFile(),
      sampleGraph.replace('"KSampler", "_meta"', '7, "_meta"'),
      'templateNotApi',
      { node: '3' },
    ],
    [
      'other id than its folder',
      sampleFile({ id: 'other' }),
      sampleGraph,
      'templateIdMismatch',
      { id: 'other', folder: 'sample' },
    ],
    ['version zero', sampleFile({ version: 0 }), sampleGraph, 'templateInvalid', { where: 'version' }],
    ['no outputs', sampleFile({ outputs: [] }), sampleGraph, 'templateInvalid', { where: 'outputs' }],
    [
      'unknown type',
      JSON.stringify(sampleFile()).replace('"seed","targets"', '"sed","targets"'),
      sampleGraph,
      'templateInvalid',
      { where: 'parameters.1.type' },
    ],
    [
      'no Korean title',
      JSON.stringify(sampleFile()).replace(',"ko":"견본"', ''),
      sampleGraph,
      'templateInvalid',
      { where: 'title.ko' },
    ],
    [
      'target that is not there',
      one({ targets: ['/6/inputs/txt'] }),
      sampleGraph,
      'templateTargetMissing',
      { key: 'p', target: '/6/inputs/txt' },
    ],
    [
      'target in a node that is not there',
      one({ targets: ['/66/inputs/text'] }),
      sampleGraph,
      'templateTargetMissing',
      { target: '/66/inputs/text' },
    ],
    ['target into a prototype', one({ targets: ['/6/inputs/constructor'] }), sampleGraph, 'templateTargetMissing', {}],
    [
      'second target that is not there',
      one({ targets: ['/6/inputs/text', '/1/x/y'] }),
      sampleGraph,
      'templateTargetMissing',
      { target: '/1/x/y' },
    ],
    [
      'target that is a link',
      one({ targets: ['/6/inputs/clip'] }),
      sampleGraph,
      'templateTargetLink',
      { target: '/6/inputs/clip' },
    ],
    ['target within a link', one({ targets: ['/6/inputs/clip/0'] }), sampleGraph, 'templateTargetLink', {}],
    ['target that is all inputs', one({ targets: ['/6/inputs'] }), sampleGraph, 'templateTargetLink', {}],
    ['target that is a class', one({ targets: ['/6/class_type'] }), sampleGraph, 'templateTargetLink', {}],
    ['target that is a title', one({ targets: ['/3/_meta/title'] }), sampleGraph, 'templateTargetLink', {}],
    ['target that names the files', one({ targets: ['/104:9/inputs/filename_prefix'] }), sampleGraph, 'templateTargetPrefix', {}],
    [
      'two that set the same',
      withParameters(param('a', 'text', '/6/inputs/text'), param('b', 'text', '/6/inputs/text')),
      sampleGraph,
      'templateTargetTwice',
      { key: 'b', other: 'a' },
    ],
    [
      'two of one key',
      withParameters(param('a', 'text', '/6/inputs/text'), param('a', 'integer', '/3/inputs/steps')),
      sampleGraph,
      'templateKeyTwice',
      { key: 'a' },
    ],
    [
      'default outside its range',
      withParameters(param('a', 'integer', '/3/inputs/steps', { default: 0, min: 1 })),
      sampleGraph,
      'templateDefault',
      { key: 'a', given: '0' },
    ],
    [
      'graph outside the range',
      withParameters(param('a', 'integer', '/3/inputs/steps', { max: 10 })),
      sampleGraph,
      'templateDefault',
      { given: '20' },
    ],
    ['default of another type', withParameters(param('a', 'boolean', '/3/inputs/steps')), sampleGraph, 'templateDefault', {}],
    [
      'default that is no choice',
      withParameters(param('a', 'choice', '/3/inputs/sampler_name', { choices: ['dpm'] })),
      sampleGraph,
      'templateDefault',
      {},
    ],
    [
      'choice without choices',
      withParameters(param('a', 'choice', '/3/inputs/sampler_name')),
      sampleGraph,
      'templateInvalid',
      { where: 'parameters.0.choices' },
    ],
    ['choices on a text', one({ choices: ['a'] }), sampleGraph, 'templateInvalid', { where: 'parameters.0.choices' }],
    ['range on a text', one({ max: 3 }), sampleGraph, 'templateInvalid', { where: 'parameters.0.max' }],
    [
      'min above max',
      withParameters(param('a', 'number', '/3/inputs/cfg', { min: 9, max: 1 })),
      sampleGraph,
      'templateInvalid',
      { where: 'parameters.0.min' },
    ],
    [
      'broken bound of an integer',
      withParameters(param('a', 'integer', '/3/inputs/steps', { min: 0.5 })),
      sampleGraph,
      'templateInvalid',
      { where: 'parameters.0.min' },
    ],
    [
      'seed range beyond 2^64',
      withParameters(param('a', 'seed', '/3/inputs/seed', { max: '18446744073709551616' })),
      sampleGraph,
      'templateInvalid',
      { where: 'parameters.0.max' },
    ],
    [
      'output that is not there',
      sampleFile({ outputs: [{ node: '9', kind: 'image' }] }),
      sampleGraph,
      'templateOutputMissing',
      { node: '9' },
    ],
    [
      'output twice',
      sampleFile({
        outputs: [
          { node: '104:9', kind: 'image' },
          { node: '104:9', kind: 'image' },
        ],
      }),
      sampleGraph,
      'templateOutputTwice',
      {},
    ],
    ['only previews', sampleFile({ outputs: [{ node: '10', kind: 'image' }] }), sampleGraph, 'templateOnlyPreviews', {}],
  ];
  test.each(cases)('%s', async (_name, template, graph, key, params) => {
    await using folder = await tempFolder();
    const path = await writeTemplate(folder.path, 'sample', template, graph);
    const error = await errorOf(path);
    expect(error).toMatchObject({ key, params });
    expect(error instanceof AppError && error.message).toContain(path);
  });

  test.each(['Upper', 'with space', 'a.b', '-a', 'con', 'a'.repeat(65), '한글'])('folder called %s', async (name) => {
    await using folder = await tempFolder();
    const path = await writeTemplate(folder.path, name, sampleFile({ id: name }));
    expect(await errorOf(path)).toMatchObject({ key: 'templateFolderName' });
  });

  test('template.json that is a folder, or a link to nowhere', async () => {
    await using folder = await tempFolder();
    const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
    await mkdir(join(first, 'template.json'), { recursive: true });
    await mkdir(second);
    await symlink('/nowhere', join(second, 'template.json'));
    expect(await errorOf(first)).toMatchObject({ key: 'templateUnreadable' });
    expect(await errorOf(second)).toMatchObject({ key: 'templateUnreadable' });
  });

  test.runIf(process.platform !== 'win32')('a pipe or a device, which would never end', async () => {
    await using folder = await tempFolder();
    for (const file of ['template.json', 'graph.json']) {
      const path = await writeTemplate(folder.path, `pipe-${file.length}`, sampleFile({ id: `pipe-${file.length}` }));
      await rm(join(path, file));
      execFileSync('mkfifo', [join(path, file)]);
      expect(await errorOf(path)).toMatchObject({ key: 'templateUnreadable', params: { detail: 'it is no file' } });
      await rm(join(path, file));
      await symlink('/dev/zero', join(path, file));
      expect(await errorOf(path)).toMatchObject({ key: 'templateUnreadable', params: { detail: 'it is no file' } });
    }
  });

  test('a file that is larger than any workflow', async () => {
    await using folder = await tempFolder();
    const path = await writeTemplate(folder.path, 'huge', sampleFile({ id: 'huge' }));
    await truncate(join(path, 'graph.json'), 50_000_001);
    expect(await errorOf(path)).toMatchObject({ key: 'templateUnreadable', params: { detail: 'it is larger than 50 MB' } });
  });
});

describe('a template that is right', () => {
  test('takes what has no default from its graph; seeds and pictures stay open', async () => {
    await using folder = await tempFolder();
    const file = withParameters(
      param('prompt', 'text', '/6/inputs/text'),
      param('steps', 'integer', '/3/inputs/steps', { default: 30 }),
      param('tiled', 'boolean', '/5/inputs/tiled'),
      param('model', 'choice', '/4/inputs/ckpt_name', { role: 'model', choices: { class: 'C', input: 'ckpt_name' } }),
      param('big', 'integer', '/3/inputs/seed'),
      param('picture', 'image', '/7/inputs/image'),
    );
    const { parameters } = await loadTemplate(await writeTemplate(folder.path, 'sample', file), 'own');
    expect(parameters.map(({ key, default: start }) => [key, start])).toStrictEqual([
      ['prompt', 'a cat'],
      ['steps', 30],
      ['tiled', false],
      ['model', 'a.safetensors'],
      ['big', '18446744073709551615'],
      ['picture', undefined],
    ]);
  });

  test('bare integers beyond 2^53 keep every digit', async () => {
    await using folder = await tempFolder();
    const text = JSON.stringify(withParameters(param('s', 'seed', '/3/inputs/seed', { max: 1, default: 2 })))
      .replace('"max":1', '"max":18446744073709551615')
      .replace('"default":2', '"default":9007199254740993');
    const { parameters } = await loadTemplate(await writeTemplate(folder.path, 'sample', text), 'own');
    expect(parameters[0]).toMatchObject({ max: '18446744073709551615', default: '9007199254740993' });
  });

  test('a byte order mark and unknown keys do no harm', async () => {
    await using folder = await tempFolder();
    const path = await writeTemplate(folder.path, 'sample', JSON.stringify({ ...sampleFile(), later: 1 }));
    await writeFile(join(path, 'graph.json'), `\ufeff${sampleGraph}`);
    expect(Object.keys((await loadTemplate(path, 'own')).graph)).toContain('104:9');
  });

  test('previews may be kept beside what is saved, and text needs no file', async () => {
    await using folder = await tempFolder();
    const both = sampleFile({
      outputs: [
        { node: '104:9', kind: 'image' },
        { node: '10', kind: 'image' },
      ],
    });
    expect((await loadTemplate(await writeTemplate(folder.path, 'sample', both), 'own')).outputs).toHaveLength(2);
    const text = sampleFile({ id: 'text', outputs: [{ node: '10', kind: 'text' }] });
    expect((await loadTemplate(await writeTemplate(folder.path, 'text', text), 'own')).id).toBe('text');
  });
});
