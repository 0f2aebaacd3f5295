import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openHostClient } from '../bench/host-client.ts';
import { Hearth } from './hearth.ts';
import { open, pickSmall, tryDemoEngine, watchPage } from './page.ts';

test('twenty jobs, Hearth killed in the middle: twenty pictures, each job exactly one', async ({ page }) => {
  await using hearth = new Hearth();
  await hearth.start('--port', '0');
  const watch = watchPage(page);
  await open(page, hearth);
  await tryDemoEngine(page);
  await pickSmall(page, 'Stable Diffusion 1.5');
  await page.getByRole('spinbutton', { name: 'How many pictures' }).fill('20');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('link', { name: /^Queue/ }).click();
  await expect(page.getByRole('row', { name: /\b([3-9]|1\d) of 20 done/ })).toBeVisible({ timeout: 60_000 });

  await hearth.kill();
  await expect(page.getByText(/Hearth cannot be reached|connection/i).first()).toBeVisible({ timeout: 30_000 });
  await hearth.start();
  // The open tab finds the host again by itself.
  await expect(page.getByRole('row', { name: /all 20 done/ })).toBeVisible({ timeout: 90_000 });

  const { client, close } = await openHostClient(hearth);
  const { jobs, total } = await client.call('jobs.list', { limit: 100 });
  close();
  expect(total).toBe(20);
  expect(jobs.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'succeeded'));
  expect(jobs.map(({ artifacts }) => artifacts.length)).toEqual(Array.from({ length: 20 }, () => 1));
  expect(new Set(jobs.map(({ seed }) => seed)).size).toBe(20);
  const files = readdirSync(join(hearth.data, 'artifacts'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBe(20);
  watch.expectCalm();
});
