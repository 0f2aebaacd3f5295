import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readHostFile } from '../../../electron/host-file.ts';
import { lockDataFolder } from '../../../electron/host-lock.ts';
import { type Bridge, bridgePort } from '../../../renderer/ports.ts';
import { type Client, connect } from '../../../shared/rpc.ts';
import { hearth } from '../cli/command-line.ts';

type Electron = typeof import('../../fakes/electron.ts');

let folder: string;
let electron: Electron;
const argv = process.argv;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-window-'));
  vi.resetModules();
  // The file behind the alias: the very module that main.ts gets.
  electron = await import('../../fakes/electron.ts');
});
afterEach(async () => {
  if (electron.fake.exitCode === null) electron.app.quit();
  await vi.waitFor(() => expect(electron.fake.exitCode).not.toBeNull(), { timeout: 20_000 });
  process.argv = argv;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the desktop app as the system does. */
const launch = async (...words: string[]): Promise<void> => {
  process.argv = ['electron', '.', '--data', folder, '--port', '0', ...words];
  await import('../../../electron/main.ts');
};
const openWindow = async () => {
  await launch();
  await vi.waitFor(() => expect(electron.fake.windows[0]?.isVisible).toBe(true));
  const [window] = electron.fake.windows;
  if (!window) throw new Error('no window');
  return window;
};
/** The page's own connection, through the real preload. */
const page = async (): Promise<Client> => {
  await import('../../../electron/preload.ts');
  // The preload has put it there.
  return connect(bridgePort(electron.fake.exposed.hearth as Bridge));
};
const hasEnded = () => vi.waitFor(() => expect(electron.fake.exitCode).toBe(0), { timeout: 20_000 });

describe('the window', () => {
  test('is sandboxed, isolated, and may neither wander off nor open others nor ask for permissions', async () => {
    const { options, webContents } = await openWindow();
    expect(options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    });
    expect(String((options.webPreferences as { preload: string }).preload)).toMatch(/preload\.cjs$/);
    expect(webContents.mainFrame.url).toBe('app://hearth/');
    expect(webContents.navigate('https://evil.example/')).toBe(false);
    expect(webContents.navigate('app://hearth/artifacts/x')).toBe(false);
    expect(webContents.openHandler?.({ url: 'https://evil.example/' })).toEqual({ action: 'deny' });
    const granted: boolean[] = [];
    electron.fake.permissionRequest?.(null, 'media', (isGranted) => granted.push(isGranted));
    expect([granted, electron.fake.permissionCheck?.()]).toEqual([[false], false]);
    expect(electron.fake.schemes).toMatchObject([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  });

  test('gets its pages and pictures over its own scheme, and nothing of another', async () => {
    await openWindow();
    const respond = electron.fake.protocols.get('app');
    const missing = await respond?.(new Request('app://hearth/artifacts/00000000-0000-4000-8000-000000000001'));
    expect(missing?.status).toBe(404);
    expect(await missing?.json()).toMatchObject({ key: 'noSuchArtifact' });
    expect((await respond?.(new Request('app://evil/')))?.status).toBe(403);
  });

  test('talks to the services through the preload, also after a reload', async () => {
    const { webContents } = await openWindow();
    const first = await page();
    expect(await first.call('app.snapshot', {})).toMatchObject({
      host: 'electron',
      actions: ['revealFile', 'pickFolder'],
      dataFolder: folder,
    });
    webContents.reload();
    const second = await page();
    electron.fake.folder = '/home/mina/ComfyUI';
    expect(await second.call('host.pickFolder', {})).toEqual({ folder: '/home/mina/ComfyUI' });
    electron.fake.folder = null;
    expect(await second.call('host.pickFolder', {})).toEqual({ folder: null });
    await expect(second.call('host.revealFile', { artifact: 'x' })).rejects.toMatchObject({ key: 'noSuchArtifact' });
  });

  test('is found by the command line, and gone after it', async () => {
    await openWindow();
    const found = await hearth(['jobs', '--json', '--data', folder]);
    expect([found.code, found.json()]).toEqual([0, { jobs: [], total: 0 }]);
    electron.app.quit();
    await hasEnded();
    await expect(fetch(readHostFile(folder)?.url ?? '')).rejects.toThrow();
    lockDataFolder(folder)();
  });

  test('comes back when the program is started a second time', async () => {
    const window = await openWindow();
    window.isInFront = false;
    electron.app.emit('second-instance');
    expect(window.isFocused()).toBe(true);
  });
});

describe('the end', () => {
  test('closing the window without work ends everything, once', async () => {
    const window = await openWindow();
    window.close();
    electron.app.quit();
    await hasEnded();
    expect(electron.fake.questions).toEqual([]);
  });

  test('closing it with work waiting asks first, and stays if wished', async () => {
    const window = await openWindow();
    const client = await page();
    await client.call('jobs.enqueue', { template: 'demo', values: {} });
    electron.fake.button = 1;
    window.close();
    await vi.waitFor(() => expect(electron.fake.questions).toHaveLength(1));
    expect(electron.fake.questions[0]).toMatchObject({
      message: expect.stringContaining('1'),
      buttons: ['Stop Hearth', 'Keep working'],
    });
    expect(window.isDestroyed()).toBe(false);
    electron.fake.button = 0;
    window.close();
    await hasEnded();
  });

  test('the machine stays awake while work waits', async () => {
    await openWindow();
    const client = await page();
    expect(electron.fake.blockers.size).toBe(0);
    const { jobs } = await client.call('jobs.enqueue', { template: 'demo', values: {} });
    await vi.waitFor(() => expect(electron.fake.blockers.size).toBe(1));
    await client.call('jobs.cancel', { ids: jobs.map(({ id }) => id) });
    await vi.waitFor(() => expect(electron.fake.blockers.size).toBe(0));
  });
});

describe('no window opens', () => {
  test('beside another one of the same data folder', async () => {
    electron.fake.hasLock = false;
    await launch();
    await hasEnded();
    expect(electron.fake.windows).toEqual([]);
  });

  test('where another host has the data folder: it says so', async () => {
    const unlock = lockDataFolder(folder);
    await launch();
    await vi.waitFor(() => expect(electron.fake.exitCode).toBe(1));
    expect(electron.fake.errors.join()).toContain('Another Hearth already uses the data folder');
    expect(electron.fake.windows).toEqual([]);
    unlock();
  });

  test('for an option that cannot be read', async () => {
    await launch('--engine', 'ftp://x');
    expect(electron.fake.exitCode).toBe(1);
    expect(electron.fake.errors.join()).toContain('--engine takes an http or https address');
  });
});
