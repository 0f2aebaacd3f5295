import { cutText } from '../../shared/cut-text.ts';
import type { JobError } from '../../shared/job.ts';
import type { Settings } from '../../shared/settings.ts';
import {
  type EngineClient,
  type EngineMessage,
  EngineUnreachable,
  type HistoryEntry,
  type NodeOutputs,
} from '../engine/client-types.ts';
import type { LaneChange } from '../engine/engines.ts';
import type { Clock } from '../lib/clock.ts';
import { classifyRefusal, firstFault } from './failure.ts';
import { jobError } from './job-error.ts';
import type { Ending } from './policy.ts';
import { createStory } from './story.ts';
import { createVigil } from './vigil.ts';

/** How an attempt left the engine. */
export type Outcome =
  /** History has it: finished in one way or another. `stoppedAs`: what an interruption means, where we asked for one. */
  | { kind: 'history'; entry: HistoryEntry; stoppedAs: Ending | null }
  /**
   * It succeeded by all that the socket told, which history is about to confirm; null there: it cannot be asked, or no longer knows.
   * Never rejects.
   */
  | { kind: 'told'; made: NodeOutputs; history: Promise<HistoryEntry | null> }
  /** It ended without an entry in history. `isEngineGone`: so did its engine. */
  | { kind: 'ended'; ending: Ending; isEngineGone: boolean };

/** Why we stop it ourselves. */
type Interruption = 'cancelled' | 'stalled' | 'timedOut';

export interface FollowerDeps {
  clock: Clock;
  client: EngineClient;
  settings: () => Settings;
  /** Commits that the engine took it; `fault` is what it dropped. */
  onAccepted(fault: JobError | null): void;
  /** Commits that it runs. */
  onStarted(): void;
  /** Every message about it. */
  onMessage(message: EngineMessage): void;
  /** At most once, and last. */
  onEnd(outcome: Outcome): void;
  declareDead(reason: 'dead-worker' | 'stalled' | 'uninterruptible'): Promise<void>;
  log(message: string, fields?: Record<string, unknown>): void;
}

export interface FollowedPrompt {
  id: string;
  /** Rendered graph to hand over; null for one that was handed over before, by an earlier host or before the line was cut. */
  graph: string | null;
  /** An earlier host handed it over. */
  isInherited: boolean;
  /** The engine is known to have had it. */
  isKnown: boolean;
  /** Nodes that must have made something by its end. */
  outputs: readonly string[];
}

export type LaneDown = Extract<LaneChange, { type: 'down' }>;

export interface Follower {
  readonly id: string;
  see(message: EngineMessage): void;
  /** Stops it at the engine; the outcome says how that went. */
  interrupt(why: Interruption): void;
  /** The lane is gone. `unreachable` leaves it without an outcome: the engine may go on with it. */
  laneDown(down: LaneDown): void;
  /** Lets go without an outcome. */
  leave(): void;
}

const tickMs = 1_000;
/** Longest time that one tick counts: a gap in the clock (sleep) counts nowhere. */
const longestTickMs = 2 * tickMs;
/** Time for an interrupt to take: a node may not look at it before it is done. */
const interruptMs = 20_000;
/** Time for a lane to go down after its engine was declared dead. */
const deathMs = 60_000;

/**
 * Follows one prompt from the POST to its outcome.
 *
 * ```
 * submitting ──200──► followed ──history has it──────────► ended
 *     │                  │  ▲
 *     │ no answer        │  └── queue has it
 *     ▼                  ▼
 *  doubtful ─────► asks history, queue, history ──neither──► ended (unanswered, vanished, hostDied)
 * ```
 *
 * Messages only say when to ask: history decides. It is asked at `executing` null, when the socket comes back, each second while
 * the socket is down or something is doubtful, and after ten silent seconds; while messages flow nothing is asked. Where messages told of
 * a success from its start to its end the answer is not waited for: it is compared while the outputs are stored. A prompt without an
 * answer is not handed over again, under whatever id, before history and queue were both asked for it.
 */
