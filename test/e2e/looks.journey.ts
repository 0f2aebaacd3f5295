import { expect, test } from '@playwright/test';
import { Hearth } from './hearth.ts';
import { expectAccessible, keepScreenshot, open, pickSmall, tryDemoEngine, watchPage } from './page.ts';
import { writePastBenchmarks } from './past-benchmarks.ts';

const screens = [
  'generate',
  'queue',
  'gallery',
  'engine',
  'incidents',
  'benchmarks',
  'benchmarks/new',
  'settings',
  'templates/sd15',
  'templates',
];
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 700 },
];

/**
 * Axe takes longer than all the rest: every screen in each language once, at the one width or the other, for what it looks at changes with
 * neither but for what a width hides.
 */
const lookedAt = { en: 1280, ko: 1024 };
/** As many and as large as make a picture for the README; a test needs less. */
const drawn = process.env.HEARTH_SCREENSHOTS ? { side: 384, count: '6' } : { side: 128, count: '2' };

for (const language of ['en', 'ko'] as const)
  test(`every screen in ${language}, at three sizes: readable for everybody, nothing runs off the side`, async ({ page }) => {
    test.setTimeout(240_000);
    await using hearth = new Hearth();
    const benchmark = writePastBenchmarks(hearth.data);
    await hearth.start('--port', '0');
    const watch = watchPage(page);
    await open(page, hearth);
    await tryDemoEngine(page);
    await pickSmall(page, 'Stable Diffusion 1.5', drawn.side);
    await page.getByRole('spinbutton', { name: 'How many pictures' }).fill(drawn.count);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('region', { name: 'Result' }).getByText(/\d+ × \d+ · seed \d+/)).toBeVisible({ timeout: 60_000 });
    await page.getByText(language === 'en' ? 'English' : '한국어', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const screen of [...screens, `benchmarks/${benchmark}`]) {
        await page.goto(`${hearth.url}/#/${screen}`);
        await expect(page.getByRole('main')).not.toBeEmpty();
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        if (screen.endsWith(benchmark)) await expect(page.locator('.recharts-surface').first()).toBeVisible();
        await expect(page.getByRole('main')).toContainText(language === 'ko' ? /[가-힣]/ : /[a-z]/);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow, `${screen} at ${size.width} in ${language}`).toBeLessThanOrEqual(0);
        if (size.width === lookedAt[language]) await expectAccessible(page);
        if (size.width === 1280) await keepScreenshot(page, `${screen.replace('/', '-').replace(benchmark, 'run')}-${language}`);
      }
    }
    watch.expectCalm();
  });

test('from an empty queue to a picture with the keyboard alone', async ({ page }) => {
  await using hearth = new Hearth();
  await hearth.start('--port', '0', '--engine', 'demo');
  await open(page, hearth);
  await expect(page.getByRole('region', { name: 'Engine and queue' }).getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: /^Plain colour/ }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('region', { name: 'Form' });
  await expect(form.getByRole('heading', { name: /^Plain colour/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Result' }).getByText(/seed \d+/)).toBeVisible({ timeout: 60_000 });
  // The command palette leads everywhere.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Gallery');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
  await expect(page.locator('[data-picture]')).toHaveCount(1);
  await page.locator('[data-picture]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('[data-picture]')).toBeFocused();
});
