import type { EngineRun } from './engine-run.ts';
import type { LifeReport } from './life-watch.ts';
import type { Decider, RunKeeper, RunWatcher } from './run-keeper.ts';
import type { SupervisorDeps } from './supervisor-types.ts';

/** A gap between two looks that is longer counts as this much: the machine slept. */
const longestTickMs = 5_000;
/** What an earlier host left is done when its queue stays empty for so long, should nobody say so. */
const drainedMs = 10_000;

export interface RunWatch extends RunWatcher {
  stop(): void;
}

export interface RunWatchDeps extends Pick<SupervisorDeps, 'clock' | 'log' | 'settings'> {
  decider: Decider;
  keeper: () => RunKeeper;
  /** What the signs of life say; the decider makes of it what its state allows. */
  onLife: (run: EngineRun, life: LifeReport) => void;
}

/** Looks at the process that runs now about once a second: boot deadline, signs of life, draining. */
export const createRunWatch = ({ clock, log, settings, decider, keeper, onLife }: RunWatchDeps): RunWatch => {
  let isLooking = false;
  let lookedAt = clock.monotonic();
  let cancel = (): void => {};

  const look = async (): Promise<void> => {
    const seen = keeper().run;
    if (!seen || isLooking) return;
    isLooking = true;
    try {
      const now = clock.monotonic();
      const passedMs = Math.min(now - lookedAt, longestTickMs);
      lookedAt = now;
      const { name } = decider.state();
      // One that was bound before and is silent now no longer boots.
      const isBooting = name === 'starting' && !(seen.process.isAdopted && seen.log.hasBound);
      if (isBooting) {
        seen.bootMs += passedMs;
        if (seen.bootMs >= settings().bootTimeoutMs) decider.send({ type: 'bootTimeout' });
      } else if (seen.watch && name !== 'stopping') {
        const life = await seen.watch.look(settings());
        if (seen === keeper().run && seen.processEnd === null) onLife(seen, life);
        if (name === 'ready' && (await seen.worker?.look()) && seen === keeper().run)
          decider.send({ type: 'condemned', why: 'dead-worker' });
      }
      if (seen.processEnd === null) seen.memoryKills.look();
      if (seen.drainTo !== null && seen.isLaneUp) await drain(seen);
    } catch (error) {
      log.warn('a look at an engine failed', { launch: seen.record.launchId, error });
    } finally {
      isLooking = false;
    }
  };
  const drain = async (seen: EngineRun): Promise<void> => {
    const { running, pending } = (await seen.client?.queue()) ?? { running: [], pending: [] };
    if (running.length > 0 || pending.length > 0) seen.idleSince = null;
    else seen.idleSince ??= clock.monotonic();
    if (seen.idleSince !== null && clock.monotonic() - seen.idleSince >= drainedMs) keeper().drained(seen);
  };
  const tick = (): void => {
    cancel();
    // Often enough for the shortest limit that a person may set.
    const tickMs = Math.min(1_000, settings().lateAfterMs / 4);
    cancel = clock.after(tickMs, () => {
      if (!keeper().run) return;
      tick();
      void look();
    });
  };
  return {
    hurry: () => void look(),
    begin() {
      lookedAt = clock.monotonic();
      tick();
    },
    stop: () => cancel(),
  };
};
