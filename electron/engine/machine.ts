import type { ExitReport } from '../../shared/engine.ts';
import { decideRestart, failedRestMs, type RestartLimits } from './restart-policy.ts';

/*
 *             start / adopted                     answered
 *   stopped ────────────────────► starting ──────────────────► ready ◄──────────┐
 *      ▲                          ▲  │  │ ▲                    │ │ │            │ alive
 *      │ stop                     │  │  │ └── rebooted ────────┘ │ │ silent     │
 *      │           start or time  │  │  │ exited                 │ └──► unresponsive
 *      │        ┌─────────────────┘  │  │                 exited │            │ │
 *      │        │                    │  ▼                        ▼     exited │ │ hung
 *      ├──── backoff ◄───────────────┼─ a death nobody asked for ◄────────────┘ │
 *      ├──── failed  ◄───────────────┼─── budget spent, or no start can cure it │
 *      │                             │                                          │
 *      │             stop, restart, bootTimeout, condemned, hung                │
 *      │                             ▼                                          │
 *      └───────── gone ────────── stopping ◄────────────────────────────────────┘
 *                                 └── gone ──► starting, backoff or failed, by why and by what was asked last
 *
 * A crash is an exit nobody asked for, whatever the code. While it stops, a process may end as it likes: that was asked for.
 * Commands that arrive while it stops only change what comes next, so the last one decides and two processes never meet.
 */

/**
 * Which flags a start uses: the profile in use, the last one that worked, the one in use without custom nodes, or those of a trial.
 * A trial is one launch: whatever starts the engine again by itself takes the profile.
 */
export type LaunchVariant = 'profile' | 'lastGood' | 'safe' | 'trial';

/** Why an engine is being stopped. */
export type StopWhy = 'stop' | 'restart' | 'silent' | 'bootTimeout' | 'poisoned' | 'dead-worker' | 'stalled' | 'uninterruptible';
export type Condemnation = Extract<StopWhy, 'poisoned' | 'dead-worker' | 'stalled' | 'uninterruptible'>;
export type End = ExitReport['end'];

export type MachineState =
  | { name: 'stopped' }
  | { name: 'starting' }
  | { name: 'ready' }
  | { name: 'unresponsive' }
  | { name: 'stopping'; why: StopWhy; next: 'stopped' | 'starting' | 'decide'; variant: LaunchVariant }
  | { name: 'backoff'; until: number; variant: LaunchVariant }
  /** `budget`: too many deaths. `noCure`: the same start would meet the same end. */
  | { name: 'failed'; why: 'budget' | 'noCure'; retryAt: number | null };

export type MachineEvent =
  | { type: 'start'; variant: LaunchVariant }
  | { type: 'stop' }
  | { type: 'restart'; variant: LaunchVariant }
  /** A process of an earlier host was taken over. */
  | { type: 'adopted' }
  /** There is no process: it was not even tried, or could not be spawned. No retry cures that. */
  | { type: 'notLaunched' }
  | { type: 'answered' }
  | { type: 'silent' }
  | { type: 'alive' }
  | { type: 'hung' }
  | { type: 'bootTimeout' }
  | { type: 'condemned'; why: Condemnation }
  /** The process replaced itself and boots again (ComfyUI-Manager does that). */
  | { type: 'rebooted' }
  /** The process ended while nobody was stopping it. `isFinal`: its log names a cause that the same start meets again. */
  | { type: 'exited'; isReboot: boolean; isFinal: boolean }
  /** The stop ladder is done and the whole tree is dead. */
  | { type: 'gone' }
  /** The stop ladder is done and something still lives (stuck in the kernel). */
  | { type: 'stuck' }
  /** The timer of `backoff` or `failed` went off. */
  | { type: 'time' }
  /** A death stopped counting. */
  | { type: 'forgiven' }
  /** Work began or ceased to wait for an engine. */
  | { type: 'waiting' };

/** What a decision depends on besides state and event. */
export interface MachineFacts {
  /** Wall time in ms. */
  now: number;
  /** Wall times of earlier deaths that count. */
  deaths: readonly number[];
  limits: RestartLimits;
  /** What the last launch used; starts that nobody asked for use it again. */
  variant: LaunchVariant;
  /** 0 to 1. */
  jitter: number;
  /** The last good profile exists and differs from what this start used. */
  canRollBack: boolean;
  /** The engine has answered since it was launched. */
  wasReady: boolean;
  /** Jobs wait and the person lets a failed engine be tried again. */
  mayRetryFailed: boolean;
  /** How often that was done since it last ran well. */
  failedRetries: number;
}

