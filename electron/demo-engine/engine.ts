import { join } from 'node:path';
import { cacheLine } from './boot-lines.ts';
import type { EngineConsole } from './console.ts';
import { executePrompt } from './execute/executor.ts';
import type { Audience, ExecutorWorld } from './execute/executor-world.ts';
import { Interrupt } from './execute/interrupt.ts';
import { ResultCache } from './execute/result-cache.ts';
import { FailureCounter } from './failures/failure-counter.ts';
import { failuresNow } from './failures/failure-plan.ts';
import type { Life } from './failures/life.ts';
import { PromptFailures, promptTexts } from './failures/prompt-failures.ts';
import { strike, WorkerDeath } from './failures/strike.ts';
import type { Launch } from './flags/launch.ts';
import { Folders } from './folders.ts';
import { type Machine, machineOf } from './machine.ts';
import { ModelFiles } from './model-files.ts';
import { ggufPack } from './nodes/loaders.ts';
import type { Listings } from './nodes/node-class.ts';
import { loadedPacks, type NodeTable, nodeTable } from './nodes/node-table.ts';
import { Pace } from './pace.ts';
import { PromptQueue, type QueueItem } from './prompt/prompt-queue.ts';
import type { Writable } from './python/json.ts';
import { str } from './python/text.ts';
import { isDict } from './python/values.ts';
import { SocketHub } from './socket-hub.ts';

/** Everything that lives as long as the process: queue, sockets, nodes, and the worker that runs prompts one after the other. */
export class Engine {
  readonly launch: Launch;
  readonly console: EngineConsole;
  readonly machine: Machine;
  readonly folders: Folders;
  readonly packs: string[];
  readonly models: ModelFiles;
  readonly table: NodeTable;
  readonly queue: PromptQueue;
  readonly hub: SocketHub;
  readonly interrupt = new Interrupt();
  readonly counter: FailureCounter;
  readonly #life: Life;
  readonly #pace: Pace;
  readonly #cache: ResultCache;
  readonly #loaded = new Set<string>();
  #number = 0;
  #clientId: string | null = null;
  #node: string | null = null;
  #isPoisoned = false;

