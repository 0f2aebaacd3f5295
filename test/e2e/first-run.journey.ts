import { expect, test } from '@playwright/test';
import { Hearth } from './hearth.ts';
import { expectAccessible, keepScreenshot, open, pickSmall, tryDemoEngine, watchPage } from './page.ts';

test('from the first run to a picture in the gallery, and back into the form', async ({ page }) => {
  await using hearth = new Hearth();
  await hearth.start('--port', '0');
  const watch = watchPage(page);
  await open(page, hearth);
  await expectAccessible(page);
  await tryDemoEngine(page);
  await pickSmall(page, 'Stable Diffusion 1.5', 256);
  await expectAccessible(page);
  const form = page.getByRole('region', { name: 'Form' });
  // Some seconds: its progress is seen on a busy machine too.
  await form.getByRole('spinbutton', { name: 'Steps' }).fill('100');
  await form.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a quiet harbour "before" dawn, 등대 🌊');
  await page.keyboard.press('Control+Enter');

  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText(/step \d+ of 100/)).toBeVisible({ timeout: 30_000 });
  await expect(result.getByText(/\d+ %/)).toBeVisible();
  await expect(result.getByRole('img').first()).toBeVisible();
  await expect(result.getByText(/256 × 256 · seed \d+/)).toBeVisible({ timeout: 60_000 });

  await page.getByRole('link', { name: /^Gallery/ }).click();
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
  const tile = page.getByRole('main').getByRole('link', { name: /harbour/ });
  const picture = tile.locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await expectAccessible(page);
  await tile.click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('definition').filter({ hasText: 'harbour' })).toHaveText(
    'a quiet harbour "before" dawn, 등대 🌊',
  );
  await expectAccessible(page);
  await viewer.getByRole('button', { name: 'Use these values' }).click();
  await expect(form.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('a quiet harbour "before" dawn, 등대 🌊');
  await expect(form.getByRole('radio', { name: 'Fixed' })).toBeChecked();

  // A window of 1280 × 800 at 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  const shown = result.getByText(/256 × 256 · seed \d+/);
  await shown.scrollIntoViewIfNeeded();
  await expect(shown).toBeInViewport({ ratio: 1 });
  expect((await result.boundingBox())?.width).toBeGreaterThan(250);
  watch.expectCalm();
});

test('what a newcomer sees in both languages', async ({ page }) => {
  await using hearth = new Hearth();
  await hearth.start('--port', '0');
  const watch = watchPage(page);
  await open(page, hearth);
  await page.getByText('한국어', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[가-힣]/);
  await expectAccessible(page);
  await keepScreenshot(page, 'first-run-ko');
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Choose what draws your pictures' })).toBeVisible();
  watch.expectCalm();
});
