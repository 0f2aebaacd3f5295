import { expect, test } from '@playwright/test';
import { Hearth } from './hearth.ts';
import { expectAccessible, open, watchPage } from './page.ts';

test('a flag is set, judged and tried; a crash is explained afterwards', async ({ page }) => {
  await using hearth = new Hearth();
  await hearth.start('--engine', 'demo');
  const watch = watchPage(page);
  await open(page, hearth);
  await page.goto(`${hearth.url}/#/engine`);
  const ready = page.getByText(/^Ready for/).first();
  await expect(ready).toBeVisible({ timeout: 60_000 });

  await page.getByRole('tab', { name: 'Launch profile' }).click();
  await page.getByRole('combobox', { name: 'Where models are kept' }).click();
  await page.getByRole('option', { name: '--highvram' }).click();
  await page.getByRole('textbox', { name: 'Value of --reserve-vram' }).fill('much');
  // The engine's own parser says so, before anything was started.
  await expect(page.getByRole('alert')).toContainText('--reserve-vram');
  await page.getByRole('textbox', { name: 'Flags as text' }).fill('--highvram --reserve-vram 1.5');
  await expect(page.getByRole('textbox', { name: 'Value of --reserve-vram' })).toHaveValue('1.5');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'As it will be started' })).toContainText('--reserve-vram');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save and restart' }).click();

  await page.getByRole('tab', { name: 'Facts' }).click();
  await expect(page.getByText('was NORMAL_VRAM')).toBeVisible({ timeout: 60_000 });
  await expect(ready).toBeVisible({ timeout: 60_000 });

  const pid = Number(/\d+/.exec((await page.getByText(/^Process: \d+/).textContent()) ?? '')?.[0]);
  process.kill(pid, 'SIGKILL');
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByText('Stopped unexpectedly', { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText('It was ended at once from outside.')).toBeVisible();
  await expect(page.getByText('Started again by itself', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show its log' }).first().click();
  await expect(page.getByRole('log')).toContainText('HIGH_VRAM');

  await page.getByRole('tab', { name: 'Monitor' }).click();
  await expect(page.getByRole('region', { name: 'VRAM' })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  watch.expectCalm();
});
