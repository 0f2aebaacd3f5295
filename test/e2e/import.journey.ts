import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Hearth } from './hearth.ts';
import { expectAccessible, open, tryDemoEngine, watchPage } from './page.ts';

const file = 'test/fixtures/workflows/own-api.json';

test('a workflow of one’s own becomes a form, a picture, a second version, and the first again', async ({ page }) => {
  await using hearth = new Hearth();
  await hearth.start('--port', '0');
  const watch = watchPage(page);
  await open(page, hearth);
  await tryDemoEngine(page);

  await page.getByRole('button', { name: 'Import a workflow' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('main').getByText('Canvas')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Title (English)' }).fill('My canvas');
  await page.getByRole('textbox', { name: 'Title (Korean)' }).fill('나의 캔버스');
  await page.getByRole('button', { name: 'Save template' }).click();
  const form = page.getByRole('region', { name: 'Form' });
  await expect(form.getByRole('heading', { name: /^My canvas/ })).toBeVisible();
  await form.getByRole('spinbutton', { name: /width/i }).fill('48');
  await page.keyboard.press('Control+Enter');
  const picture = page.getByRole('region', { name: 'Result' }).getByRole('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth).catch(() => 0), { timeout: 30_000 })
    .toBe(96);

  const changed = JSON.parse(readFileSync(file, 'utf8'));
  changed['5'].inputs.scale_by = 3;
  await page.getByRole('button', { name: 'Import a workflow' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'own-api.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(changed)) });
  await page.getByRole('combobox', { name: 'Save as' }).click();
  await page.getByRole('option', { name: 'My canvas, version 2' }).click();
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(form.getByText('version 2')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth).catch(() => 0), { timeout: 30_000 })
    .toBe(144);

  await page.getByRole('link', { name: 'Versions and removal of My canvas' }).click();
  await expectAccessible(page);
  const versions = page.getByRole('main').getByRole('listitem');
  await versions.filter({ hasText: 'Version 1' }).getByRole('button').click();
  await expect(versions.filter({ hasText: 'Version 3' }).getByText('in use')).toBeVisible();
  watch.expectCalm();
});

test('a workflow in the window’s own format is told how to be exported', async ({ page }) => {
  await using hearth = new Hearth();
  await hearth.start('--port', '0', '--engine', 'demo');
  await open(page, hearth);
  await page.goto(`${hearth.url}/#/generate`);
  await page.getByRole('button', { name: 'Import a workflow' }).click();
  const ui = JSON.stringify({ last_node_id: 1, last_link_id: 0, nodes: [{ id: 1, type: 'SaveImage' }], links: [], version: 0.4 });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ui.json', mimeType: 'application/json', buffer: Buffer.from(ui) });
  await expect(page.getByRole('alert').getByText(/Export \(API\)/)).toBeVisible();
});
