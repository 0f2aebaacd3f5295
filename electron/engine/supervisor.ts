import { existsSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/app-error.ts';
import type { BootFacts, Engine, ExitReport, Problem, Profile } from '../../shared/engine.ts';
import type { EngineRow } from '../db/engines.ts';
import { findAdoption } from './adopt.ts';
import { noBootFacts } from './boot-facts.ts';
import type { EngineStats } from './client-types.ts';
import { dropLane, quietDown, raiseLane, setClaims } from './engine-lane.ts';
import type { EngineRun } from './engine-run.ts';
import type { LaneEnd } from './engines.ts';
import type { ProcessEnd } from './exit-meaning.ts';
import { type Death, deathLine, deathProblem, exitReport, problemOf } from './exit-report.ts';
import { launchProblem } from './launch-error.ts';
import { removeLaunch } from './launch-file.ts';
import { createLifeWatch } from './life-watch.ts';
import {
  type End,
  type LaunchVariant,
  type MachineEffect,
  type MachineEvent,
  type MachineFacts,
  type MachineState,
  type Transition,
  transition,
} from './machine.ts';
import { countMemoryKills } from './memory-kills.ts';
import { nextProblem } from './next-problem.ts';
import { choosePort, continueRun, launchFilePath, launchRun, openRun, portOf, portTakenError, rebootMark } from './open-run.ts';
import { watchProcess } from './process.ts';
import { killFamily, ladderOf, runLadder } from './stop-ladder.ts';
import type { StartOptions, Supervisor, SupervisorDeps } from './supervisor-types.ts';

const tickMs = 1_000;
/** A gap between two looks that is longer counts as this much: the machine slept. */
const longestTickMs = 5_000;
/** What an earlier host left is done when its queue stays empty for so long, should nobody say so. */
const drainedMs = 10_000;

const laneEndOf: Record<End, LaneEnd> = { crash: 'crash', hang: 'hang', requested: 'requested', reboot: 'reboot', lost: 'crash' };

/**
 * Carries out what the state machine decides for one engine of ours. Every step is stored, then told, then acted on. All timers are
 * here, and every act that takes time (starting, ending, cleaning up) waits for the one before it, so that two processes never meet.
 */
export const createSupervisor = (initial: EngineRow, deps: SupervisorDeps): Supervisor => {
  const { clock, log, settings, table, rows, launches, events, profiles, db } = deps;
  const id = initial.id;
  let row = initial;
  let state: MachineState = { name: 'stopped' };
  let since = clock.now();
  let run: EngineRun | null = null;
  let lastRun: { launchId: string | null; facts: BootFacts; version: string | null } = {
    launchId: launches.newest(id)?.id ?? null,
    facts: noBootFacts,
    version: null,
  };
  let problem: Problem | null = null;
  let freePort: number | null = null;
  let restarts = 0;
  let failedRetries = 0;
  /** Kept here too: a budget must hold when the disk is full and nothing can be stored. */
  let deaths = launches.deaths(id, clock.now() - settings().crashWindowMs);
  let attempt: { profile: Profile; variant: LaunchVariant } = { profile: profileInUse(), variant: 'profile' };
  let promptId: string | null = null;
  let isClosed = false;
  let busy: Promise<void> = Promise.resolve();
  let cancelTimer = (): void => {};
  let cancelTick = (): void => {};
  let isLooking = false;
  let lookedAt = clock.monotonic();
  const waiting = new Set<() => void>();

  function profileInUse(): Profile {
    return profiles.find(row.profile) ?? profiles.fallback();
  }
  const facts = (): MachineFacts => ({
    now: clock.now(),
    deaths: deaths.map(({ at }) => at),
    limits: settings(),
    variant: attempt.variant,
    jitter: deps.random(),
    canRollBack: attempt.variant === 'profile' && row.lastGood !== null && !isSameFlags(row.lastGood, attempt.profile),
    wasReady: (run?.readyAt ?? null) !== null,
    mayRetryFailed: settings().retryFailedEngine && deps.hasWaitingJobs(),
    failedRetries,
  });

  const view = (): Engine => ({
    id,
    kind: row.kind,
    name: row.name,
    folder: row.folder,
    state: state.name,
    since: new Date(since).toISOString(),
    isWanted: row.isWanted,
    pid: run?.process.pid ?? null,
    url: run?.record.url ?? null,
    version: run?.stats?.version ?? run?.log.facts.comfyui ?? lastRun.version,
    profile: run?.profile.name ?? profileInUse().name,
    restarts,
    bootFacts: run?.log.facts ?? lastRun.facts,
    launchId: run?.record.launchId ?? lastRun.launchId,
    problem,
    retryAt: timeOf(state),
    freePort,
  });
  const changed = (): void => deps.onChange(view());
  const then = (what: string, act: () => Promise<void>): void => {
    busy = busy.then(act).catch((error: unknown) => log.error(`engine ${id}: ${what} failed`, { error }));
  };

  /** One step of the machine: stored, told, acted on. False: the event changes nothing now. */
  const dispatch = (event: MachineEvent, told: Problem | null = null): boolean => {
    const next = transition(state, event, facts());
    if (!next) return false;
    const [from, ended] = [state, run];
    const end = next.effects.find((effect) => effect.type === 'endLaunch')?.end;
    const report = ended && end !== undefined ? reportOf(ended, end) : null;
    if (event.type === 'time' && from.name === 'failed') failedRetries++;
    if (report) countDeath(report);
    if (next.state.name !== from.name) since = clock.now();
    state = next.state;
    problem = nextProblem(event, next, {
      name: row.name,
      shown: problem,
      told,
      report,
      profile: attempt.profile.name,
      variant: attempt.variant,
      deaths: deaths.length,
      crashWindowMs: settings().crashWindowMs,
      silentMs: ended?.silentMs ?? 0,
      pid: ended?.process.pid ?? null,
    });
    const free = problem?.params.free;
    freePort = typeof free === 'number' ? free : null;
    store(from, next, report, ended);
    if (ended && report) letGo(ended, report);
    changed();
    if (ended && report) {
      dropLane(ended, row, laneEndOf[report.end], deathLine(report), deps);
      ended.closed.resolve();
    }
    for (const effect of next.effects) carryOut(effect);
    if (ended && event.type === 'rebooted') then('following a restart', () => follow(ended));
    if (isAtRest(state)) for (const resolve of [...waiting]) resolve();
    return true;
  };

  const store = (from: MachineState, next: Transition, report: ExitReport | null, ended: EngineRun | null): void => {
    try {
      db.transaction(() => {
        if (report) launches.end(report.launchId, clock.now(), report.end);
        if (report) launches.setBootFacts(report.launchId, report.bootFacts);
        if (next.state.name === from.name) return;
        events.insert(id, {
          at: clock.now(),
          from: from.name,
          to: next.state.name,
          reason: next.reason,
          launch: ended?.record.launchId ?? null,
          pid: ended?.process.pid ?? null,
          report,
        });
      })();
    } catch (error) {
      // A full disk must not stop the watch over what runs.
      log.error(`engine ${id}: a step could not be stored`, { error, from: from.name, to: next.state.name });
    }
  };

  const carryOut = (effect: MachineEffect): void => {
    switch (effect.type) {
      case 'launch':
        attempt = {
          profile: effect.variant === 'lastGood' ? (row.lastGood ?? profileInUse()) : profileInUse(),
          variant: effect.variant,
        };
        then('the start', () => launch());
        return;
      case 'runLadder':
        then('the stop', () => ladder(effect.isHang));
        return;
      case 'setTimer':
        cancelTimer();
        if (effect.at !== null) cancelTimer = clock.after(Math.max(0, effect.at - clock.now()), () => dispatch({ type: 'time' }));
        return;
      case 'openLane':
        if (run) openLane(run);
        return;
      case 'setClaims':
        if (run) setClaims(run, row, effect.isOpen, deps);
        return;
      case 'endLaunch':
        return;
    }
  };

  const isStopping = (): boolean => state.name === 'stopping';

  const launch = async (): Promise<void> => {
    if (state.name !== 'starting' || isClosed) return;
    const { profile, variant } = attempt;
    let file = row.folder ?? '';
    try {
      if (run && !table.isGone(run.process)) throw new AppError('conflict', 'engineUnkillable', { pid: run.process.pid });
      run = null;
      const port = await choosePort(row, deps);
      const wish = { row, profile, variant, port, sharesInstall: deps.sharesInstall(row), previewMethod: settings().previews };
      const plan = await deps.prepare(wish);
      file = plan.file;
      if (state.name !== 'starting') return;
      await begin(launchRun(row, plan, profile, variant, deps));
    } catch (error) {
      if (!(error instanceof AppError)) log.warn(`engine ${id} could not be started`, { error });
      dispatch({ type: 'notLaunched' }, launchProblem(row.name, file, error));
    }
  };

  /** The next launch begins in the log where the last one ends. */
  const follow = async (ended: EngineRun): Promise<void> => {
    await ended.log.end();
    if (state.name === 'starting') await begin(continueRun(row, ended, deps));
  };

  const begin = async (opening: Promise<EngineRun>): Promise<void> => {
    const opened = await opening;
    run = opened;
    opened.process.ended.then(
      (end) => void onEnded(opened, end).catch((error: unknown) => log.error(`engine ${id}: its end`, { error })),
      () => {},
    );
    opened.readiness.answer.then(
      (stats) => void (stats && onAnswer(opened, stats)),
      () => {},
    );
    lookedAt = clock.monotonic();
    tick();
    if (state.name === 'starting') changed();
  };

  const onAnswer = async (answered: EngineRun, stats: EngineStats): Promise<void> => {
    if (answered !== run || state.name !== 'starting') return;
    answered.stats = stats;
    // What it said until it was bound belongs to what is told when it is ready.
    await answered.log.catchUp().catch(() => {});
    if (answered === run) dispatch({ type: 'answered' });
  };

  const openLane = (ready: EngineRun): void => {
    ready.readyAt = clock.monotonic();
    const client = deps.openClient({ url: ready.record.url, clientId: ready.record.clientId ?? id });
    const watch = createLifeWatch({
      process: ready.process,
      table,
      clock,
      ask: () => client.stats(),
      onStats: (stats) => {
        ready.stats = stats;
      },
      readBytes: () => ready.log.readBytes,
    });
    client.on((message) => {
      if (message.type !== 'socket') return watch.heard();
      if (!message.isOpen) watch.doubted();
      // A socket closes when the process dies, or begins anew inside: the next look need not wait for its turn.
      if (!message.isOpen) void look();
    });
    [ready.client, ready.watch] = [client, watch];
    raiseLane(ready, row, client, () => run === ready, deps);
    if (ready.variant === 'profile' && !ready.process.isAdopted && !isDeepStrictEqual(row.lastGood, ready.profile)) {
      row = { ...row, lastGood: ready.profile };
      rows.setLastGood(id, ready.profile);
    }
    launches.setReady(ready.record.launchId, clock.now());
    launches.setBootFacts(ready.record.launchId, ready.log.facts);
  };

  const tick = (): void => {
    cancelTick();
    cancelTick = clock.after(tickMs, () => {
      if (!run) return;
      tick();
      void look();
    });
  };

  /** One look at the process. Looks that meet are one. */
  const look = async (): Promise<void> => {
    const seen = run;
    if (!seen || isLooking) return;
    isLooking = true;
    try {
      const now = clock.monotonic();
      const passedMs = Math.min(now - lookedAt, longestTickMs);
      lookedAt = now;
      const isBooting = state.name === 'starting' && !(seen.process.isAdopted && seen.log.hasBound);
      if (isBooting) {
        seen.bootMs += passedMs;
        if (seen.bootMs >= settings().bootTimeoutMs) dispatch({ type: 'bootTimeout' });
      } else if (seen.watch && state.name !== 'stopping') await judge(seen);
      if (seen.processEnd === null) seen.memoryKills = countMemoryKills();
      if (seen.drainTo !== null && seen.isLaneUp) await drain(seen);
    } catch (error) {
      log.warn(`engine ${id}: a look at it failed`, { error });
    } finally {
      isLooking = false;
    }
  };

  const judge = async (seen: EngineRun): Promise<void> => {
    const life = await seen.watch?.look(settings());
    if (!life || seen !== run || seen.processEnd !== null) return;
    [seen.silentMs, seen.isSuspended] = [life.silentMs, life.isSuspended];
    if (life.hasRebooted && dispatch({ type: 'rebooted' })) return;
    const isLate = problem?.key === 'engineLate';
    if (life.verdict === 'alive') {
      if (dispatch({ type: 'alive' }) || !isLate) return;
      problem = null;
      return changed();
    }
    if (life.verdict === 'late') {
      if (isLate || state.name !== 'ready') return;
      problem = problemOf('engineLate', { name: row.name, seconds: Math.round(life.silentMs / 1000) });
      return changed();
    }
    if (life.verdict === 'unresponsive' || state.name === 'ready') dispatch({ type: 'silent' });
    else if (life.verdict === 'hung') dispatch({ type: 'hung' });
  };

  const onEnded = async (ended: EngineRun, end: ProcessEnd): Promise<void> => {
    ended.processEnd = end;
    if (ended !== run || isStopping()) return;
    ended.readiness.stop();
    await ended.log.end();
    // A stop may have come meanwhile; then the ladder finds it gone.
    if (ended !== run || isStopping()) return;
    if (state.name === 'failed') return forget(ended);
    then(
      'clearing up',
      async () => void (await killFamily(ended.process, ended.record.marker ?? ended.record.launchId, table, clock)),
    );
    if (takeRebootMark()) {
      dispatch({ type: 'exited', isReboot: true, isFinal: false });
      return;
    }
    const death = explain(ended, reportOf(ended, 'crash'));
    const told = death.problem.key === 'enginePortTakenBySomeone' ? await nameHolder(death.problem) : death.problem;
    // The demo engine takes another port next time.
    const isFinal = death.isFinal && !(row.kind === 'demo' && told.key.startsWith('enginePortTaken'));
    if (ended === run) dispatch({ type: 'exited', isReboot: false, isFinal }, told);
  };

  const ladder = async (isHang: boolean): Promise<void> => {
    const stopped = run;
    if (!stopped) return void dispatch({ type: 'gone' });
    stopped.readiness.stop();
    // Timers do not keep this program alive, but an engine must not be left half-stopped.
    const hold = setInterval(() => {}, 60_000);
    try {
      const isGone = await runLadder(ladderOf(deps.platform, isHang), {
        process: stopped.process,
        launchId: stopped.record.marker ?? stopped.record.launchId,
        table,
        clock,
        quiet: () => quietDown(stopped.client, promptId, clock),
      });
      if (isGone) stopped.processEnd = await stopped.process.ended;
      await stopped.log.end();
      takeRebootMark();
      dispatch({ type: isGone ? 'gone' : 'stuck' }, explain(stopped, reportOf(stopped, 'hang')).problem);
    } finally {
      clearInterval(hold);
    }
  };

  const whyOf = (end: End): Death['why'] => {
    if (state.name === 'stopping') return state.why;
    return end === 'reboot' ? 'reboot' : 'exit';
  };
  const reportOf = (ended: EngineRun, end: End): ExitReport =>
    exitReport({
      launchId: ended.record.launchId,
      end,
      why: whyOf(end),
      process: ended.processEnd ?? { code: null, signal: null },
      isMemoryKill: isMore(countMemoryKills(), ended.memoryKills),
      uptimeMs: clock.monotonic() - ended.startedAt,
      wasReady: ended.readyAt !== null,
      wasSuspended: ended.isSuspended,
      lastLines: ended.log.lastLines(),
      bootFacts: ended.log.facts,
      promptId,
    });
  const explain = (ended: EngineRun, report: ExitReport) =>
    deathProblem(row.name, report, {
      silentMs: ended.silentMs,
      bootTimeoutMs: settings().bootTimeoutMs,
      wasSuspended: ended.isSuspended,
    });
  const nameHolder = async (taken: Problem): Promise<Problem> => {
    const port = Number(taken.params.port);
    const { holder } = await deps.ports.state(port);
    return launchProblem(row.name, '', await portTakenError(row.name, port, holder, deps.ports));
  };
  const countDeath = ({ launchId, end, uptimeMs }: ExitReport): void => {
    const { crashWindowMs } = settings();
    deaths = deaths.filter(({ at }) => clock.now() - at < crashWindowMs);
    if (end !== 'crash' && end !== 'hang') return;
    restarts++;
    deaths.push({ launchId, at: clock.now() });
    if (uptimeMs >= crashWindowMs) failedRetries = 0;
  };
  const takeRebootMark = (): boolean => {
    const mark = rebootMark(deps.enginesDir, id);
    if (!existsSync(mark)) return false;
    rmSync(mark, { force: true });
    return true;
  };

  /** The run is over; its process too, unless it only began anew inside. */
  const letGo = (ended: EngineRun, report: ExitReport): void => {
    run = null;
    lastRun = { launchId: ended.record.launchId, facts: ended.log.facts, version: ended.stats?.version ?? lastRun.version };
    if (report.end !== 'reboot' || ended.processEnd !== null) removeLaunch(launchFilePath(deps.enginesDir, id));
    release(ended);
  };
  const release = (ended: EngineRun): void => {
    ended.readiness.stop();
    void ended.client?.close();
    void ended.log.end();
  };
  /** Something that could not be killed went after all. */
  const forget = (ended: EngineRun): void => {
    run = null;
    removeLaunch(launchFilePath(deps.enginesDir, id));
    release(ended);
    changed();
  };

  const drain = async (seen: EngineRun): Promise<void> => {
    const { running, pending } = (await seen.client?.queue()) ?? { running: [], pending: [] };
    if (running.length > 0 || pending.length > 0) seen.idleSince = null;
    else seen.idleSince ??= clock.monotonic();
    if (seen.idleSince !== null && clock.monotonic() - seen.idleSince >= drainedMs) drained(seen);
  };
  const drained = (seen: EngineRun): void => {
    const next = seen.drainTo;
    seen.drainTo = null;
    if (next !== null) dispatch(next === 'stop' ? { type: 'stop' } : { type: 'restart', variant: 'profile' });
  };

  const rest = (): Promise<Engine> =>
    new Promise((resolve) => {
      const done = (): void => {
        waiting.delete(done);
        resolve(view());
      };
      if (isAtRest(state)) done();
      else waiting.add(done);
    });
  const setWanted = (isWanted: boolean): void => {
    if (row.isWanted === isWanted) return;
    row = { ...row, isWanted };
    rows.setWanted(id, isWanted);
    changed();
  };
  const choose = ({ profile, port }: StartOptions): void => {
    if (profile !== undefined) {
      const found = profiles.find(profile);
      if (!found) throw new AppError('not-found', 'engineProfileMissing', { profile });
      rows.setProfile(id, found.id);
      row = { ...row, profile: found.id };
    }
    if (port !== undefined) {
      rows.setPort(id, port);
      row = { ...row, port };
    }
  };
  const command = (options: StartOptions, isRestart: boolean): Promise<Engine> => {
    choose(options);
    if (options.isWanted) setWanted(true);
    failedRetries = 0;
    const variant = options.isSafe ? 'safe' : 'profile';
    // Running as it should run already is all that a start asks for.
    const isOther =
      run !== null &&
      (variant !== run.variant ||
        !isSameFlags(run.profile, profileInUse()) ||
        (options.port !== undefined && portOf(run.record.url) !== options.port));
    dispatch({ type: isRestart || isOther ? 'restart' : 'start', variant });
    return rest();
  };

  return {
    get row() {
      return row;
    },
    view,
    lane: () => (run?.isLaneUp && run.lane ? { lane: run.lane, isOpen: run.hasOpenClaims } : null),
    client: () => run?.client ?? null,
    setWanted,
    start: async (options) => command(options, false),
    restart: async (options) => command(options, true),
    stop() {
      dispatch({ type: 'stop' });
      return rest();
    },
    async adopt(isWanted) {
      const found = await findAdoption(launchFilePath(deps.enginesDir, id), table, async (process, marker) => {
        await killFamily(process, marker, table, clock);
      });
      launches.endLost(id, found?.record.launchId ?? null, clock.now());
      if (!found) return;
      const { record, process } = found;
      attempt = { profile: { ...profileInUse(), name: record.profile }, variant: 'profile' };
      launches.insert({ ...record, id: record.launchId, engine: id, startedAt: clock.now() });
      launches.setPid(record.launchId, process.pid);
      dispatch({ type: 'adopted' });
      then('the adoption', async () => {
        const opening = openRun(
          {
            row,
            record,
            flagWords: record.command,
            ...attempt,
            process: async () => watchProcess(process, table, clock),
          },
          deps,
        );
        await begin(opening);
        const adopted = run;
        if (!adopted) return;
        await adopted.log.catchUp();
        adopted.watch = createLifeWatch({
          process,
          table,
          clock,
          ask: () => deps.probe(record.url),
          onStats: () => {},
          readBytes: () => adopted.log.readBytes,
        });
        void compare(adopted, isWanted);
      });
      await busy;
    },
    async declareDead(why) {
      const dead = run;
      if (dead && dispatch({ type: 'condemned', why })) await dead.closed.promise;
    },
    setRunning(next) {
      promptId = next;
      if (next === null && run?.isLaneUp && run.drainTo !== null) drained(run);
    },
    forgive(launchId) {
      try {
        launches.forgive(launchId);
      } catch (error) {
        log.error(`engine ${id}: a forgiven death could not be stored`, { error });
      }
      deaths = deaths.filter((death) => death.launchId !== launchId);
      dispatch({ type: 'forgiven' });
    },
    waitingChanged: () => void dispatch({ type: 'waiting' }),
    async close() {
      isClosed = true;
      dispatch({ type: 'stop' });
      await rest();
      await busy;
      cancelTimer();
      cancelTick();
      if (run) {
        run.process.release();
        release(run);
      }
    },
  };

  /** What an earlier host started may not be what is wanted now: then it finishes what it has, and follows. */
  async function compare(adopted: EngineRun, isWanted: boolean): Promise<void> {
    const { record } = adopted;
    if (!isWanted) adopted.drainTo = 'stop';
    else {
      const port = portOf(record.url);
      const wish = { row, profile: profileInUse(), variant: 'profile', port, previewMethod: settings().previews } as const;
      // One that could not be started again is better left as it is.
      const plan = await deps.prepare({ ...wish, sharesInstall: deps.sharesInstall(row) }).catch(() => null);
      if (plan && !isDeepStrictEqual([plan.file, ...plan.args], record.command)) adopted.drainTo = 'restart';
    }
    if (adopted.drainTo !== null && adopted === run) setClaims(adopted, row, false, deps);
  }
};

const isAtRest = ({ name }: MachineState): boolean => name === 'stopped' || name === 'ready' || name === 'failed';

const timeOf = (state: MachineState): string | null => {
  const at = state.name === 'backoff' ? state.until : state.name === 'failed' ? state.retryAt : null;
  return at === null ? null : new Date(at).toISOString();
};

const isSameFlags = (a: Profile, b: Profile): boolean => isDeepStrictEqual([a.flags, a.env], [b.flags, b.env]);

const isMore = (now: number | null, before: number | null): boolean => now !== null && before !== null && now > before;
