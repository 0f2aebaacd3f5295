import process from 'node:process';
import type { ProcessRef } from '../../electron/engine/process-table.ts';
import { systemProcesses } from '../../electron/engine/system-processes.ts';
import { livingEngine } from './living-engine.ts';
import type { Moment, Strike } from './strike.ts';

/** Lets things go wrong inside the host's own process, exactly at a moment. One strike at a time. */
export interface Striker {
  arm(strike: Strike | null): void;
  /** A moment is there. Throws what a full disk throws, where that is due. */
  hit(moment: Moment): void;
  /** What is armed happens at once, or as soon as it can. */
  now(): void;
}

export interface StrikerDeps {
  dataDir: string;
  /** Ends every WebSocket to an engine; false: there was none. */
  cutSockets(): boolean;
  /** Hears nothing of them for so long, though they stay open; false: there was none. */
  delaySockets(ms: number): boolean;
  struck(engine: ProcessRef | null): void;
}

export const createStriker = ({ dataDir, cutSockets, delaySockets, struck }: StrikerDeps): Striker => {
  const table = systemProcesses();
  let armed: Strike | null = null;
  /** Its moment was there, its delay runs. */
  let isDue = false;

  const signal = (name: 'SIGKILL' | 'SIGSTOP'): ProcessRef | null => {
    const found = livingEngine(dataDir);
    if (found) table.signal([found], name);
    return found;
  };
  /** Without its victim a strike waits for the next such moment. */
  const fire = (): void => {
    const { act, holdMs = 0 } = armed ?? {};
    isDue = false;
    if (act === 'killHost') process.kill(process.pid, 'SIGKILL');
    if (act === 'killEngine' || act === 'freezeEngine') {
      const found = signal(act === 'killEngine' ? 'SIGKILL' : 'SIGSTOP');
      if (found) done(found);
    }
    if (act === 'cutSockets' && cutSockets()) done(null);
    if (act === 'delaySockets' && delaySockets(holdMs)) done(null);
    if (act === 'fillDisk') {
      done(null);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
  };
  const done = (found: ProcessRef | null): void => {
    armed = null;
    struck(found);
  };

  return {
    arm(strike) {
      armed = strike && { ...strike };
      isDue = false;
    },
    hit(moment) {
      if (armed?.moment !== moment || isDue) return;
      if (armed.passes > 0) armed.passes -= 1;
      else if (armed.delayMs === 0) fire();
      else {
        isDue = true;
        const { delayMs } = armed;
        setTimeout(fire, delayMs);
      }
    },
    now() {
      if (!armed) return;
      armed.passes = 0;
      if (armed.act !== 'fillDisk' && !isDue) fire();
    },
  };
};
