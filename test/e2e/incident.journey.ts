import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openHostClient, readyEngine } from '../bench/host-client.ts';
import { Hearth } from './hearth.ts';
import { expectAccessible, keepScreenshot, open, pickSmall, watchPage } from './page.ts';
import { writePastIncidents } from './past-incidents.ts';

/** A host whose demo engine fails, where one death is enough to set a job aside. */
const startFailing = async (hearth: Hearth, ...failures: string[]): Promise<void> => {
  const flags = failures.flatMap((failure) => ['--fail', failure]);
  await hearth.start('--port', '0', '--engine', 'demo', '--', '--speed', '20', ...flags);
  const { client, close } = await openHostClient(hearth);
  await client.call('settings.set', { deathsToHold: 1 });
  close();
};

/** Queues one small picture on the screen. */
const queueOne = async (page: Page): Promise<void> => {
  await expect(page.getByRole('region', { name: 'Engine and queue' }).getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await pickSmall(page, 'Stable Diffusion 1.5');
  await page.keyboard.press('Control+Enter');
};

test('five deaths on two days, their cause, one click, a confirmed remedy, and the way back', async ({ page }) => {
  // The longest of the journeys: on a busy machine it takes more than two minutes.
  test.setTimeout(240_000);
  await using hearth = new Hearth();
  writePastIncidents(hearth.data, [1.0003, 1.0002, 1.0001, 1]);
  await startFailing(hearth, 'async-offload');
  const watch = watchPage(page);
  await open(page, hearth);
  await queueOne(page);

  const banner = page.getByRole('alert').filter({ hasText: 'Cause: Unknown CUDA error while weights were copied' });
  await expect(banner).toContainText(/while encoding the prompt of/, { timeout: 30_000 });
  await expect(banner).toContainText(/\(5th time since \w+\)/);
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Incidents/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Unknown CUDA error while weights' });
  await expect(row).toContainText('5 times');
  await expect(row).toContainText('ComfyUI 0.27.0 → 0.28.0');
  await expectAccessible(page);
  await keepScreenshot(page, 'incidents-en');
  await banner.getByRole('button', { name: 'Try --disable-async-offload and run it again' }).click();

  const tried = page.getByRole('region', { name: 'What was tried' });
  await expect(tried.getByText('The boot log shows that the change took')).toBeVisible({ timeout: 30_000 });
  await expect(tried.getByText('The job is done')).toBeVisible({ timeout: 30_000 });
  await expect(tried.getByText('Confirmed: the change is kept')).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'solved' })).toContainText('--disable-async-offload');
  await expect(page.getByRole('region', { name: 'Jobs and pictures' }).getByRole('img')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'incident-en');
  const log = page.getByRole('region', { name: 'Log of the incident' });
  // The error is in the middle of its box, so the box in sight shows it.
  await log.scrollIntoViewIfNeeded();
  await expect(log.getByText('torch.AcceleratorError: CUDA error: unknown error')).toBeInViewport();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Share a report' }).click();
  const report = page.getByRole('dialog', { name: 'Report to share' });
  await expect(report.getByRole('region', { name: 'Text of the report' })).toContainText('cuda-unknown-error-async-offload');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the whole log here' }).click();
  await expect(page.getByRole('log').getByText('CUDA error: unknown error').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Launch profile' }).click();
  await expect(page.getByRole('textbox', { name: 'Flags as text' })).toHaveValue('--disable-async-offload');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Unknown CUDA error while weights' }).first().click();

  await tried.getByRole('button', { name: /^Undo/ }).click();
  await expect(tried.getByText('Undone', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${hearth.url}/#/engine`);
  await page.getByRole('tab', { name: 'Launch profile' }).click();
  await expect(page.getByRole('textbox', { name: 'Flags as text' })).toHaveValue('');
  watch.expectCalm();
});

test('what did not help is taken back, and the next remedy is confirmed', async ({ page }) => {
  await using hearth = new Hearth();
  await startFailing(hearth, 'poisoned@1', 'poisoned@2');
  const watch = watchPage(page);
  await open(page, hearth);
  await queueOne(page);
  await page.getByRole('button', { name: 'Try --disable-async-offload and run it again' }).click({ timeout: 30_000 });

  const todo = page.getByRole('region', { name: 'What to do' });
  const tried = page.getByRole('region', { name: 'What was tried' });
  await expect(tried.getByText('Taken back')).toBeVisible({ timeout: 60_000 });
  await expect(todo.getByRole('listitem').filter({ hasText: '--disable-async-offload' })).toContainText('did not help');
  await todo.getByRole('button', { name: /^Try it: Start with --disable-pinned-memory/ }).click();
  await expect(tried.getByText('Confirmed: the change is kept')).toBeVisible({ timeout: 60_000 });
  const verdicts = tried.getByRole('list').first().locator('> li');
  await expect(verdicts).toHaveCount(2);
  await expect(verdicts.first()).toContainText('--disable-pinned-memory');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'solved' })).toBeVisible();
  await page.getByRole('link', { name: /^Queue/ }).click();
  await expect(page.getByRole('row', { name: /^Done 1/ })).toBeVisible();
  watch.expectCalm();
});

