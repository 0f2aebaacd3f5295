import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { BenchmarkRun } from '../../shared/benchmark.ts';
import { openHostClient } from '../bench/host-client.ts';
import { Hearth } from './hearth.ts';
import { expectAccessible, keepScreenshot, open, watchPage } from './page.ts';

const ready = async (page: Page): Promise<void> =>
  expect(page.getByRole('region', { name: 'Engine and queue' }).getByText('Ready')).toBeVisible({ timeout: 60_000 });

/** Clicks what saves a file; answers with what was saved. */
const saved = async (page: Page, act: () => Promise<void>): Promise<Buffer> => {
  const download = page.waitForEvent('download');
  await act();
  return readFileSync(await (await download).path());
};

/** A page that draws on a machine without a card is other work to a measurement: nobody looks until it is over. */
const lookAway = async (page: Page, hearth: Hearth): Promise<void> => {
  await page.goto('about:blank');
  const { client, close } = await openHostClient(hearth);
  await new Promise<void>((over) => {
    const see = ({ state }: Pick<BenchmarkRun, 'state'>): void => void (state !== 'running' && over());
    client.on('benchmark.changed', see);
    void client.call('benchmarks.list', {}).then(({ runs }) => runs.forEach(see));
  });
  close();
  await page.goBack();
};

test('two profiles, from the preset to a verdict with the keyboard; kept, run again, stopped', async ({ page, context }) => {
  test.setTimeout(240_000);
  await using hearth = new Hearth();
  await hearth.start('--port', '0', '--engine', 'demo');
  const { client, close } = await openHostClient(hearth);
  const flags = (speed: string) => [
    { flag: '--speed', value: speed },
    { flag: '--noise', value: '0.02' },
  ];
  await client.call('profiles.save', { id: 'default', name: 'Default', flags: flags('1'), env: {} });
  await client.call('profiles.save', { name: 'Quicker', flags: flags('20'), env: {} });
  close();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const watch = watchPage(page);
  await open(page, hearth);
  await ready(page);

  await page.getByRole('link', { name: 'Benchmarks' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing was measured yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Two profiles/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Configuration 1' }).getByRole('textbox', { name: 'Name' })).toHaveValue(
    'Default',
  );
  await expect(page.getByRole('group', { name: 'Configuration 2' }).getByRole('textbox', { name: 'Name' })).toHaveValue(
    'Quicker',
  );
  const what = page.getByRole('region', { name: 'What' });
  await what.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Stable Diffusion 1.5' }).click();
  for (const [name, value] of [
    ['Steps', '100'],
    ['Width', '256'],
    ['Height', '256'],
  ] as const)
    await what.getByRole('textbox', { name, exact: true }).fill(value);
  await page.getByRole('textbox', { name: 'Name of the plan' }).fill('Two speeds');
  await page.getByRole('textbox', { name: 'Runs of each configuration' }).fill('many');
  const before = page.getByRole('region', { name: 'Before it starts' });
  await expect(before).toContainText('1 field needs you');
  // Every start costs seconds of work, a slow step only waits: few runs, none to warm up, and a difference that no busy machine hides.
  await page.getByRole('textbox', { name: 'Runs of each configuration' }).fill('4');
  await page.getByRole('textbox', { name: 'Warm-up runs after each start' }).fill('0');
  await expect(before).toContainText('8 runs that count');
  await expect(before).toContainText(/Demo engine is started anew \d+ times/);
  await expect(before).toContainText('The queue is paused meanwhile');
  await keepScreenshot(page, 'benchmark-plan-en');
  await page.getByRole('button', { name: 'Start measuring' }).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('progressbar', { name: 'Progress of the benchmark' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('The queue is paused until this is over.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Bar chart from zero/ })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await keepScreenshot(page, 'benchmark-live-en');
  const verdict = page.getByRole('heading', { name: /^“Quicker” (is|seems) .* faster than “Default” here/ });
  await expect(verdict).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Two speeds');
  const cells = page.getByRole('region', { name: 'Configurations' });
  await expect(cells.getByRole('row', { name: /^Default/ })).toContainText('compared with this');
  await expect(page.getByRole('region', { name: 'What differs' }).getByRole('row', { name: /^Launch profile/ })).toContainText(
    'differs',
  );
  await expect(page.getByRole('img', { name: /^Stacked bars/ })).toHaveAttribute('aria-label', /KSampler/);

  await page.getByRole('button', { name: 'Copy the text' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^“Quicker” (is|seems) .* Measured with Hearth/);
  const csv = await saved(page, async () => {
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: /CSV/ }).press('Enter');
  });
  const rows = csv.toString('utf8').trim().split('\r\n');
  expect(rows.filter((row) => row.includes(',counted,'))).toHaveLength(8);
  const picture = await saved(page, () => page.getByRole('button', { name: 'Save “Time of each run” as a picture' }).click());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');

  await page.getByRole('link', { name: 'All benchmarks' }).click();
  const plan = page.getByRole('region', { name: 'Plans' }).getByRole('listitem');
  await expect(plan).toContainText('faster');
  await expectAccessible(page);
  await plan.getByRole('button', { name: 'Run Two speeds' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('dialog', { name: 'Stop measuring?' }).getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('main').getByText('You stopped the benchmark.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(0);
  await ready(page);
  watch.expectCalm();
});

test('a plan that somebody passed on is opened, measured and passed on again as it was', async ({ page }) => {
  test.setTimeout(300_000);
  await using hearth = new Hearth();
  await hearth.start('--port', '0', '--engine', 'demo');
  const watch = watchPage(page);
  await open(page, hearth);
  await ready(page);
  await page.goto(`${hearth.url}/#/benchmarks`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a plan file' }).click();
  const file = join(import.meta.dirname, 'plans/before-after.json');
  await (await chooser).setFiles(file);
  await expect(page.getByRole('textbox', { name: 'Name of the plan' })).toHaveValue('before-after');
  const again = await saved(page, () => page.getByRole('button', { name: 'Save as a file' }).click());
  expect(JSON.parse(again.toString())).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  // The picture of the README shows all of it; a test need not wait so long.
  if (!process.env.HEARTH_SCREENSHOTS) {
    await page.getByRole('textbox', { name: 'Runs of each configuration' }).fill('1');
    await page.getByRole('textbox', { name: 'Warm-up runs after each start' }).fill('0');
  }
  await page.getByRole('button', { name: 'Start measuring' }).click();
  const chart = page.getByRole('img', { name: /^Bar chart from zero.*before: median .*after: median/ });
  if (process.env.HEARTH_SCREENSHOTS) {
    await expect(page.getByRole('progressbar', { name: 'Progress of the benchmark' })).toBeVisible({ timeout: 30_000 });
    await lookAway(page, hearth);
  }
  await expect(chart).toBeVisible({ timeout: 240_000 });
  await expect(page.getByRole('button', { name: 'Run it again', exact: true })).toBeVisible({ timeout: 240_000 });
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(/“after”.*“before”/);
  await expect(chart).toBeVisible();
  await keepScreenshot(page, 'benchmark-en');
  watch.expectCalm();
});
