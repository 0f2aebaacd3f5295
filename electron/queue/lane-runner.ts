import { AppError } from '../../shared/app-error.ts';
import type { AttemptRow } from '../db/attempts.ts';
import { isStorageFault } from '../db/is-storage-fault.ts';
import { type EngineMessage, EngineUnreachable } from '../engine/client-types.ts';
import type { Lane } from '../engine/engines.ts';
import { pause } from '../lib/clock.ts';
import { withChanges } from '../templates/change-graph.ts';
import type { LoadedTemplate } from '../templates/templates.ts';
import { type AheadPorts, createAhead } from './ahead.ts';
import type { Collector } from './collector.ts';
import type { QueueDeps } from './deps.ts';
import type { DiskGuard } from './disk-guard.ts';
import { type FollowedPrompt, type Follower, follow, type LaneDown, type Outcome } from './follower.ts';
import { createGhosts } from './ghosts.ts';
import { graphDigest } from './graph-digest.ts';
import type { Ledger } from './ledger.ts';
import { logFieldsOf } from './log-fields.ts';
import { planOf } from './outcome.ts';
import type { Ending, Verdict } from './policy.ts';
import type { Prepared } from './prepare.ts';
import type { GraphNode } from './progress.ts';
import { graphNodesOf, type ProgressBoard } from './progress-board.ts';
import type { Settler } from './settle.ts';
import { createSteps, type Steps } from './steps.ts';

/** What runners share. */
export interface RunnerParts extends AheadPorts {
  ledger: Ledger;
  settler: Settler;
  collector: Collector;
  board: ProgressBoard;
  disk: DiskGuard;
  /** An attempt ended without success, or a job could not even be begun (`attempt` null). */
  onFailed(job: string, attempt: AttemptRow | null, ending: Ending, verdict: Verdict): void;
  /** Attempts that this host follows or followed: their silence means something. */
  own: Set<string>;
  /** Nothing may be read or written any more. */
  isStopped(): boolean;
}

export interface LaneRunner {
  readonly lane: Lane;
  /** The attempt that the engine has now. */
  currentAttempt(): string | null;
  /** Something changed: there may be work, or other work. */
  wake(): void;
  /** Whether the engine has nothing to do and may be handed something. */
  isFree(): boolean;
  setClaims(isOpen: boolean): void;
  /** Stops the current attempt for a person. */
  cancelCurrent(): void;
  down(down: LaneDown): void;
  /** Lets go of everything; what runs goes on at the engine. */
  leave(): void;
}

/** So many attempts of one engine may be stored beside the one that runs; a slow disk must not pile them up. */
const longestCollecting = 4;
const againMs = 1_000;
/** Longest wait of a lane that has just come up for its socket: what an engine says before that, nobody hears. */
const socketMs = 1_000;

/**
 * Hands one prompt after the other to one engine.
 *
 * ```
 *            prepare ahead, while one runs
 * idle ──claim (one transaction)──► following ──outcome──► settle or collect AND claim the next, in one transaction
 *   ▲                                                            │ nothing prepared
 *   └────────────────────────────────────────────────────────────┘
 * ```
 *
 * Between two prompts the engine waits for one commit and one POST; where messages were missed, for a GET of history before them. Outputs
 * are stored beside the next prompt.
 */
