import type { Settings } from '../../shared/settings.ts';
import type { EngineMessage } from '../engine/client-types.ts';
import { stallAfterMs } from './stall.ts';

/** What the follower knows when a tick passes. */
interface VigilFacts {
  isSocketOpen: boolean;
  isRunning: boolean;
  /** Nothing is ever told of a prompt that another client handed over: its silence means nothing. */
  isInherited: boolean;
}

/** `check`: ask history and queue; the others are verdicts over the engine or the attempt. */
type VigilVerdict = 'fine' | 'check' | 'workerDead' | 'stalled' | 'timedOut';

/** Judges the silence of one prompt. Counts time in ticks, so that a machine that slept blames nobody. */
export interface Vigil {
  hear(message: EngineMessage, at: number): void;
  /** History and queue were asked; `isWorkerIdle`: it waits at an engine where nothing runs. */
  looked(isWorkerIdle: boolean): void;
  tick(passedMs: number, facts: VigilFacts, settings: Pick<Settings, 'stallMs' | 'attemptTimeoutMs'>): VigilVerdict;
}

/** So long without a message about it, and history is asked although the socket is open. */
const silenceMs = 10_000;
/** A healthy worker takes a waiting prompt within milliseconds. */
const idleWorkerMs = 15_000;
/** The engine says that it runs, and not even its start was told. */
const startUntoldMs = 60_000;

export const createVigil = (): Vigil => {
  let hasHeard = false;
  let isWorkerIdle = false;
  let silentMs = 0;
  let sinceLookMs = 0;
  let runningMs = 0;
  let idleMs = 0;
  let bar: { node: string; value: number; at: number } | null = null;
  let longestStepMs: number | null = null;

  return {
    hear(message, at) {
      hasHeard = true;
      isWorkerIdle = false;
      silentMs = 0;
      if (message.type === 'executing') [bar, longestStepMs] = [null, null];
      if (message.type !== 'progress' || message.node === null) return;
      if (bar?.node === message.node && message.value > bar.value) longestStepMs = Math.max(longestStepMs ?? 0, at - bar.at);
      bar = { node: message.node, value: message.value, at };
      // The last step is followed by work that has none.
      if (message.value >= message.max) [bar, longestStepMs] = [null, null];
    },
    looked(isIdle) {
      isWorkerIdle = isIdle;
      sinceLookMs = 0;
    },
    tick(passedMs, { isSocketOpen, isRunning, isInherited }, { stallMs, attemptTimeoutMs }) {
      silentMs += passedMs;
      sinceLookMs += passedMs;
      runningMs += isRunning ? passedMs : 0;
      idleMs = isWorkerIdle ? idleMs + passedMs : 0;
      const isDeaf = isInherited && !hasHeard;
      if (idleMs >= idleWorkerMs) return 'workerDead';
      if (isRunning && !hasHeard && !isDeaf && isSocketOpen && silentMs >= startUntoldMs) return 'workerDead';
      if (isRunning && runningMs >= attemptTimeoutMs) return 'timedOut';
      if (isRunning && !isDeaf && silentMs >= stallAfterMs({ longestStepMs }, { stallMs })) return 'stalled';
      return !isSocketOpen || isWorkerIdle || (silentMs >= silenceMs && sinceLookMs >= silenceMs) ? 'check' : 'fine';
    },
  };
};
