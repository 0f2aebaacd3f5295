import { illegalAccessError } from '../failures/cuda-errors.ts';
import type { PlannedFailure } from '../failures/failure-plan.ts';
import type { PromptFailures } from '../failures/prompt-failures.ts';
import { WorkerDeath } from '../failures/strike.ts';
import type { NodeClass, NodeContext, NodeResult } from '../nodes/node-class.ts';
import { NodeInputs, type NodeValue, plain, shownValue } from '../nodes/values.ts';
import type { HistoryEntry, LifeMessage } from '../prompt/history.ts';
import type { QueueItem } from '../prompt/prompt-queue.ts';
import { isDict, type PyDict, PyFloat, type PyValue } from '../python/values.ts';
import type { Audience, Data, ExecutorWorld } from './executor-world.ts';
import { Interrupted } from './interrupt.ts';
import { readLink } from './link.ts';
import { nodeFailure } from './node-error.ts';
import { NodeProgress } from './node-progress.ts';
import { RunOrder } from './run-order.ts';

/**
 * Runs one prompt to its end and answers with what history keeps of it. Errors of nodes and interrupts are outcomes, not exceptions;
 * only WorkerDeath is thrown.
 */
export const executePrompt = async (
  item: QueueItem,
  world: ExecutorWorld,
  audience: Audience,
  failures: PromptFailures,
): Promise<HistoryEntry> => {
  const run = new PromptRun(item, world, audience, failures);
  return run.execute();
};

class PromptRun {
  readonly #item: QueueItem;
  readonly #world: ExecutorWorld;
  readonly #audience: Audience;
  readonly #failures: PromptFailures;
  /** The graph as it runs; the one in the queue stays as it was accepted. */
  readonly #prompt: PyDict;
  readonly #progress: NodeProgress;
  readonly #messages: LifeMessage[] = [];
  readonly #outputs = new Map<string, PyDict>();
  readonly #executed: string[] = [];
  readonly #results = new Map<string, NodeResult>();

  constructor(item: QueueItem, world: ExecutorWorld, audience: Audience, failures: PromptFailures) {
    this.#item = item;
    this.#world = world;
    this.#audience = audience;
    this.#failures = failures;
    this.#prompt = new Map([...item.prompt].map(([id, node]) => [id, isDict(node) ? new Map(node) : node]));
    this.#progress = new NodeProgress(item.promptId);
  }

