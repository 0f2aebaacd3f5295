import { isDeepStrictEqual } from 'node:util';
import type { Engine, Problem, Profile } from '../../shared/engine.ts';
import { problemOf } from '../../shared/problem.ts';
import type { EngineRow } from '../db/engines.ts';
import { createRest } from './at-rest.ts';
import { openEngineBook } from './engine-book.ts';
import { dropLane, setClaims } from './engine-lane.ts';
import type { EngineRun } from './engine-run.ts';
import type { LaneEnd } from './engines.ts';
import { deathLine, deathSaid } from './exit-report.ts';
import type { LifeReport } from './life-watch.ts';
import { type End, type LaunchVariant, type MachineEffect, type MachineFacts, type MachineState, transition } from './machine.ts';
import { nextProblem } from './next-problem.ts';
import { portOf } from './open-run.ts';
import { createRunKeeper, type Decider } from './run-keeper.ts';
import { createRunWatch } from './run-watch.ts';
import type { StartOptions, Supervisor, SupervisorDeps } from './supervisor-types.ts';

const laneEndOf: Record<End, LaneEnd> = { crash: 'crash', hang: 'hang', requested: 'requested', reboot: 'reboot', lost: 'crash' };

/**
 * Watches over one engine of this machine. The state machine decides; every step is written down, then told, then acted on by the
 * run keeper. Commands only send events, so that the last one decides whatever is under way.
 */
