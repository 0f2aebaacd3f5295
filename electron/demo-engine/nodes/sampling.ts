import type { Latent, Pass } from '../draw/latent.ts';
import { Previewer } from '../draw/preview.ts';
import { progressBar } from '../progress-bar.ts';
import { PyError } from '../python/values.ts';
import { moveToDevice } from './loading.ts';
import type { NodeContext } from './node-class.ts';
import type { ValueOf } from './values.ts';

/** One run of a sampler. */
export interface SampleRequest {
  model: ValueOf<'model'>;
  positive: ValueOf<'conditioning'>;
  negative: string;
  cfg: number;
  seed: string;
  sampler: string;
  scheduler: string;
  latent: Latent;
  /** Steps of the whole schedule, and the part of it that runs now. */
  steps: number;
  firstStep: number;
  lastStep: number;
  denoise: number;
}

// A 16 GB card gives up somewhere here.
const mostPixels = 24_000_000;
// Bars are drawn, and previews sent, no more often than this; previews take at most half of the time, so that a busy machine keeps pace.
const barMs = 100;
const previewMs = 60;

/**
 * Samples step by step: progress, previews, a progress bar in the log. Every step is a place where an interrupt or a planned failure
 * takes effect. Throws Interrupted, or PyError `torch.OutOfMemoryError` for more pixels than the imaginary card can hold.
 */
export const sample = async (context: NodeContext, request: SampleRequest): Promise<Latent> => {
  const { latent, model } = request;
  const begun = performance.now();
  if (latent.width * latent.height * latent.batch > mostPixels) throw outOfMemory();
  moveToDevice(context, 'model', model.family);
  const first = Math.max(0, Math.min(request.firstStep, request.steps));
  const last = Math.max(first, Math.min(request.lastStep, request.steps));
  const total = last - first;
  const sampled = apply(request, first, last);
  const previewer = context.previewMethod === 'none' ? null : new Previewer(sampled, context.previewSize);
  const bar = new Bar(context, total);
  const stepMs = context.pace.stepMs(model.family, latent.width * latent.height, latent.batch);
  let previewAt = Number.NEGATIVE_INFINITY;
  let previewCostMs = 0;
  for (let step = 1; step <= total; step++) {
    await context.step((step - 1) / total);
    const isEdge = step === 1 || step === total;
    let preview: Buffer | null = null;
    if (previewer && (isEdge || performance.now() - previewAt >= Math.max(previewMs, previewCostMs * 2))) {
      previewAt = performance.now();
      preview = await previewer.at((first + step) / Math.max(1, request.steps));
      previewCostMs = performance.now() - previewAt;
    }
    await context.pace.until(stepMs * step, begun, context.interrupt);
    context.interrupt.check();
    bar.show(step);
    context.progress(step, total, preview);
  }
  bar.end();
  return sampled;
};

/** What the latent becomes. Pure. */
const apply = (request: SampleRequest, first: number, last: number): Latent => {
  const { latent, model, positive, negative, cfg, seed, sampler, scheduler, steps, denoise } = request;
  const share = steps === 0 ? 0 : (last - first) / steps;
  const isFresh = latent.base.length === 0 && latent.passes.length === 0;
  // Low denoising keeps most of what was there; a second sampler that continues the first one's schedule adds its own share.
  const strength = isFresh ? 1 : Math.min(1, denoise ** 1.6 * (first > 0 && denoise === 1 ? share * 0.6 : 1));
  const pass: Pass = {
    scene: {
      text: positive.text,
      negative,
      seed,
      index: 0,
      steps: last,
      cfg,
      sampler,
      scheduler,
      model: model.name + model.changes,
    },
    strength,
    mask: latent.mask,
    guide: positive.guide,
  };
  return {
    ...latent,
    passes: share === 0 ? latent.passes : [...latent.passes, pass],
    noise: steps > last ? (steps - last) / steps : 0,
  };
};

const outOfMemory = (): PyError =>
  new PyError(
    'torch.OutOfMemoryError',
    'Allocation on device 0 would exceed allowed memory. (out of memory)\nCurrently allocated     : 14.92 GiB\nRequested               : 3.17 GiB',
  );

class Bar {
  readonly #context: NodeContext;
  readonly #total: number;
  readonly #since = performance.now();
  #shownAt = 0;

  constructor(context: NodeContext, total: number) {
    this.#context = context;
    this.#total = total;
    if (total > 0) this.#draw(0, null);
  }

  show(step: number): void {
    const now = performance.now();
    if (step < this.#total && now - this.#shownAt < barMs) return;
    this.#draw(step, (now - this.#since) / 1000 / step);
  }

  end(): void {
    if (this.#total > 0) this.#context.console.raw('\n');
  }

  #draw(step: number, stepSeconds: number | null): void {
    this.#shownAt = performance.now();
    const elapsed = (this.#shownAt - this.#since) / 1000;
    this.#context.console.raw(`\r${progressBar(step, this.#total, elapsed, stepSeconds)}`);
  }
}