  async execute(): Promise<HistoryEntry> {
    const { cache, services } = this.#world;
    const promptId = this.#item.promptId;
    services.interrupt.clear();
    services.pace.startPrompt();
    this.#message('execution_start', { prompt_id: promptId }, 'tell');
    await this.#fingerprint();
    cache.begin(this.#prompt);
    const cached = [...this.#prompt.keys()].filter((id) => cache.get(id) !== null);
    this.#message('execution_cached', { nodes: cached, prompt_id: promptId }, 'tell');
    const order = new RunOrder(
      this.#prompt,
      (id) => cache.get(id) !== null,
      (id) => this.#classOf(id)?.isOutput ?? false,
    );
    for (const id of this.#item.outputs) order.add(id);
    const isSuccess = await this.#runAll(order);
    if (isSuccess) this.#message('execution_success', { prompt_id: promptId }, 'tell');
    this.#audience.current(null);
    return { item: this.#item, outputs: this.#outputs, isSuccess, messages: this.#messages };
  }

  async #runAll(order: RunOrder): Promise<boolean> {
    if (this.#upcoming().length === 0) for (const failure of this.#failures.rest()) await this.#strikeOutside(failure);
    for (let id = order.next(); id !== null; id = order.next()) {
      const node = this.#classOf(id);
      if (!node) return true;
      try {
        await this.#runNode(id, node);
      } catch (error) {
        if (error instanceof WorkerDeath) throw error;
        if (error instanceof Interrupted) this.#interrupted(id, node);
        else this.#failed(id, node, error);
        return false;
      }
      order.done(id);
    }
    return true;
  }

  async #runNode(id: string, node: NodeClass): Promise<void> {
    const cached = this.#world.cache.get(id);
    if (cached) {
      if (cached.ui) this.#outputs.set(id, cached.ui);
      this.#audience.tell('executed', { node: id, display_node: id, output: cached.ui, prompt_id: this.#item.promptId });
      this.#progress.finish(id);
      this.#audience.announce('progress_state', this.#progress.json());
      this.#results.set(id, cached);
      return;
    }
    this.#progress.start(id);
    this.#audience.announce('progress_state', this.#progress.json());
    this.#audience.current(id);
    this.#audience.tell('executing', { node: id, display_node: id, prompt_id: this.#item.promptId });
    this.#world.services.interrupt.check();
    if (this.#world.isPoisoned()) throw illegalAccessError();
    for (const failure of this.#failures.atNode(node.name, this.#upcoming())) await this.#world.strike(failure);
    const result = await node.run(this.#context(id, node), this.#inputs(id));
    if (result.ui) {
      this.#outputs.set(id, result.ui);
      this.#audience.tell('executed', { node: id, display_node: id, output: result.ui, prompt_id: this.#item.promptId });
    }
    this.#world.cache.set(id, result);
    this.#results.set(id, result);
    this.#progress.finish(id);
    this.#audience.announce('progress_state', this.#progress.json());
    this.#executed.push(id);
  }

  #context(id: string, node: NodeClass): NodeContext {
    const extra = this.#item.extraData;
    const wish = extra.get('preview_method');
    const isKnown = typeof wish === 'string' && ['none', 'auto', 'latent2rgb', 'taesd'].includes(wish);
    const pngInfo = extra.get('extra_pnginfo');
    return {
      ...this.#world.services,
      prompt: this.#prompt,
      extraPngInfo: isDict(pngInfo) ? pngInfo : null,
      previewMethod: isKnown ? wish : this.#world.previewMethod,
      progress: (value, total, preview) => this.#onProgress(id, value, total, preview),
      step: async (share) => {
        for (const failure of this.#failures.atStep(node.name, share)) await this.#world.strike(failure);
      },
      saving: { isDiskFull: this.#failures.has('disk-full'), isBlack: this.#failures.has('black') },
    };
  }

  #onProgress(id: string, value: number, max: number, preview: Buffer | null): void {
    this.#world.services.interrupt.check();
    this.#progress.update(id, value, max);
    this.#audience.announce('progress_state', this.#progress.json());
    if (preview) this.#audience.preview(preview, this.#progress.names(id), 'before-progress');
    this.#audience.announce('progress', { value, max, prompt_id: this.#item.promptId, node: id });
    if (preview) this.#audience.preview(preview, this.#progress.names(id), 'after-progress');
  }

  #inputs(id: string): NodeInputs {
    const values = new Map<string, NodeValue>();
    for (const [name, value] of this.#rawInputs(id)) {
      const link = readLink(value);
      const found = link ? (this.#results.get(link.id) ?? this.#world.cache.get(link.id))?.outputs.at(link.slot) : plain(value);
      if (found) values.set(name, found);
    }
    return new NodeInputs(values);
  }

  #rawInputs(id: string): PyDict {
    const node = this.#prompt.get(id);
    const inputs = isDict(node) ? node.get('inputs') : undefined;
    return isDict(inputs) ? inputs : new Map();
  }

  /** Notes for nodes that read files what they would read, so that a changed file is no longer the cached one. */
  async #fingerprint(): Promise<void> {
    for (const [id, node] of this.#prompt) {
      const fingerprint = this.#classOf(id)?.fingerprint;
      if (!fingerprint || !isDict(node) || node.has('is_changed')) continue;
      try {
        node.set('is_changed', [await fingerprint(this.#world.services.folders, this.#rawInputs(id))]);
      } catch (error) {
        this.#world.console.warning(`WARNING: ${error instanceof Error ? error.message : String(error)}`);
        node.set('is_changed', new PyFloat(Number.NaN));
      }
    }
  }

  #interrupted(id: string, node: NodeClass): void {
    this.#world.console.info('Processing interrupted');
    const data = { prompt_id: this.#item.promptId, node_id: id, node_type: node.name, executed: [...this.#executed] };
    this.#message('execution_interrupted', data, 'announce');
  }

  #failed(id: string, node: NodeClass, error: unknown): void {
    const { console } = this.#world;
    const failure = nodeFailure(error, node.name);
    console.error(`!!! Exception during processing !!! ${failure.message}`);
    console.error(`Traceback (most recent call last):\n${failure.traceback.join('')}${failure.type}: ${failure.message}\n`);
    if (failure.isOutOfMemory) {
      console.info('Memory summary:\nnothing to show on this imaginary card');
      console.error('Got an OOM, unloading all loaded models.');
      this.#world.services.loaded.clear();
    }
    const current: [string, PyValue[]][] = [...this.#rawInputs(id)].map(([name, value]) => {
      const link = readLink(value);
      const found = link ? this.#results.get(link.id)?.outputs.at(link.slot) : plain(value);
      return [name, [found ? shownValue(found) : null]];
    });
    const data = {
      prompt_id: this.#item.promptId,
      node_id: id,
      node_type: node.name,
      executed: [...this.#executed],
      exception_message: `${failure.message}\n${failure.tips}`,
      exception_type: failure.type,
      traceback: failure.traceback,
      current_inputs: new Map(current),
      current_outputs: [...this.#prompt.keys()],
    };
    this.#message('execution_error', data, 'tell');
  }

  /** A failure for which no node is at work: only those of the process count. */
  async #strikeOutside(failure: PlannedFailure): Promise<void> {
    try {
      await this.#world.strike(failure);
    } catch (error) {
      if (error instanceof WorkerDeath) throw error;
    }
  }

  /** A message of the prompt's life: told, and kept for history. */
  #message(event: string, data: Data, how: 'tell' | 'announce'): void {
    const dated = { ...data, timestamp: Date.now() };
    this.#messages.push([event, dated]);
    this.#audience[how](event, dated);
  }

  #upcoming(): string[] {
    return [...this.#prompt.keys()].filter((id) => this.#world.cache.get(id) === null).map((id) => this.#classOf(id)?.name ?? '');
  }

  #classOf(id: string): NodeClass | null {
    const node = this.#prompt.get(id);
    const name = isDict(node) ? node.get('class_type') : undefined;
    return (typeof name === 'string' ? this.#world.table.get(name) : undefined) ?? null;
  }
}
