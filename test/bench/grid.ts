import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from '@playwright/test';
import { findBrowser } from '../../build/find-browser.mjs';
import { Hearth } from '../e2e/hearth.ts';
import type { Tell } from './figure.ts';
import { openHostClient } from './host-client.ts';

const jobs = 10_000;
const rounds = 3;

/** Runs inside the host: writes the longest time its event loop was blocked since it was last asked, when it is asked by a signal. */
const meter = (file: string): string => `
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
if (process.argv.includes('serve')) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(${JSON.stringify(file)}, String(delay.max / 1e6));
    delay.reset();
  });
}`;

/** Ms that the host's event loop was blocked at most since the last time. */
const longestBlock = async (pid: number, file: string): Promise<number> => {
  writeFileSync(file, '');
  const watcher = watch(file);
  const written = once(watcher, 'change');
  process.kill(pid, 'SIGUSR2');
  await written;
  while (readFileSync(file, 'utf8') === '') await once(watcher, 'change');
  watcher.close();
  return Number(readFileSync(file, 'utf8'));
};

/** Begins to note tasks of the page that take longer than a frame or three; the browser tells of those above 50 ms. */
const noteLongTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
/** Forgets them, and answers with the longest; 0: there was none. */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks.splice(0)));

/** Fills the form of the demo template for a grid of so many jobs. */
const fillGrid = async (page: Page): Promise<void> => {
  const form = page.getByRole('region', { name: 'Form' });
  await form.getByRole('button', { name: 'Vary Width' }).click();
  await form.getByRole('textbox', { name: 'Width' }).fill('16..40:8');
  await form.getByRole('button', { name: 'Vary Height' }).click();
  await form.getByRole('textbox', { name: 'Height' }).fill('16..48:8');
};
/** Says how many seeds each combination gets; a form that was left has forgotten it. */
const fillCount = async (page: Page): Promise<void> => {
  const form = page.getByRole('region', { name: 'Form' });
  await form.getByRole('spinbutton', { name: 'How many pictures' }).fill('500');
  await form.getByText(`${jobs.toLocaleString('en-GB')} jobs`, { exact: true }).waitFor();
};

/** Ten thousand jobs queued as a grid from the form: what the window and the host do meanwhile. */
export const run = async (tell: Tell): Promise<void> => {
  const executablePath = findBrowser();
  // Playwright is no part of the bundle.
  const { chromium } = createRequire(import.meta.url)('@playwright/test') as typeof import('@playwright/test');
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  const file = join(folder, 'delay');
  writeFileSync(join(folder, 'meter.mjs'), meter(file));
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = `${before ?? ''} --import ${join(folder, 'meter.mjs')}`;
  await using hearth = new Hearth();
  await hearth.start('--port', '0', '--engine', 'demo', '--', '--speed', '1000');
  if (before === undefined) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = before;
  const { client, close } = await openHostClient(hearth);
  await client.call('queue.pause', { text: 'benchmark' });
  await client.call('settings.set', { language: 'en' });
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    await page.goto(hearth.address);
    await page
      .getByRole('region', { name: 'Templates' })
      .getByRole('button', { name: /^Plain colour/ })
      .first()
      .click();
    await noteLongTasks(page);
    const tasks: number[] = [];
    const blocks: number[] = [];
    const shown: number[] = [];
    for (let round = 0; round < rounds; round++) {
      if (round === 0) await fillGrid(page);
      await fillCount(page);
      await longestTask(page);
      const pid = hearth.pid ?? 0;
      await longestBlock(pid, file);
      await page.keyboard.press('Control+Enter');
      await page.getByText(`Queued ${jobs.toLocaleString('en-GB')}.`).waitFor({ timeout: 60_000 });
      // Until the counts of the frame have followed.
      await page.getByRole('link', { name: new RegExp(`^Queue.*${((round + 1) * jobs).toLocaleString('en-GB')}`) }).waitFor();
      blocks.push(await longestBlock(pid, file));
      tasks.push(await longestTask(page));
      await page
        .getByRole('link', { name: /^Queue/ })
        .first()
        .click();
      await page
        .getByText(`Batch of ${jobs.toLocaleString('en-GB')}`)
        .nth(round)
        .waitFor();
      shown.push(await longestTask(page));
      await page.getByRole('link', { name: /^Generate/ }).click();
      await page.getByRole('region', { name: 'Form' }).waitFor();
      // What is typed on the way to a full form is not what is measured, and a page that is idle tells so.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    }
    const figure = (metric: string, values: number[], goal: number): void =>
      tell({ metric, value: Math.max(...values), unit: 'ms', goal, better: 'lower', against: null, ratio: null });
    figure(`longest task of the page, ${jobs.toLocaleString('en')} jobs as a grid`, tasks, 100);
    figure('longest task of the page, opening the queue then', shown, 100);
    figure(`longest block of the host, ${jobs.toLocaleString('en')} jobs as a grid`, blocks, 50);
  } finally {
    await browser.close();
    close();
    rmSync(folder, { recursive: true });
  }
};
