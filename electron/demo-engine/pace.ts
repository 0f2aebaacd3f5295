import type { Interrupt } from './execute/interrupt.ts';

/** Kinds of models by how much work one step is. */
export type Family = 'sd15' | 'sdxl' | 'flux';

const stepMs: Record<Family, number> = { sd15: 84, sdxl: 110, flux: 190 };
const basePixels = 512 * 512;

/** How long things take: at speed 1 about as long as on a fast GPU, so that 20 steps of a 512 picture take about 2 s in all. */
export class Pace {
  readonly #speed: number;
  readonly #noise: number;
  #factor = 1;

  constructor(speed: number, noise: number) {
    this.#speed = speed;
    this.#noise = noise;
  }

  /** Draws the factor of the next prompt: normally distributed around 1. */
  startPrompt(): void {
    const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
    this.#factor = Math.max(0.1, 1 + this.#noise * normal);
  }

  /** Real time in ms for `ms` of work at speed 1. */
  scaled(ms: number): number {
    return (ms * this.#factor) / this.#speed;
  }

  stepMs(family: Family, pixels: number, batch: number): number {
    return stepMs[family] * (pixels / basePixels) ** 0.75 * batch ** 0.85;
  }

  /** Waits until `ms` of work at speed 1 have passed since `since` (a time of `performance.now`). Ends early by an interrupt. */
  until(ms: number, since: number, interrupt: Interrupt): Promise<void> {
    return interrupt.wait(this.scaled(ms) - (performance.now() - since));
  }
}
