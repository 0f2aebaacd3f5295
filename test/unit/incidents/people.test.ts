import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { boot } from '../../fixtures/crash-logs/build-log.ts';
import { incidentsScene, oom } from './incidents-scene.ts';
import { engineId } from './incidents-world.ts';

const scene = incidentsScene();

describe('what people do', () => {
  const two = async (): Promise<string[]> => {
    for (const _ of [1, 2]) {
      const launch = scene.world.launch([...boot(), ...oom]);
      scene.world.fail(scene.world.attempt(launch), launch, { ending: 'outOfMemory' });
      await scene.world.settle();
    }
    return scene.all().map(({ id }) => id);
  };

  test('resolve, dismiss with the whole group, open again', async () => {
    const [second = '', first = ''] = await two();
    scene.world.incidents.resolve([first]);
    expect(scene.all().map(({ state }) => state)).toEqual(['open', 'resolved']);
    scene.world.incidents.reopen([first]);
    scene.world.incidents.dismiss([second], true);
    expect(scene.all().map(({ state }) => state)).toEqual(['dismissed', 'dismissed']);
    expect(scene.world.incidents.open(10)).toEqual([]);
    scene.world.incidents.reopen([second]);
    expect(scene.world.incidents.open(10).map(({ id }) => id)).toEqual([second]);
  });

  test('what is being tried stays open', async () => {
    const [id = ''] = await two();
    scene.world.incidents.setTrial(id, 'trial');
    expect(() => scene.world.incidents.dismiss([id], false)).toThrow('being tried');
    scene.world.incidents.setTrial(id, { confirmed: 'reserve-vram' });
    expect(scene.all()[0]).toMatchObject({ state: 'resolved', resolvedBy: 'reserve-vram' });
  });

  test('pages by key, filters, and refusals in words', async () => {
    const ids = await two();
    const first = scene.world.incidents.list({ filter: {}, limit: 1 });
    expect([first.incidents[0]?.id, first.total]).toEqual([ids[0], 2]);
    const next = scene.world.incidents.list({ filter: {}, limit: 1, cursor: first.next ?? '' });
    expect([next.incidents[0]?.id, next.next]).toEqual([ids[1], null]);
    const { job } = scene.all()[1] ?? {};
    expect(scene.world.incidents.list({ filter: { job: job ?? '' }, limit: 9 }).incidents).toHaveLength(1);
    expect(scene.world.incidents.list({ filter: { states: ['resolved'] }, limit: 9 }).total).toBe(0);
    expect(scene.world.incidents.list({ filter: { cause: 'vram-oom', kinds: ['job'], engine: engineId }, limit: 9 }).total).toBe(
      2,
    );
    expect(() => scene.world.incidents.list({ filter: {}, limit: 1, cursor: 'x' })).toThrow('cannot be continued');
    expect(() => scene.world.incidents.get('nobody')).toThrow('There is no incident nobody');
    expect(() => scene.world.incidents.groups({ filter: {}, days: 3, timeZone: 'Mars/Olympus' })).toThrow('no time zone');
  });

  test('a report has everything but what is private, unless prompts are wished for', async () => {
    const launch = scene.world.launch([...boot(), 'prompt: a lighthouse in heavy snow, HF_TOKEN=hf_abcdefghijklmnop', ...oom]);
    scene.world.fail(scene.world.attempt(launch), launch, { ending: 'outOfMemory' });
    await scene.world.settle();
    const id = scene.all()[0]?.id ?? '';
    const report = scene.world.incidents.report(id, { isWithPrompts: false });
    expect(report.fileName).toBe('hearth-incident-2026-11-30-vram-oom.md');
    expect(report.text).toContain('# Out of video memory');
    expect(report.text).toMatch(/^> +\d+ {2}torch\.OutOfMemoryError: Allocation on device$/m);
    expect(report.text).not.toMatch(/lighthouse|hf_|mira\b/);
    expect(report.redactions.map(({ kind }) => kind).sort()).toEqual(['folder', 'prompt', 'secret']);
    expect(scene.world.incidents.report(id, { isWithPrompts: true }).text).toContain('lighthouse');
  });
});

test('what a given file is thought to be', async () => {
  const file = join(scene.folder.path, 'given.log');
  writeFileSync(file, `${[...boot(), ...oom].join('\r\n')}\r\n`);
  const answer = await scene.world.incidents.diagnoseGiven(file, 'from a friend.log', {
    exit: null,
    signal: null,
    outcome: null,
    version: null,
  });
  expect(answer).toMatchObject({ name: 'from a friend.log', encoding: 'utf-8', diagnosis: { cause: 'vram-oom' } });
  const texts = new Map(answer.log.flatMap(({ firstLine, lines }) => lines.map((text, at) => [firstLine + at, text])));
  expect(answer.diagnosis.lines.map((n) => texts.get(n))).toContain('torch.OutOfMemoryError: Allocation on device');
});