test('a death that nothing explains stays unknown; a log that somebody sent is answered in the same words', async ({ page }) => {
  await using hearth = new Hearth();
  await startFailing(hearth, 'exit-3');
  const watch = watchPage(page);
  await open(page, hearth);
  await queueOne(page);
  const banner = page.getByRole('alert').filter({ hasText: 'The cause is not known.' });
  await expect(banner).toBeVisible({ timeout: 30_000 });
  // The job that died leads to it too.
  await page.getByRole('link', { name: /^Queue/ }).click();
  await page.getByRole('row', { name: /held/ }).click();
  await page.getByRole('link', { name: /^Why it failed: Cause unknown/ }).click();
  await expect(page.getByRole('heading', { name: 'Cause unknown' })).toBeVisible();
  await expect(page.getByText(/Hearth does not guess/)).toBeVisible();
  await expect(page.getByText(/exit code 3/)).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Log of the incident' })
      .getByText(/^marked line/)
      .first(),
  ).toBeAttached();
  await expectAccessible(page);

  // Closed, it says nothing more; the incident stays.
  await page.getByRole('link', { name: /^Generate/ }).click();
  await banner.getByRole('button', { name: 'Hide this message' }).click();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Form' })).toBeVisible();
  await expect(banner).toHaveCount(0);

  const file = join(hearth.data, 'sent.log');
  writeFileSync(file, sentLog);
  await page.keyboard.press('i');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Read a log file' }).click();
  await (await chooser).setFiles(file);
  await expect(page.getByRole('heading', { name: 'A model file of the workflow is missing' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('sent.log')).toBeVisible();
  await expectAccessible(page);
  watch.expectCalm();
});

test('in Korean, with the keyboard alone: from the list to a remedy that changes the job, its proof, and the way back', async ({
  page,
}) => {
  await using hearth = new Hearth();
  await hearth.start('--port', '0', '--engine', 'demo', '--', '--speed', '20', '--fail', 'vae-oom');
  const { client, close } = await openHostClient(hearth);
  await readyEngine(client);
  await client.call('settings.set', { language: 'ko' });
  await client.call('jobs.enqueue', { template: 'sd15', values: { width: 128, height: 128 } });
  close();
  const watch = watchPage(page);
  await open(page, hearth);
  const main = page.getByRole('main');
  await expect(page.getByRole('alert').filter({ hasText: '그림을 인코딩·디코딩하다 비디오 메모리 부족' })).toBeVisible({
    timeout: 30_000,
  });
  await page.keyboard.press('i');
  await tabTo(page, main.getByRole('link', { name: '그림을 인코딩·디코딩하다 비디오 메모리 부족' }));
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  await expect(main.getByText(/VAEDecode → VAEDecodeTiled \(tile_size 512/)).toBeVisible();
  await tabTo(page, main.getByRole('button', { name: /^해 보기: 타일로/ }));
  await expectAccessible(page);
  await keepScreenshot(page, 'job-remedy-ko');
  await page.keyboard.press('Enter');
  await expect(main.getByText('확인됨: 바꾼 대로 둠')).toBeVisible({ timeout: 60_000 });
  await tabTo(page, main.getByRole('button', { name: /^되돌리기/ }));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: '시도한 것' }).getByText('되돌림', { exact: true }).first()).toBeVisible({
    timeout: 30_000,
  });
  await expectAccessible(page);
  watch.expectCalm();
});

/** Goes on with Tab until it is there, as somebody without a mouse does. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target.first()).toBeVisible();
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press('Tab');
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target.first()).toBeFocused();
};

/** A person's log, as another launcher prints it. */
const sentLog = [
  '[2026-11-30 20:14:11.200] [info]  got prompt',
  '[2026-11-30 20:14:11.300] [error] Failed to validate prompt for output 9:',
  '[2026-11-30 20:14:11.300] [error] * CheckpointLoaderSimple 4:',
  "[2026-11-30 20:14:11.300] [error]   - Value not in list: ckpt_name: 'dream.safetensors' not in ['sd15.safetensors']",
  '[2026-11-30 20:14:11.300] [error] Output will be ignored',
  "[2026-11-30 20:14:11.300] [error] invalid prompt: {'type': 'prompt_outputs_failed_validation', 'message': 'Prompt outputs failed validation', 'details': '', 'extra_info': {}}",
].join('\n');
