/**
 * Stands in for the `electron` package (alias in vitest.config.ts): one window, whose page and host talk as over IPC, cloned and
 * later. Only what main.ts and preload.ts use, plus `fake` for tests to look inside.
 */
import { EventEmitter } from 'node:events';

type Bag = Record<string, unknown>;

/** Everything that tests ask about or decide. */
export const fake = {
  windows: [] as BrowserWindow[],
  exposed: {} as Bag,
  schemes: [] as unknown[],
  protocols: new Map<string, (request: Request) => Promise<Response>>(),
  permissionRequest: null as ((contents: unknown, permission: string, done: (isGranted: boolean) => void) => void) | null,
  permissionCheck: null as (() => boolean) | null,
  shown: [] as string[],
  notifications: [] as Bag[],
  blockers: new Set<number>(),
  /** What the next dialogs answer. */
  folder: null as string | null,
  button: 0,
  questions: [] as Bag[],
  errors: [] as string[],
  hasLock: true,
  quits: 0,
  exitCode: null as number | null,
  /** As after a fresh start of the program. */
  reset(): void {
    fake.windows.length = 0;
    fake.exposed = {};
    fake.schemes = [];
    fake.protocols.clear();
    fake.shown = [];
    fake.notifications = [];
    fake.blockers.clear();
    fake.folder = null;
    fake.button = 0;
    fake.questions = [];
    fake.errors = [];
    fake.hasLock = true;
    fake.quits = 0;
    fake.exitCode = null;
    for (const emitter of [app, ipcMain]) emitter.removeAllListeners();
  },
};

class Event {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

export class WebContents extends EventEmitter {
  readonly page = new IpcRenderer(this);
  mainFrame: { url: string; parent: unknown } = { url: '', parent: null };
  openHandler: ((details: { url: string }) => { action: string }) | null = null;
  #isDestroyed = false;
  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  send(channel: string, message: unknown): void {
    if (this.#isDestroyed) throw new Error('Object has been destroyed');
    const copy: unknown = structuredClone(message);
    setImmediate(() => this.page.emit(channel, new Event(), copy));
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  /** The page wants to go elsewhere. Answers whether it may. */
  navigate(url: string): boolean {
    const event = new Event();
    this.emit('will-navigate', event, url);
    if (!event.defaultPrevented) this.load(url);
    return !event.defaultPrevented;
  }
  load(url: string): void {
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false, url });
    this.mainFrame = { url, parent: null };
  }
  reload(): void {
    this.load(this.mainFrame.url);
  }
  destroy(): void {
    this.#isDestroyed = true;
    this.emit('destroyed');
  }
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows = (): BrowserWindow[] => fake.windows.filter((window) => !window.isDestroyed());
  readonly options: Bag;
  readonly webContents = new WebContents();
  progress = -1;
  isInFront = true;
  isVisible = false;
  constructor(options: Bag) {
    super();
    this.options = options;
    fake.windows.push(this);
    this.webContents.once('destroyed', () => this.emit('closed'));
  }
  isDestroyed(): boolean {
    return this.webContents.isDestroyed();
  }
  async loadURL(url: string): Promise<void> {
    this.webContents.load(url);
    this.emit('ready-to-show');
  }
  show(): void {
    this.isVisible = true;
  }
  focus(): void {
    this.isInFront = true;
  }
  isFocused(): boolean {
    return this.isInFront;
  }
  isMinimized(): boolean {
    return false;
  }
  restore(): void {}
  setProgressBar(ratio: number): void {
    this.progress = ratio;
  }
  /** A person clicks the cross. */
  close(): void {
    const event = new Event();
    this.emit('close', event);
    if (event.defaultPrevented) return;
    this.destroy();
  }
  destroy(): void {
    if (this.isDestroyed()) return;
    this.webContents.destroy();
    if (BrowserWindow.getAllWindows().length === 0) app.emit('window-all-closed');
  }
}

class App extends EventEmitter {
  isPackaged = false;
  readonly commandLine = { appendSwitch: (): void => {} };
  whenReady = (): Promise<void> => Promise.resolve();
  requestSingleInstanceLock = (): boolean => fake.hasLock;
  setPath = (): void => {};
  setAppUserModelId = (): void => {};
  getLocale = (): string => 'en-US';
  quit(): void {
    fake.quits++;
    const event = new Event();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    for (const window of BrowserWindow.getAllWindows()) window.close();
    if (BrowserWindow.getAllWindows().length === 0) this.exit(0);
  }
  exit(code = 0): void {
    fake.exitCode ??= code;
    this.emit('quit', new Event(), code);
  }
}
export const app = new App();

export const ipcMain = new EventEmitter();
ipcMain.setMaxListeners(0);

/** A page's own end. */
class IpcRenderer extends EventEmitter {
  readonly #contents: WebContents;
  constructor(contents: WebContents) {
    super();
    this.#contents = contents;
  }
  send(channel: string, message: unknown): void {
    const { mainFrame } = this.#contents;
    const copy: unknown = structuredClone(message);
    setImmediate(() => ipcMain.emit(channel, { sender: this.#contents, senderFrame: mainFrame }, copy));
  }
}

const newest = (): IpcRenderer => {
  const window = fake.windows.at(-1);
  if (!window) throw new Error('no window is open');
  return window.webContents.page;
};
/** What a preload script sees: the end of the window that was opened last. */
export const ipcRenderer = {
  send: (channel: string, message: unknown): void => newest().send(channel, message),
  on: (channel: string, listener: (...args: unknown[]) => void): unknown => newest().on(channel, listener),
  off: (channel: string, listener: (...args: unknown[]) => void): unknown => newest().off(channel, listener),
};

export const contextBridge = {
  exposeInMainWorld(name: string, api: unknown): void {
    fake.exposed[name] = api;
  },
};

export const protocol = {
  registerSchemesAsPrivileged(schemes: unknown[]): void {
    fake.schemes.push(...schemes);
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void {
    fake.protocols.set(scheme, handler);
  },
};

export const session = {
  defaultSession: {
    setPermissionRequestHandler(handler: typeof fake.permissionRequest): void {
      fake.permissionRequest = handler;
    },
    setPermissionCheckHandler(handler: typeof fake.permissionCheck): void {
      fake.permissionCheck = handler;
    },
  },
};

export const shell = {
  showItemInFolder(file: string): void {
    fake.shown.push(file);
  },
};

export const dialog = {
  showOpenDialog: async (): Promise<{ canceled: boolean; filePaths: string[] }> => ({
    canceled: fake.folder === null,
    filePaths: fake.folder === null ? [] : [fake.folder],
  }),
  async showMessageBox(_window: unknown, options: Bag): Promise<{ response: number }> {
    fake.questions.push(options);
    return { response: fake.button };
  },
  showErrorBox(title: string, text: string): void {
    fake.errors.push(`${title}: ${text}`);
  },
};

export class Notification {
  static isSupported = (): boolean => true;
  readonly #options: Bag;
  constructor(options: Bag) {
    this.#options = options;
  }
  show(): void {
    fake.notifications.push(this.#options);
  }
}

export const powerSaveBlocker = {
  start(): number {
    const id = fake.blockers.size + 1;
    fake.blockers.add(id);
    return id;
  },
  stop(id: number): void {
    fake.blockers.delete(id);
  },
};

export const Menu = { setApplicationMenu: (): void => {} };