  constructor(launch: Launch, console: EngineConsole, life: Life) {
    this.launch = launch;
    this.console = console;
    this.#life = life;
    this.machine = machineOf(launch);
    this.folders = new Folders(launch);
    this.packs = loadedPacks(launch.has, launch.values('--whitelist-custom-nodes'));
    this.models = new ModelFiles(
      { models: launch.modelsDir, customNodes: join(launch.base, 'custom_nodes'), output: launch.outputDir },
      this.packs.includes(ggufPack),
    );
    this.table = nodeTable(this.packs);
    this.counter = new FailureCounter(join(launch.base, 'demo-engine-counts.json'));
    this.#pace = new Pace(launch.speed, launch.noise);
    this.#cache = new ResultCache(launch.cache);
    this.queue = new PromptQueue(() => this.hub.broadcastStatus());
    this.hub = new SocketHub(
      {
        queueRemaining: () => this.queue.remaining,
        features: () => this.features(),
        running: () => ({ clientId: this.#clientId, node: this.#node }),
      },
      console,
    );
  }

  /** Whether a node is at work now. */
  get isWorking(): boolean {
    return this.#node !== null;
  }

  /** Whether that node is a sampler, which computes outside of Python. */
  get isSampling(): boolean {
    const node = this.#node === null ? undefined : this.queue.running?.prompt.get(this.#node);
    return isDict(node) && /Sampler/.test(str(node.get('class_type') ?? null));
  }

  /** What `/features` says. */
  features(): { [key: string]: Writable } {
    const extra = this.launch.featureFlags.map((flag): [string, Writable] => {
      const [key = '', ...rest] = flag.split('=');
      const text = rest.length > 0 ? rest.join('=').trim() : 'true';
      return [key.trim(), /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text];
    });
    return {
      ...Object.fromEntries(extra),
      supports_preview_metadata: true,
      supports_model_type_tags: true,
      max_upload_size: this.launch.maxBodyBytes,
      extension: { manager: { supports_v4: true } },
      node_replacements: true,
      assets: this.launch.has('--enable-assets'),
    };
  }

  /** Lists of choices as they are now, read once. */
  async listings(): Promise<Listings> {
    const pictures = await this.folders.inputPictures();
    const known = new Map<string, string[]>();
    return {
      inputPictures: () => pictures,
      models: (key) => {
        const names = known.get(key) ?? [...new Set(key.split('+').flatMap((folder) => this.models.list(folder) ?? []))].sort();
        known.set(key, names);
        return names;
      },
    };
  }

  /** The number of the next prompt; each POST takes one, even if it is refused afterwards. */
  nextNumber(): number {
    return this.#number++;
  }

  /** Runs prompts until the process ends. When the worker dies, prompts are still accepted, and nothing runs any more. */
  async work(): Promise<void> {
    for (;;) {
      const item = await this.queue.take();
      try {
        if (item) await this.#run(item);
      } catch (error) {
        this.console.raw(workerTraceback(error));
        return;
      }
      this.#giveBack();
    }
  }

  async #run(item: QueueItem): Promise<void> {
    const begun = performance.now();
    const client = item.extraData.get('client_id');
    this.#clientId = typeof client === 'string' ? client : null;
    const entry = await executePrompt(item, this.#world(), this.#audience(this.#clientId), this.#failuresOf(item));
    this.queue.done(item, entry);
    if (this.#clientId !== null) this.hub.send('executing', { node: null, prompt_id: item.promptId }, this.#clientId);
    this.console.log('INFO', `Prompt executed in ${duration((performance.now() - begun) / 1000)}`, 32);
  }

  get #isAsyncOffloadOn(): boolean {
    return this.machine.offloadStreams > 0;
  }

  #failuresOf(item: QueueItem): PromptFailures {
    const plan = this.launch.failures.filter(({ phase }) => phase === 'prompt');
    // The file is kept only where somebody counts.
    const count = plan.some(({ on }) => on.how === 'nth') ? this.counter.next('prompts') : 0;
    const now = plan.length === 0 ? [] : failuresNow(plan, 'prompt', count, promptTexts(item.prompt, this.table));
    return new PromptFailures(now, { isAsyncOffloadOn: this.#isAsyncOffloadOn, isMemoryPinned: this.machine.pinnedMb > 0 });
  }

  #world(): ExecutorWorld {
    const { console, machine, folders, models, interrupt, launch } = this;
    return {
      table: this.table,
      cache: this.#cache,
      console,
      services: {
        console,
        machine,
        folders,
        models,
        pace: this.#pace,
        interrupt,
        isMetadataOff: launch.has('--disable-metadata'),
        previewSize: launch.previewSize,
        loaded: this.#loaded,
      },
      previewMethod: launch.previewMethod,
      strike: (failure) =>
        strike(failure, {
          console,
          life: this.#life,
          cutSockets: () => this.hub.cutAll(),
          poison: () => {
            this.#isPoisoned = true;
          },
          isAsyncOffloadOn: this.#isAsyncOffloadOn,
        }),
      isPoisoned: () => this.#isPoisoned,
    };
  }

  #audience(clientId: string | null): Audience {
    return {
      tell: (event, data) => {
        if (clientId !== null) this.hub.send(event, data, clientId);
      },
      announce: (event, data) => this.hub.send(event, data, clientId),
      preview: (bytes, names, when) => {
        if (this.hub.wantsMetadata(clientId) === (when === 'before-progress')) this.hub.sendPreview(bytes, names, clientId);
      },
      current: (node) => {
        this.#node = node;
      },
    };
  }

  /** What `/free` asked for, once nothing runs. */
  #giveBack(): void {
    const flags = this.queue.takeFlags();
    if (flags.size === 0) return;
    this.#loaded.clear();
    if (!flags.has('free')) return;
    this.#cache.clear();
    const line = cacheLine(this.launch.cache.kind);
    if (line !== null) this.console.info(line);
  }
}

const duration = (seconds: number): string => {
  if (seconds <= 600) return `${seconds.toFixed(2)} seconds`;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
};

const workerTraceback = (error: unknown): string => {
  const reason =
    error instanceof WorkerDeath ? "KeyError: 'demo'" : `RuntimeError: ${error instanceof Error ? error.message : String(error)}`;
  return [
    'Exception in thread Thread-1 (prompt_worker):',
    'Traceback (most recent call last):',
    '  File "/demo/ComfyUI/main.py", line 359, in prompt_worker',
    '  File "/demo/ComfyUI/execution.py", line 725, in execute',
    '  File "/demo/ComfyUI/execution.py", line 785, in execute_async',
    reason,
    '',
  ].join('\n');
};