export const startLaneRunner = (lane: Lane, deps: QueueDeps, parts: RunnerParts): LaneRunner => {
  const { clock, engines, log, artifacts, defer } = deps;
  const { ledger, settler, collector, board, disk, own } = parts;
  const { client, engineId } = lane;
  /**
   * A claim is committed before its POST, so that no crash of Hearth loses it. Where the engine is on this machine the disk need not have
   * it: a power cut ends both, and what the engine forgot waits again.
   */
  const writeClaim = lane.folders ? ledger.note : ledger.commit;
  const ahead = createAhead(lane, deps, parts);
  let current: Follower | null = null;
  /** What the engine did with the current one and is not written yet. */
  let steps: Steps | null = null;
  let isPumping = false;
  let hasToPumpAgain = false;
  let areClaimsOpen = true;
  let isDeaf = !client.isSocketOpen;
  let isBroken = false;
  let isGone = false;
  const isSettled = (id: string): boolean => {
    const attempt = isGone ? undefined : ledger.attempts.find(id);
    return attempt !== undefined && attempt.state !== 'open' && attempt.state !== 'collecting';
  };
  const ghosts = createGhosts(client, isSettled);
  let stopTimer: () => void = () => {};

  const wakeSoon = (): void => {
    stopTimer();
    stopTimer = clock.after(againMs, wake);
  };
  const mayClaim = (): boolean =>
    areClaimsOpen && !isDeaf && !isBroken && !isGone && !ghosts.areThere() && collector.count(engineId) < longestCollecting;

  /** Inside a transaction. */
  const claim = (): Prepared | null => (mayClaim() ? ahead.claim() : null);
  const begin = (ready: Prepared): void => {
    const { attemptId, graph, values, outputs } = ready;
    ahead.taken();
    const digest = (): string => graphDigest(graph, attemptId);
    let known: string | null = null;
    start(ready, { id: attemptId, graph, isInherited: false, isKnown: false, outputs }, 0, () =>
      deps.records.taken({ id: attemptId, engine: engineId }, { graph: known ?? digest(), values }),
    );
    // The engine is at work by then: nothing waits for it.
    defer(() => {
      known = digest();
    });
  };
  /** `record`: what is noted of the prompt once the engine has taken it. */
  const start = (
    { jobId: job, template, nodes }: Pick<Prepared, 'jobId' | 'template' | 'nodes'>,
    prompt: FollowedPrompt,
    elapsedMs: number,
    record: () => void,
  ): void => {
    const attempt = prompt.id;
    const fields = { job, attempt, template, engine: engineId };
    steps = createSteps(
      clock,
      (act) => ledger.note(act),
      (error) => log.warn('a step could not be noted', { ...fields, error }),
    );
    const { add } = steps;
    own.add(attempt);
    current = follow(prompt, {
      clock,
      client,
      settings: deps.settings,
      onAccepted: (fault) =>
        add((at) => {
          settler.accepted(attempt, fault, at);
          record();
        }),
      onStarted: () => add((at) => settler.started(attempt, at)),
      onMessage: (message) => board.see(attempt, message),
      onEnd: (outcome) => settleOrAgain(attempt, outcome),
      declareDead: (reason) => engines.declareDead(engineId, reason),
      log: (message, more) => log.warn(message, { ...fields, ...more }),
    });
    engines.setRunning(engineId, attempt);
    // The POST leaves first.
    defer(() => {
      if (current?.id === attempt) board.begin({ jobId: job, attemptId: attempt, engine: engineId, elapsedMs }, nodes);
      log.info(prompt.graph === null ? 'attempt followed again' : 'attempt handed over', fields);
      wake();
    });
  };

  /** A throw leaves the attempt open and the lane waiting for it: it is tried again, so that the jobs behind it are not forgotten. */
  const settleOrAgain = (attempt: string, outcome: Outcome): void => {
    settle(attempt, outcome).catch(async (error: unknown) => {
      const row = ledger.attempts.find(attempt);
      log.error('an attempt could not be settled; it is tried again', { ...(row && logFieldsOf(ledger.jobs, row)), error });
      await pause(clock, againMs);
      if (!isGone && !parts.isStopped() && current?.id === attempt) settleOrAgain(attempt, outcome);
    });
  };

  /** The attempt stays open until this is written: a commit that the disk refuses is tried until it succeeds. */
  const settle = async (attempt: string, outcome: Outcome): Promise<void> => {
    const row = ledger.attempts.find(attempt);
    const job = row && ledger.jobs.find(row.job);
    if (!row || !job) throw new Error(`attempt ${attempt} has no rows`);
    const declared = deps.templates.get(job.template, job.version)?.outputs ?? null;
    const isStopping = (): boolean => !areClaimsOpen || engines.get(engineId)?.state === 'stopping';
    const plan = planOf(outcome, row, declared, isStopping);
    if (plan.kind === 'fail' && plan.isMaybeThere) ghosts.add(attempt);
    if (plan.isEngineBroken) isBroken = true;
    // Before the next one is claimed: it would fail the same way.
    if (plan.kind === 'fail' && plan.ending.kind === 'noRoom')
      disk.refused(new AppError('storage', 'nodeNoRoom', plan.ending.error?.params));
    // The list of outputs need not be on disk before work goes on: after a power cut the engine's file may be cut off too.
    const write = plan.kind === 'fail' ? ledger.commit : ahead.isThere() && mayClaim() ? writeClaim : ledger.note;
    const missed = steps?.take();
    const step = () => {
      missed?.();
      deps.records.left(attempt);
      return plan.kind === 'collect'
        ? { collecting: settler.collecting(attempt, plan.outputs), ready: claim() }
        : { verdict: settler.failed(attempt, plan.ending), ready: claim() };
    };
    const { collecting, verdict, ready } = await insist<{
      collecting?: AttemptRow | undefined;
      verdict?: Verdict | undefined;
      ready: Prepared | null;
    }>(write, step);
    /** What history makes of what the socket told. */
    const confirmed =
      outcome.kind === 'told'
        ? outcome.history
            .then((entry) => entry && planOf({ kind: 'history', entry, stoppedAs: null }, row, declared, isStopping))
            .catch(() => null)
        : undefined;
    current = null;
    if (ready) begin(ready);
    else if (!isGone) engines.setRunning(engineId, null);
    // The next prompt leaves before the outputs of this one are stored.
    if (collecting && !ready) collector.collect(collecting, client, confirmed);
    defer(() => {
      if (collecting && ready) collector.collect(collecting, client, confirmed);
      if (plan.kind === 'collect') board.finish(attempt);
      else board.drop(attempt);
      if (plan.kind === 'fail' && verdict) parts.onFailed(job.id, row, plan.ending, verdict);
      if (plan.kind === 'fail' && lane.folders) void artifacts.dropEngineCopies(attempt, lane.folders.output);
      if (plan.isEngineBroken && !isGone) endBrokenEngine();
      // The first steps of storing come before the look for more work.
      defer(wake);
    });
  };
  /** At once where the disk takes it, so that nothing comes between an outcome and the next claim. */
  const insist = <T>(write: Ledger['commit'], step: () => T): T | Promise<T> => {
    try {
      return write(step);
    } catch (error) {
      if (!isStorageFault(error)) throw error;
      disk.refused(error);
      return pause(clock, againMs).then(() => (parts.isStopped() ? new Promise<never>(() => {}) : insist(write, step)));
    }
  };
  const endBrokenEngine = (): void => {
    engines.declareDead(engineId, 'poisoned').catch((error: unknown) => {
      log.warn('the engine could not be ended', { engine: engineId, error });
      isBroken = false;
      wake();
    });
  };

  /** Claims for an idle engine, or makes the next prompt for a busy one. */
  const pump = async (): Promise<void> => {
    hasToPumpAgain = true;
    if (isPumping) return;
    isPumping = true;
    try {
      while (hasToPumpAgain && !isGone) {
        hasToPumpAgain = false;
        if (ghosts.areThere() && current === null) await ghosts.driveOut();
        if (ghosts.areThere()) wakeSoon();
        await disk.check(lane.folders);
        if (!(await ahead.make())) wakeSoon();
        if (current !== null || !ahead.isThere() || !mayClaim()) continue;
        const ready = writeClaim(claim);
        if (ready) begin(ready);
        else hasToPumpAgain = ahead.isWanted();
      }
    } catch (error) {
      if (!isGone && !(error instanceof EngineUnreachable))
        log.warn('the next job could not be handed over; it is tried again', { engine: engineId, error });
      wakeSoon();
    } finally {
      isPumping = false;
    }
  };
  const wake = (): void => {
    if (!isGone) void pump();
  };

  const hear = (): void => {
    isDeaf = false;
    wake();
  };
  const stopDeafTimer = isDeaf ? clock.after(socketMs, hear) : () => {};
  const stopListening = client.on((message: EngineMessage) => {
    if (isDeaf && message.type === 'socket' && message.isOpen) hear();
    current?.see(message);
    // A prompt whose POST was given up as lost has arrived after all.
    if (message.type === 'start' && message.promptId !== current?.id && isSettled(message.promptId)) {
      ghosts.add(message.promptId);
      wake();
    }
  });
  const leave = (): void => {
    isGone = true;
    ahead.close();
    stopListening();
    stopDeafTimer();
    stopTimer();
    steps?.write();
    current?.leave();
    if (current) board.drop(current.id);
  };

  /** What the engine had when the lane came up is followed again, whatever its launch: only the engine knows. */
  const nodesOf = (template: LoadedTemplate, job: string): GraphNode[] =>
    graphNodesOf(withChanges(template, ledger.changes.of(job)?.changes ?? []));
  const takeOver = (): void => {
    const open = ledger.attempts.unsettled().find((attempt) => attempt.engine === engineId && attempt.state === 'open');
    const job = open && ledger.jobs.find(open.job);
    if (!open || !job) return;
    const template = deps.templates.get(job.template, job.version);
    const elapsedMs = open.running_at === null ? 0 : Math.max(0, clock.now() - open.running_at);
    const prompt = {
      id: open.id,
      graph: null,
      isInherited: !own.has(open.id),
      isKnown: open.submitted_at !== null,
      outputs: template?.outputs.map(({ node }) => node) ?? [],
    };
    const known = { jobId: job.id, template: `${job.template}@${job.version}`, nodes: template ? nodesOf(template, job.id) : [] };
    // What it was made from was noted by the host that handed it over, if that lived long enough.
    start(known, prompt, elapsedMs, () => {});
    if (job.cancel_at !== null) current?.interrupt('cancelled');
  };
  takeOver();
  wake();
  // Megabytes that the engine makes anew for each call: asked for before the first job needs them.
  client.objectInfo().catch(() => {});

  return {
    lane,
    currentAttempt: () => current?.id ?? null,
    wake,
    isFree: () => current === null && mayClaim(),
    setClaims(isOpen) {
      areClaimsOpen = isOpen;
      wake();
    },
    cancelCurrent: () => current?.interrupt('cancelled'),
    down(down) {
      isGone = true;
      current?.laneDown(down);
      leave();
    },
    leave,
  };
};
