import { join } from 'node:path';
import process from 'node:process';
import { readLaunch } from '../../electron/engine/launch-file.ts';
import type { ProcessRef } from '../../electron/engine/process-table.ts';
import { systemProcesses } from '../../electron/engine/system-processes.ts';
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
  struck(engine: ProcessRef | null): void;
}

export const createStriker = ({ dataDir, cutSockets, struck }: StrikerDeps): Striker => {
  const table = systemProcesses();
  let armed: Strike | null = null;
  /** Its moment was there, its delay runs. */
  let isDue = false;

  /** The engine that lives, as the host wrote it down. */
  const engine = (): ProcessRef | null => {
    const launch = readLaunch(join(dataDir, 'engines', 'demo', 'launch.json'));
    if (!launch || launch.pid === null || launch.startTime === null) return null;
    const found = { pid: launch.pid, startTime: launch.startTime };
    return table.isGone(found) ? null : found;
  };
  const signal = (name: 'SIGKILL' | 'SIGSTOP'): ProcessRef | null => {
    const found = engine();
    if (found) table.signal([found], name);
    return found;
  };
  /** Without its victim a strike waits for the next such moment. */
  const fire = (): void => {
    const act = armed?.act;
    isDue = false;
    if (act === 'killHost') process.kill(process.pid, 'SIGKILL');
    if (act === 'killEngine' || act === 'freezeEngine') {
      const found = signal(act === 'killEngine' ? 'SIGKILL' : 'SIGSTOP');
      if (found) done(found);
    }
    if (act === 'cutSockets' && cutSockets()) done(null);
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
