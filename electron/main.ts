import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, Menu, Notification, powerSaveBlocker, protocol, session, shell } from 'electron';
import { AppError } from '../shared/app-error.ts';
import { en } from '../shared/i18n/en.ts';
import { ko } from '../shared/i18n/ko.ts';
import { serve } from '../shared/rpc.ts';
import { fill } from '../shared/words.ts';
import { findAppPaths } from './app-paths.ts';
import type { Config } from './config.ts';
import { desktopOptions } from './desktop-options.ts';
import { type Host, openHost } from './host.ts';
import type { HostActions } from './host-actions.ts';
import { parseConfig } from './parse-config.ts';
import { openJobs, watchWork } from './watch-work.ts';
import { windowPort } from './web/ports.ts';
import { windowAssets } from './web/to-response.ts';

const origin = 'app://hearth';

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
]);

/** Words outside the page, in the language set or the system's. */
const words = (language = 'system'): typeof en => {
  const isKorean = language === 'ko' || (language === 'system' && app.getLocale().startsWith('ko'));
  return isKorean ? { ...en, ...ko } : en;
};

const actions: HostActions = {
  revealFile: (file) => shell.showItemInFolder(file),
  async pickFolder() {
    const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory'] });
    return canceled ? null : (filePaths[0] ?? null);
  },
};

const config = readConfig();
if (config) {
  // Chromium's own files; the lock on them makes a second start of the same data folder come back to this window.
  app.setPath('userData', join(config.dataDir, 'window'));
  if (app.requestSingleInstanceLock())
    app
      .whenReady()
      .then(() => run(config))
      .catch(fail);
  else app.quit();
}

function readConfig(): Config | undefined {
  try {
    const options = desktopOptions(process.argv.slice(app.isPackaged ? 1 : 2));
    const { platform, env } = process;
    return parseConfig(options, 'electron', findAppPaths(), { platform, env, home: homedir(), cwd: process.cwd() });
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/** Says why there is no Hearth, and ends. */
function fail(error: unknown): void {
  const text = error instanceof AppError ? fill(words().errors[error.key], error.params) : String(error);
  dialog.showErrorBox('Hearth', text);
  app.exit(1);
}

async function run(config: Config): Promise<void> {
  let host: Host;
  try {
    host = await openHost(config, { actions });
  } catch (error) {
    return fail(error);
  }
  endOnce(host);
  denyPermissions();
  Menu.setApplicationMenu(null);
  protocol.handle('app', windowAssets(origin, host.serveAsset, host.app.onInternal));
  app.on('second-instance', focus);
  await openWindow(config, host);
  showWork(host);
  // The window is there already: what could not be taken up shows there, and in the log.
  await host.start().catch((error: unknown) => host.app.log.error('start failed', { error }));
}

/** The first wish to quit stops everything that was started; the program ends when that is done. */
function endOnce(host: Host): void {
  let ending: Promise<void> | undefined;
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (ending) return;
    ending = host.stop().catch((error: unknown) => host.app.log.error('stopping failed', { error }));
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    void ending.then(() => app.exit(0));
  });
}

/** Pages need no camera, no place, no notifications of their own. */
function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, done) => done(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
}

function focus(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.show();
  window?.focus();
}

async function openWindow({ entry }: Config, { app: services }: Host): Promise<void> {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 500,
    title: 'Hearth',
    backgroundColor: '#16181d',
    show: false,
    webPreferences: {
      preload: join(dirname(entry), 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  const { webContents } = window;
  const openPort = (): void =>
    void serve(services.handlers, services.hub, windowPort(ipcMain, webContents, origin), services.onInternal);
  // A page that is loaded anew, by a reload for example, gets a pipe of its own; the one before closes by itself.
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) openPort();
  });
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.on('close', (event) => {
    const count = openJobs(services.counts());
    if (count === 0) return;
    event.preventDefault();
    void askToStop(window, services.language(), count);
  });
  window.once('ready-to-show', () => window.show());
  await window.loadURL(`${origin}/`);
}

/** Closing the window ends the work as well: asked for once, with what it means. */
async function askToStop(window: BrowserWindow, language: string, count: number): Promise<void> {
  const { desktop } = words(language);
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: fill(desktop.stopWithWork, { count }),
    buttons: [desktop.stop, desktop.goOn],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 0) app.quit();
}

/** Task bar, sleep and notifications follow the work. */
function showWork({ app: services }: Host): void {
  const [window] = BrowserWindow.getAllWindows();
  let blocker: number | undefined;
  watchWork(services.hub, services.counts(), {
    progress: (ratio) => window?.isDestroyed() || window?.setProgressBar(ratio ?? -1),
    busy(isBusy) {
      if (blocker !== undefined) powerSaveBlocker.stop(blocker);
      blocker = isBusy ? powerSaveBlocker.start('prevent-app-suspension') : undefined;
    },
    finished(outcome) {
      if (!Notification.isSupported() || window?.isDestroyed() || window?.isFocused()) return;
      const { desktop } = words(services.language());
      new Notification({ title: desktop.allDone, body: fill(desktop.allDoneText, outcome) }).show();
    },
  });
}