export const createSupervisor = (row: EngineRow, deps: SupervisorDeps): Supervisor => {
  const { clock, settings } = deps;
  const book = openEngineBook(row, deps);
  let state: MachineState = { name: 'stopped' };
  let since = clock.now();
  let problem: Problem | null = null;
  let freePort: number | null = null;
  let failedRetries = 0;
  /** What is being tried instead of the profile. */
  let trial: Profile | null = null;
  /** What the last launch used. */
  let attempt: { profile: Profile; variant: LaunchVariant } = { profile: book.profile(), variant: 'profile' };
  let isClosed = false;
  let cancelTimer = (): void => {};

  const profileOf = (variant: LaunchVariant): Profile => {
    const other = variant === 'lastGood' ? book.row.lastGood : variant === 'trial' ? trial : null;
    return other ?? book.profile();
  };

  const facts = (): MachineFacts => ({
    now: clock.now(),
    deaths: book.deaths(),
    limits: settings(),
    variant: attempt.variant,
    jitter: deps.random(),
    canRollBack: attempt.variant === 'profile' && book.row.lastGood !== null && !isSameFlags(book.row.lastGood, attempt.profile),
    wasReady: (keeper.run?.readyAt ?? null) !== null,
    mayRetryFailed: settings().retryFailedEngine && deps.hasWaitingJobs(),
    failedRetries,
  });

  const view = (): Engine => {
    const { run } = keeper;
    const { id, kind, name, folder, isWanted, lastGood } = book.row;
    const { last } = book;
    const chosen = book.profile();
    return {
      id,
      kind,
      name,
      folder,
      state: state.name,
      since: new Date(since).toISOString(),
      isWanted,
      pid: run?.process.pid ?? null,
      url: run?.record.url ?? null,
      version: run?.stats?.version ?? run?.log.facts.comfyui ?? last.version,
      profile: run?.profile.name ?? chosen.name,
      profileId: chosen.id,
      isProfileStale: run !== null && !isSameFlags(run.profile, chosen),
      variant: run?.variant ?? null,
      hasOtherLastGood: lastGood !== null && !isSameFlags(lastGood, chosen),
      restarts: book.restarts,
      bootFacts: run?.log.facts ?? last.facts,
      launchId: run?.record.launchId ?? last.launchId,
      problem,
      retryAt: timeOf(state),
      freePort,
    };
  };

  const rest = createRest(view);
  const decider: Decider = {
    state: () => state,
    changed: () => deps.onChange(view()),
    send(event, told = null) {
      const next = transition(state, event, facts());
      if (!next) return false;
      const [from, ended] = [state, keeper.run];
      const end = next.effects.find((effect) => effect.type === 'endLaunch')?.end;
      const report = ended && end !== undefined ? keeper.reportOf(ended, end) : null;
      if (event.type === 'time' && from.name === 'failed') failedRetries++;
      if (report && report.uptimeMs >= settings().crashWindowMs) failedRetries = 0;
      if (next.state.name !== from.name) since = clock.now();
      state = next.state;
      book.step(from, next, ended, report);
      problem = nextProblem(event, next, {
        name: book.row.name,
        shown: problem,
        told,
        report,
        profile: attempt.profile.name,
        variant: attempt.variant,
        deaths: book.deaths().length,
        crashWindowMs: settings().crashWindowMs,
        silentMs: ended?.silentMs ?? 0,
        pid: ended?.process.pid ?? null,
        lostLog: ended && !ended.hasLog ? ended.record.logFile : null,
      });
      const free = problem?.params.free;
      freePort = typeof free === 'number' ? free : null;
      if (ended && report) keeper.letGo(ended, report.end);
      decider.changed();
      if (ended && report) {
        dropLane(ended, book.row, laneEndOf[report.end], { oneLine: deathLine(report), said: deathSaid(report) }, deps);
        ended.closed.resolve();
      }
      for (const effect of next.effects) carryOut(effect);
      if (ended && event.type === 'rebooted') keeper.follow(ended);
      rest.changed();
      if (report) deps.onExit(book.row.id, report);
      return true;
    },
  };

  const carryOut = (effect: MachineEffect): void => {
    switch (effect.type) {
      case 'launch':
        attempt = { profile: profileOf(effect.variant), variant: effect.variant };
        if (!isClosed) keeper.launch(attempt.profile, attempt.variant);
        break;
      case 'runLadder':
        keeper.stop(effect.isHang);
        break;
      case 'setTimer':
        cancelTimer();
        if (effect.at === null) break;
        cancelTimer = clock.after(Math.max(0, effect.at - clock.now()), () => decider.send({ type: 'time' }));
        break;
      case 'openLane':
        keeper.openLane();
        break;
      case 'setClaims':
        if (keeper.run) setClaims(keeper.run, book.row, effect.isOpen, deps);
        break;
      case 'endLaunch':
        // Done before it was told.
        break;
    }
  };

  const onLife = (seen: EngineRun, life: LifeReport): void => {
    [seen.silentMs, seen.isSuspended] = [life.silentMs, life.isSuspended];
    if ((life.hasRebooted || seen.hasBegunAnew()) && decider.send({ type: 'rebooted' })) return;
    const isLate = problem?.key === 'engineLate';
    if (life.verdict === 'alive') {
      if (decider.send({ type: 'alive' }) || !isLate) return;
      problem = null;
      decider.changed();
    } else if (life.verdict === 'late') {
      if (isLate || state.name !== 'ready') return;
      problem = problemOf('engineLate', { name: book.row.name, seconds: Math.round(life.silentMs / 1000) });
      decider.changed();
    } else if (life.verdict === 'unresponsive' || state.name === 'ready') decider.send({ type: 'silent' });
    else decider.send({ type: 'hung' });
  };

  const keeper = createRunKeeper(book, decider, { begin: () => watch.begin(), hurry: () => watch.hurry() }, deps);
  const watch = createRunWatch({ ...deps, decider, keeper: () => keeper, onLife });

  const command = async (options: StartOptions, isRestart: boolean): Promise<Engine> => {
    if (isClosed) return view();
    book.choose(options);
    const isNews = options.isWanted === true && book.setWanted(true);
    failedRetries = 0;
    trial = options.trial ?? null;
    const variant = trial ? 'trial' : options.isSafe ? 'safe' : options.isLastGood ? 'lastGood' : 'profile';
    const { run } = keeper;
    // Running as it should run already is all that a start asks for.
    const isOther =
      run !== null &&
      (variant !== run.variant ||
        !isSameFlags(run.profile, profileOf(variant)) ||
        (options.port !== undefined && portOf(run.record.url) !== options.port));
    const isStep = decider.send({ type: isRestart || isOther ? 'restart' : 'start', variant });
    if (isNews && !isStep) decider.changed();
    return rest.come();
  };

  return {
    get row() {
      return book.row;
    },
    view,
    lane: () => (keeper.run?.isLaneUp && keeper.run.lane ? { lane: keeper.run.lane, isOpen: keeper.run.hasOpenClaims } : null),
    client: () => keeper.run?.client ?? null,
    setWanted(isWanted) {
      if (book.setWanted(isWanted)) decider.changed();
    },
    chooseProfile(profile) {
      book.choose({ profile });
      decider.changed();
    },
    keepTrial(profile) {
      const { run } = keeper;
      book.choose({ profile: profile.id });
      if (run?.variant === 'trial' && isSameFlags(run.profile, profile)) {
        attempt = { profile, variant: 'profile' };
        [run.profile, run.variant, trial] = [profile, 'profile', null];
        book.good(profile);
      }
      decider.changed();
    },
    start: (options) => command(options, false),
    restart: (options) => command(options, true),
    stop() {
      decider.send({ type: 'stop' });
      return rest.come();
    },
    adopt: (isWanted) => keeper.adopt(isWanted),
    async declareDead(why) {
      const { run } = keeper;
      if (run && decider.send({ type: 'condemned', why })) await run.closed.promise;
    },
    setRunning: (promptId) => keeper.setRunning(promptId),
    forgive(launchId) {
      book.forgive(launchId);
      decider.send({ type: 'forgiven' });
    },
    waitingChanged: () => void decider.send({ type: 'waiting' }),
    async close() {
      isClosed = true;
      decider.send({ type: 'stop' });
      await rest.come();
      await keeper.settled();
      cancelTimer();
      watch.stop();
      keeper.release();
    },
  };
};

const timeOf = (state: MachineState): string | null => {
  const at = state.name === 'backoff' ? state.until : state.name === 'failed' ? state.retryAt : null;
  return at === null ? null : new Date(at).toISOString();
};

const isSameFlags = (a: Profile, b: Profile): boolean => isDeepStrictEqual([a.flags, a.env], [b.flags, b.env]);