export type MachineEffect =
  | { type: 'launch'; variant: LaunchVariant }
  | { type: 'runLadder'; isHang: boolean }
  /** Send `time` at this wall time; null: forget the timer. */
  | { type: 'setTimer'; at: number | null }
  | { type: 'endLaunch'; end: End }
  | { type: 'openLane' }
  | { type: 'setClaims'; isOpen: boolean };

export interface Transition {
  state: MachineState;
  effects: MachineEffect[];
  /** One word for the stored event: what made it move. */
  reason: string;
}

const endOf: Record<StopWhy, End> = {
  stop: 'requested',
  restart: 'requested',
  uninterruptible: 'requested',
  poisoned: 'crash',
  silent: 'hang',
  bootTimeout: 'hang',
  'dead-worker': 'hang',
  stalled: 'hang',
};

/** Next state and what to do about it; null: the event changes nothing here. Pure. */
export const transition = (state: MachineState, event: MachineEvent, facts: MachineFacts): Transition | null => {
  switch (event.type) {
    case 'start':
      return start(state, event.variant, 'start');
    case 'restart':
      return isUp(state) || state.name === 'starting'
        ? stopping('restart', 'starting', event.variant)
        : start(state, event.variant, 'restart');
    case 'stop':
      return stop(state, facts);
    case 'adopted':
      return state.name === 'stopped' ? move({ name: 'starting' }, 'adopted') : null;
    case 'notLaunched':
      return state.name === 'starting' ? rollBackOr(fail('noCure', facts, 'notLaunched'), facts) : null;
    case 'answered':
      return state.name === 'starting' ? move({ name: 'ready' }, 'answered', { type: 'openLane' }) : null;
    case 'silent':
      if (state.name !== 'ready') return null;
      return move({ name: 'unresponsive' }, 'silent', { type: 'setClaims', isOpen: false });
    case 'alive':
      if (state.name !== 'unresponsive') return null;
      return move({ name: 'ready' }, 'alive', { type: 'setClaims', isOpen: true });
    case 'hung':
      // A start has its own deadline; this is an adopted process that said nothing since.
      return isUp(state) || state.name === 'starting' ? stopping('silent', 'decide', facts.variant) : null;
    case 'bootTimeout':
      return state.name === 'starting' ? stopping('bootTimeout', 'decide', facts.variant) : null;
    case 'condemned':
      if (!isUp(state)) return null;
      return stopping(event.why, event.why === 'uninterruptible' ? 'starting' : 'decide', afterwards(facts));
    case 'rebooted':
      if (!isUp(state)) return null;
      return move({ name: 'starting' }, 'rebooted', { type: 'endLaunch', end: 'reboot' });
    case 'exited':
      return exited(state, event, facts);
    case 'gone':
      return state.name === 'stopping' ? gone(state, facts) : null;
    case 'stuck':
      return state.name === 'stopping' ? move({ name: 'failed', why: 'noCure', retryAt: null }, 'stuck') : null;
    case 'time':
      if (state.name === 'backoff') return launch(state.variant, 'retry');
      return state.name === 'failed' && state.retryAt !== null ? launch(afterwards(facts), 'retry') : null;
    case 'forgiven':
      return state.name === 'failed' && state.why === 'budget' ? forgiven(facts) : null;
    case 'waiting':
      return state.name === 'failed' ? waiting(state, facts) : null;
  }
};

const isUp = ({ name }: MachineState): boolean => name === 'ready' || name === 'unresponsive';
const hasProcess = (state: MachineState): boolean => isUp(state) || state.name === 'starting' || state.name === 'stopping';

const move = (state: MachineState, reason: string, ...effects: MachineEffect[]): Transition => ({ state, reason, effects });

const launch = (variant: LaunchVariant, reason: string, ...before: MachineEffect[]): Transition =>
  move({ name: 'starting' }, reason, ...before, { type: 'setTimer', at: null }, { type: 'launch', variant });

