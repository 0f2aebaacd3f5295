import { defineConfig } from '@playwright/test';
import { findBrowser } from './build/find-browser.mjs';

const browser = findBrowser();

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.journey.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  // Every journey has a host, a data folder and a browser of its own.
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // A busy machine is no failure.
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    headless: true,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
