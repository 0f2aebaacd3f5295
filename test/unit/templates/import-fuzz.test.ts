import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactInteger } from '../../../electron/lib/exact-json.ts';
import { drawSeed } from '../../../electron/templates/draw-seed.ts';
import { inspectWorkflow } from '../../../electron/templates/import.ts';
import { assembleTemplate } from '../../../electron/templates/load.ts';
import { readWorkflow } from '../../../electron/templates/read-workflow.ts';
import { renderPrompt } from '../../../electron/templates/render.ts';
import { resolveValues } from '../../../electron/templates/values.ts';
import { AppError } from '../../../shared/app-error.ts';
import { ImportInspection } from '../../../shared/template.ts';
import { classTable } from './class-table.ts';
import { sampleGraph } from './sample.ts';

/** Imports a text with everything that was proposed, as a person would who ticks every box. */
const importAll = (text: string, table: typeof classTable | null): void => {
  const { candidates, outputs, suggestedId } = ImportInspection.parse(inspectWorkflow(text, 'f.json', table, () => false));
  if (outputs.length === 0) return;
  const parameters = candidates.map(({ parameter }) => parameter);
  const template = assembleTemplate(
    {
      id: suggestedId,
      version: 1,
      title: { en: 't', ko: 't' },
      needs: { nodes: [], models: [] },
      parameters,
      outputs: outputs.map(({ node, kind }) => ({ node, kind })),
      limits: {},
    },
    readWorkflow(text).graph,
    'own',
    'f',
  );
  const pictures = parameters.filter(({ type }) => type === 'image').map(({ key }) => [key, `${'0'.repeat(64)}.png`]);
  const models = parameters.filter(({ role }) => role === 'model').map(({ key }) => [key, 'm']);
  const { values } = resolveValues(template, Object.fromEntries([...pictures, ...models]), { drawSeed });
  JSON.parse(renderPrompt(template, values, { attemptId: 'a' }));
};
const isSaid = (text: string): boolean => {
  for (const table of [classTable, null]) {
    try {
      importAll(text, table);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return true;
};
const runs = { seed: 20261130, numRuns: 500 };

test('any text at all gets an answer or a sentence', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), isSaid), runs);
});

test('a workflow with pieces cut, doubled and moved gets an answer or a sentence', () => {
  const cut = fc.tuple(fc.nat(sampleGraph.length), fc.nat(40), fc.nat(sampleGraph.length));
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), (cuts) => {
      let text = sampleGraph;
      for (const [at, length, to] of cuts) {
        const piece = text.slice(at, at + length);
        text = text.slice(0, at) + text.slice(at + length);
        text = text.slice(0, to) + piece + text.slice(to);
      }
      return isSaid(text);
    }),
    runs,
  );
});

test('whatever is in a graph, all that is proposed loads, resolves and renders', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'text',
      'seed',
      'noise_seed',
      'steps',
      'cfg',
      'width',
      'image',
      'ckpt_name',
      'filename_prefix',
      '__proto__',
      'constructor',
      'a/b~c',
      '한글',
      '',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.boolean(),
    fc.constant(null),
    fc.tuple(fc.constantFrom('1', '2', 'x'), fc.nat(3)),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const type = fc.oneof(fc.constantFrom(...classTable.keys()), fc.string({ maxLength: 6 }));
  const node = fc.record({ class_type: type, inputs: fc.dictionary(name, value, { maxKeys: 6 }) });
  const write = (graph: unknown): string =>
    JSON.stringify(graph, (_key, child) => (typeof child === 'bigint' ? exactInteger(child.toString()) : child));
  const save = { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } };
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('1', '2', '104:3', 'a/b', '__proto__'), node, { minKeys: 1 }), (graph) => {
      const text = write({ ...graph, '9': save });
      for (const table of [classTable, null]) importAll(text, table);
      expect(readWorkflow(text).graph).toHaveProperty('9');
    }),
    runs,
  );
});
