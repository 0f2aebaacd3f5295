import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Hearth } from './hearth.ts';

/** Complains of everything the page itself complained of, at the end of a journey. */
export const watchPage = (page: Page): { expectCalm: () => void } => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A host that was killed refuses connections: the browser itself writes that down.
    if (message.type() === 'error' && !/net::ERR|WebSocket connection/.test(message.text())) complaints.push(message.text());
  });
  return { expectCalm: () => expect(complaints).toEqual([]) };
};

/** Nothing that axe calls serious or worse. */
export const expectAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const bad = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(bad).toEqual([]);
};

/** Opens the app signed in. */
export const open = async (page: Page, hearth: Hearth): Promise<void> => {
  await page.goto(hearth.address);
  await expect(page).toHaveURL(new RegExp(`^${hearth.url}/(#.*)?$`));
};

/** Goes through the first run to the demo engine, as a newcomer does. */
export const tryDemoEngine = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Choose what draws your pictures' })).toBeVisible();
  await page.getByRole('button', { name: 'Try the demo engine' }).click();
  await expect(page.getByRole('region', { name: 'Engine and queue' }).getByText('Ready')).toBeVisible({ timeout: 60_000 });
};

/** Picks a template on Generate and sets it small, so that a picture takes a moment only. */
export const pickSmall = async (page: Page, template: string, side = 128): Promise<void> => {
  await page
    .getByRole('region', { name: 'Templates' })
    .getByRole('button', { name: new RegExp(`^${template}`) })
    .click();
  const form = page.getByRole('region', { name: 'Form' });
  await expect(form.getByRole('heading', { name: new RegExp(`^${template}`) })).toBeVisible();
  await form.getByRole('spinbutton', { name: 'Width' }).fill(String(side));
  await form.getByRole('spinbutton', { name: 'Height' }).fill(String(side));
};

/** Keeps a picture of the screen for the README where one was asked for. */
export const keepScreenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env.HEARTH_SCREENSHOTS) await page.screenshot({ path: `test/e2e/screenshots/${name}.png` });
};