export const follow = (prompt: FollowedPrompt, deps: FollowerDeps): Follower => {
  const { clock, client } = deps;
  const { id, isInherited } = prompt;
  const vigil = createVigil();
  const story = createStory(id, prompt.outputs);
  let isEnded = false;
  let isSubmitting = false;
  /** The engine had it: by its 200, a message, or its queue. */
  let isKnown = prompt.isKnown;
  let isRunning = false;
  /** Something is unclear that no message need clear up. */
  let isDoubtful = false;
  let isChecking = false;
  let hasToCheckAgain = false;
  let missing = 0;
  let brokenAnswer: JobError | null = null;
  let interruption: { why: Interruption; forMs: number } | null = null;
  /** What the engine was declared dead for. */
  let doom: Ending | null = null;
  let lastTickAt = clock.monotonic();
  let stopTick: () => void = () => {};
  let stopDeath: () => void = () => {};

  const leave = (): void => {
    isEnded = true;
    stopTick();
    stopDeath();
  };
  const end = (outcome: Outcome): void => {
    if (isEnded) return;
    leave();
    deps.onEnd(outcome);
  };
  const endAs = (ending: Ending, isEngineGone = false): void => end({ kind: 'ended', ending, isEngineGone });

  const known = (): void => {
    isKnown = true;
    missing = 0;
  };
  const running = (): void => {
    known();
    if (isRunning) return;
    isRunning = true;
    deps.onStarted();
  };

  const submit = async (graph: string): Promise<void> => {
    isSubmitting = true;
    try {
      const answer = await client.submit({ promptId: id, graph, previewMethod: deps.settings().previews });
      if (isEnded) return;
      if (answer.kind === 'refused') return endAs(classifyRefusal(answer));
      if (answer.kind === 'accepted') {
        known();
        deps.onAccepted(firstFault(answer.nodeErrors));
      } else {
        // A proxy, or a crash in a handler, may answer for a prompt that was taken all the same.
        isDoubtful = true;
        brokenAnswer = jobError('engineAnswerBroken', { status: answer.status, text: cutText(answer.text, 200) });
      }
    } catch (error) {
      isDoubtful = true;
      if (!(error instanceof EngineUnreachable)) deps.log('handing over a prompt failed', { error });
    } finally {
      isSubmitting = false;
    }
    if (interruption) await askToStop();
    else if (isDoubtful) await check();
  };

  /** Asks for it; one look at a time. A look that fails says nothing: the next tick asks again. */
  const check = async (): Promise<void> => {
    hasToCheckAgain = isChecking;
    // What is asked just now may take its time; what was told whole needs no answer.
    if (isSubmitting || isEnded || isToldToEnd() || isChecking) return;
    isChecking = true;
    try {
      do {
        hasToCheckAgain = false;
        await look();
      } while (hasToCheckAgain && !isEnded);
    } catch (error) {
      isDoubtful = true;
      if (!(error instanceof EngineUnreachable)) deps.log('asking for a prompt failed', { error });
    } finally {
      isChecking = false;
    }
  };
  /** What we asked to stop ends by history's word alone. */
  const isToldToEnd = (): boolean => {
    const made = interruption || doom ? null : story.whole();
    // History's word leaves before whatever comes next: an engine that is at work may answer late.
    if (made) end({ kind: 'told', made, history: client.history(id).catch(() => null) });
    return made !== null;
  };
  const look = async (): Promise<void> => {
    if (await isInHistory()) return;
    const queue = await client.queue();
    if (isEnded) return;
    const isWaiting = queue.pending.includes(id);
    vigil.looked(isWaiting && queue.running.length === 0);
    if (queue.running.includes(id)) {
      isDoubtful = false;
      running();
    } else if (isWaiting) {
      isDoubtful = false;
      known();
    } else if (!(await isInHistory())) {
      // Asked twice, because between the two answers it may have gone from the queue into history.
      missing += 1;
      isDoubtful = true;
      if (isInherited || interruption !== null || missing > 1) gone();
    }
  };
  const isInHistory = async (): Promise<boolean> => {
    const entry = await client.history(id);
    if (entry) end({ kind: 'history', entry, stoppedAs: interruption && endingOf(interruption.why, false) });
    return isEnded;
  };
  /** Neither history nor queue knows it. */
  const gone = (): void => {
    if (interruption) endAs(endingOf(interruption.why, false));
    else if (isInherited && !isRunning) endAs({ kind: 'hostDied', error: null });
    else if (isKnown) endAs({ kind: 'vanished', error: jobError('engineForgot') });
    else if (brokenAnswer) endAs({ kind: 'answerBroken', error: brokenAnswer });
    else endAs({ kind: 'unanswered', error: jobError('engineUnanswered') });
  };

  const endingOf = (why: Interruption, isForGood: boolean): Ending => {
    if (why === 'cancelled') return { kind: 'cancelled', error: null };
    const { stallMs, attemptTimeoutMs } = deps.settings();
    const minutes = Math.max(1, Math.round((why === 'stalled' ? stallMs : attemptTimeoutMs) / 60_000));
    const error = jobError(why === 'stalled' ? 'jobStalled' : 'jobTimedOut', { minutes });
    return { kind: isForGood ? 'stalledForGood' : 'stalled', error };
  };

  const tick = (): void => {
    const at = clock.monotonic();
    const passedMs = Math.min(at - lastTickAt, longestTickMs);
    lastTickAt = at;
    stopTick = clock.after(tickMs, tick);
    const verdict = vigil.tick(passedMs, { isSocketOpen: client.isSocketOpen, isRunning, isInherited }, deps.settings());
    if (doom) return;
    if (interruption) {
      interruption.forMs += passedMs;
      if (interruption.forMs < interruptMs) void askToStop();
      else kill(interruption.why === 'cancelled' ? 'uninterruptible' : 'stalled', endingOf(interruption.why, true));
    } else if (verdict === 'workerDead') kill('dead-worker', { kind: 'workerDead', error: jobError('engineWorkerDead') });
    else if (verdict === 'stalled' || verdict === 'timedOut') interrupt(verdict);
    else if (verdict === 'check' || isDoubtful) void check();
  };

  const interrupt = (why: Interruption): void => {
    if (isEnded || (interruption && why !== 'cancelled')) return;
    interruption = { why, forMs: 0 };
    void askToStop();
  };
  /** Aimed both ways: at the prompt that waits, and at the one that runs. */
  const askToStop = async (): Promise<void> => {
    if (isSubmitting) return;
    try {
      await client.forget(id);
      await client.interrupt(id);
    } catch {
      // Told again with the next tick.
    }
    await check();
  };
  const kill = (reason: 'dead-worker' | 'stalled' | 'uninterruptible', ending: Ending): void => {
    doom = ending;
    deps.declareDead(reason).then(
      () => {
        // The lane that goes down ends it. Where none does, the verdict stands by itself: every wait ends.
        if (!isEnded) stopDeath = clock.after(deathMs, () => endAs(ending));
      },
      (error: unknown) => {
        deps.log('the engine could not be ended', { reason, error });
        endAs(ending);
      },
    );
  };

  const see = (message: EngineMessage): void => {
    if (isEnded) return;
    story.hear(message);
    if (message.type === 'socket') {
      if (message.isOpen) void check();
      return;
    }
    if (message.type === 'status') return;
    // Some messages name no prompt; they come to this client only, so they are about what runs for it.
    if (message.promptId !== id && !(message.promptId === null && isRunning)) return;
    vigil.hear(message, clock.monotonic());
    deps.onMessage(message);
    if (message.type === 'executing' && message.node === null) {
      isDoubtful = true;
      void check();
    } else if (message.type === 'success' || message.type === 'error' || message.type === 'interrupted') {
      // History is complete with `executing` null: at once, or seconds later where memory is freed first.
      known();
    } else running();
  };

  stopTick = clock.after(tickMs, tick);
  if (prompt.graph === null) void check();
  else void submit(prompt.graph);

  return {
    id,
    see,
    interrupt,
    laneDown({ why, oneLine, said }) {
      if (isEnded) return;
      const isGone = why !== 'unreachable';
      if (doom) endAs(doom, isGone);
      else if (interruption) endAs(endingOf(interruption.why, why === 'crash' || why === 'hang'), isGone);
      else if (!isGone) leave();
      else if (why === 'crash' || why === 'hang')
        endAs({ kind: 'engineDied', error: jobError('engineDied', { line: oneLine }, { said }) }, true);
      else endAs({ kind: 'engineStopped', error: null }, true);
    },
    leave,
  };
};
