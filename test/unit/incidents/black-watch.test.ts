import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBlackWatch } from '../../../electron/incidents/black-watch.ts';
import { createVirtualClock } from '../../fakes/virtual-clock.ts';

const warning = 'RuntimeWarning: invalid value encountered in cast\n';
const executed = 'Prompt executed in 3.10 seconds\n';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  file = join(folder, 'engine.log');
  writeFileSync(file, 'of an earlier launch: '.concat(warning, executed));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => {
  const from = 'of an earlier launch: '.length + warning.length + executed.length;
  const found: string[] = [];
  const watch = createBlackWatch<string>(
    createVirtualClock(),
    (launch) => (launch === 'ours' ? { file, from } : undefined),
    (job) => found.push(job),
  );
  return { watch, found };
};

test.each([
  ['the first', `${warning}${executed}${executed}${executed}`, 'a'],
  ['the second', `${executed}${warning}${executed}${executed}`, 'b'],
  ['the last', `${executed}${executed}${warning}${executed}`, 'c'],
])('of several that end within a moment %s is named', async (_, lines, job) => {
  const { watch, found } = open();
  for (const name of ['a', 'b', 'c']) watch.succeeded('ours', name);
  appendFileSync(file, lines);
  await watch.flush();
  expect(found).toEqual([job]);
});

test('a warning of a job that still runs is told of that one, once it has succeeded', async () => {
  const { watch, found } = open();
  watch.succeeded('ours', 'before');
  appendFileSync(file, `${executed}${warning}`);
  await watch.flush();
  expect(found).toEqual([]);
  appendFileSync(file, executed);
  watch.succeeded('ours', 'black');
  await watch.flush();
  watch.succeeded('ours', 'after');
  appendFileSync(file, `${warning}${executed}`);
  await watch.flush();
  expect(found).toEqual(['black']);
});

test('a warning that was half written at the look before is found whole', async () => {
  const { watch, found } = open();
  watch.succeeded('ours', 'a');
  appendFileSync(file, `${executed}${warning.slice(0, 30)}`);
  await watch.flush();
  appendFileSync(file, `${warning.slice(30)}${executed}`);
  watch.succeeded('ours', 'b');
  await watch.flush();
  expect(found).toEqual(['b']);
});

test('a launch without a log, or with one that is gone, tells nothing', async () => {
  const { watch, found } = open();
  watch.succeeded('elsewhere', 'a');
  rmSync(file);
  watch.succeeded('ours', 'b');
  await watch.flush();
  expect(found).toEqual([]);
});