const start = (state: MachineState, variant: LaunchVariant, reason: string): Transition | null => {
  if (state.name === 'stopping') return move({ ...state, next: 'starting', variant }, reason);
  return hasProcess(state) ? null : launch(variant, reason);
};

const stop = (state: MachineState, facts: MachineFacts): Transition | null => {
  switch (state.name) {
    case 'stopped':
      return null;
    case 'backoff':
    case 'failed':
      return move({ name: 'stopped' }, 'stop', { type: 'setTimer', at: null });
    case 'stopping':
      return move({ ...state, next: 'stopped' }, 'stop');
    default:
      return stopping('stop', 'stopped', facts.variant);
  }
};

const stopping = (why: StopWhy, next: 'stopped' | 'starting' | 'decide', variant: LaunchVariant): Transition =>
  move(
    { name: 'stopping', why, next, variant },
    why,
    { type: 'setClaims', isOpen: false },
    { type: 'runLadder', isHang: why !== 'stop' && why !== 'restart' },
  );

const gone = ({ why, next, variant }: Extract<MachineState, { name: 'stopping' }>, facts: MachineFacts): Transition => {
  const ended: MachineEffect = { type: 'endLaunch', end: endOf[why] };
  if (next === 'stopped') return move({ name: 'stopped' }, 'gone', ended);
  if (next === 'starting') return launch(variant, 'gone', ended);
  return withFirst(ended, crashed(facts, why));
};

const exited = (state: MachineState, { isReboot, isFinal }: { isReboot: boolean; isFinal: boolean }, facts: MachineFacts) => {
  // While it stops, the ladder reports the end.
  if (!hasProcess(state) || state.name === 'stopping') return null;
  if (isReboot) return launch(facts.variant, 'rebooted', { type: 'endLaunch', end: 'reboot' });
  const ended: MachineEffect = { type: 'endLaunch', end: 'crash' };
  if (isFinal && !facts.wasReady) return withFirst(ended, rollBackOr(fail('noCure', facts, 'exited'), facts));
  return withFirst(ended, crashed(facts, 'exited'));
};

const crashed = (facts: MachineFacts, reason: string): Transition => {
  // Whoever tries something waits for the answer: one start that does not come up is one.
  if (facts.variant === 'trial' && !facts.wasReady) return fail('noCure', facts, reason);
  return rollBackOr(afterDeath([...facts.deaths, facts.now], facts, reason), facts);
};

/** What the engine is started with when nobody asks for a start. */
const afterwards = ({ variant }: MachineFacts): LaunchVariant => (variant === 'trial' ? 'profile' : variant);

const afterDeath = (deaths: readonly number[], facts: MachineFacts, reason: string): Transition => {
  const decision = decideRestart(deaths, facts.now, facts.jitter, facts.limits);
  if (decision.kind === 'giveUp') return fail('budget', facts, reason);
  return backOff(facts.now + decision.delayMs, afterwards(facts), reason);
};

const forgiven = (facts: MachineFacts): Transition | null => {
  const next = afterDeath(facts.deaths, facts, 'forgiven');
  return next.state.name === 'failed' ? null : next;
};

/** A start that never answered goes back to the flags that last worked, if it used others. */
const rollBackOr = (otherwise: Transition, facts: MachineFacts): Transition =>
  facts.canRollBack && !facts.wasReady ? backOff(facts.now, 'lastGood', 'rolledBack') : otherwise;

const backOff = (until: number, variant: LaunchVariant, reason: string): Transition =>
  move({ name: 'backoff', until, variant }, reason, { type: 'setTimer', at: until });

const fail = (why: 'budget' | 'noCure', facts: MachineFacts, reason: string): Transition => {
  const retryAt = facts.mayRetryFailed ? facts.now + failedRestMs(facts.failedRetries) : null;
  return move({ name: 'failed', why, retryAt }, reason, { type: 'setTimer', at: retryAt });
};

const waiting = (state: Extract<MachineState, { name: 'failed' }>, facts: MachineFacts): Transition | null => {
  if (facts.mayRetryFailed === (state.retryAt !== null)) return null;
  return fail(state.why, facts, 'waiting');
};

const withFirst = (effect: MachineEffect, { state, reason, effects }: Transition): Transition => ({
  state,
  reason,
  effects: [effect, ...effects],
});
