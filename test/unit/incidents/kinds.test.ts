import { describe, expect, test } from 'vitest';
import { catalog } from '../../../electron/incidents/catalog/catalog.ts';
import { matchingOrder } from '../../../electron/incidents/catalog/order.ts';
import { remedyCatalog } from '../../../electron/incidents/remedy-catalog.ts';
import { causes as en } from '../../../shared/i18n/en/causes.ts';
import { causes as ko } from '../../../shared/i18n/ko/causes.ts';
import { Diagnosis } from '../../../shared/incident.ts';
import { gpuLogs } from '../../fixtures/crash-logs/gpu.ts';
import { packageLogs } from '../../fixtures/crash-logs/packages.ts';
import { systemLogs } from '../../fixtures/crash-logs/system.ts';
import { diagnoseLines } from './diagnose-lines.ts';

const logs = { ...gpuLogs, ...packageLogs, ...systemLogs };
/** What no log shows: somebody who looks at the picture says so. */
const unseen = ['async-offload-image-corruption', 'disable-async-offload-black-output', 'async-offload-slow-hang'];

test.each(Object.entries(logs))('%s is recognised', async (id, log) => {
  const diagnosis = await diagnoseLines(log);
  expect(diagnosis.cause).toBe(id);
  expect(Diagnosis.parse(diagnosis)).toEqual(diagnosis);
  expect(diagnosis.remedies.length).toBeGreaterThan(0);
  for (const n of diagnosis.lines) expect(log.lines[n - 1]?.trim()).toBeTruthy();
});

test('every kind of the catalog has a log, or cannot be seen in one', () => {
  expect([...Object.keys(logs), ...unseen].sort()).toEqual(catalog.map(({ id }) => id).sort());
});

describe('the catalog', () => {
  test('has each kind once, in the order of matching', () => {
    expect(catalog.map(({ id }) => id)).toEqual(matchingOrder);
    expect(new Set(matchingOrder).size).toBe(156);
  });

  test('speaks both languages about each kind', () => {
    expect(Object.keys(ko).sort()).toEqual(Object.keys(en).sort());
    expect(Object.values(ko).filter(({ title, text }) => !/[가-힣]/.test(title) || !/[가-힣]/.test(text))).toEqual([]);
  });

  test('uses every remedy it knows', () => {
    const used = new Set<string>(['restart-engine', ...catalog.flatMap(({ remedies }) => remedies)]);
    expect(Object.keys(remedyCatalog).filter((id) => !used.has(id))).toEqual([]);
  });
});
