import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/app-error.ts';
import type { ExitReport, Problem, Profile } from '../../shared/engine.ts';
import { findAdoption } from './adopt.ts';
import type { EngineStats } from './client-types.ts';
import type { EngineBook } from './engine-book.ts';
import { quietDown, raiseLane, setClaims } from './engine-lane.ts';
import type { EngineRun } from './engine-run.ts';
import type { ProcessEnd } from './exit-meaning.ts';
import { type Death, deathProblem, exitReport } from './exit-report.ts';
import { gpuWorkOf } from './gpu-work.ts';
import { launchProblem } from './launch-error.ts';
import { type LaunchRecord, removeLaunch, writeLaunch } from './launch-file.ts';
import { createLifeWatch } from './life-watch.ts';
import type { End, LaunchVariant, MachineEvent, MachineState } from './machine.ts';
import { choosePort, continueRun, launchFilePath, launchRun, openRun, portOf, portTakenError, rebootMark } from './open-run.ts';
import { watchProcess } from './process.ts';
import type { ProcessRef } from './process-table.ts';
import { killFamily, ladderOf, runLadder } from './stop-ladder.ts';
import type { SupervisorDeps } from './supervisor-types.ts';
import { createWorkerWatch } from './worker-watch.ts';

/** The deciding half of a supervisor, as its acting half sees it. */
export interface Decider {
  state(): MachineState;
  /** One event for the machine. False: it changes nothing now. `told`: what to say about it. */
  send(event: MachineEvent, told?: Problem | null): boolean;
  /** Something that people see changed without a step. */
  changed(): void;
}

/** The acting half: holds the run of now. Acts that take time wait for each other, so that two processes never meet. */
export interface RunKeeper {
  readonly run: EngineRun | null;
  launch(profile: Profile, variant: LaunchVariant): void;
  /** Ends the process with all it started; tells `gone` or `stuck`. */
  stop(isHang: boolean): void;
  /** The run answered: opens the client and the lane. */
  openLane(): void;
  /** `ended` goes on in the same process as another launch. */
  follow(ended: EngineRun): void;
  /** What is known about the end of a run. */
  reportOf(ended: EngineRun, end: End): ExitReport;
  /** Lets go of a run whose end was written down. */
  letGo(ended: EngineRun, end: End): void;
  adopt(isWanted: boolean): Promise<void>;
  setRunning(promptId: string | null): void;
  /** What an earlier host gave it is done. */
  drained(run: EngineRun): void;
  /** Resolves when every act so far is done. */
  settled(): Promise<void>;
  release(): void;
}

/** Who looks at the run. */
export interface RunWatcher {
  /** There is one now. */
  begin(): void;
  /** Something happened to it that is worth a look at once. */
  hurry(): void;
}

/**
 * Starts, follows and ends the processes of one engine as the decider says. In one place, long as it is: start, end, restart and
 * adoption share the run and the line in which they wait for each other, and a race between two of them is read here or nowhere.
 */
export const createRunKeeper = (book: EngineBook, decider: Decider, watcher: RunWatcher, deps: SupervisorDeps): RunKeeper => {
  const { clock, log, settings, table, enginesDir } = deps;
  const { id } = book.row;
  const launchFile = launchFilePath(enginesDir, id);
  let run: EngineRun | null = null;
  let promptId: string | null = null;
  let hasLaunched = false;
  let busy: Promise<void> = Promise.resolve();
  const then = (what: string, act: () => Promise<void>): void => {
    busy = busy.then(act).catch((error: unknown) => log.error(`engine ${id}: ${what} failed`, { error }));
  };
  const is = (name: MachineState['name']): boolean => decider.state().name === name;
  const markerOf = ({ record }: EngineRun): string => record.marker ?? record.launchId;

  const gpuWork = async (process: ProcessRef, marker: string): Promise<number | null> =>
    gpuWorkOf(new Set((await table.family(process, marker)).map(({ pid }) => pid)));

  const launch = async (profile: Profile, variant: LaunchVariant): Promise<void> => {
    if (!is('starting')) return;
    const { row } = book;
    let file = row.folder ?? '';
    try {
      // Something that could not be killed: never a second one beside it.
      if (run && !table.isGone(run.process)) throw new AppError('conflict', 'engineUnkillable', { pid: run.process.pid });
      run = null;
      // Later ones would be children of this host, and those are known.
      const left = hasLaunched ? null : await table.findUser(dirname(launchFile));
      if (left) throw new AppError('conflict', 'engineLeftRunning', { name: row.name, pid: left.pid });
      const port = await choosePort(row, deps);
      const wish = { row, profile, variant, port, sharesInstall: deps.sharesInstall(row), previewMethod: settings().previews };
      const plan = await deps.prepare(wish);
      file = plan.file;
      if (!is('starting')) return;
      begin(await launchRun(row, plan, profile, variant, deps));
      hasLaunched = true;
    } catch (error) {
      if (!(error instanceof AppError)) log.warn(`engine ${id} could not be started`, { error });
      decider.send({ type: 'notLaunched' }, launchProblem(row.name, file, error));
    }
  };

  const begin = (opened: EngineRun): void => {
    run = opened;
    // What the process before it ran went with that process.
    promptId = null;
    book.begun(opened);
    const failed = (error: unknown): void => log.error(`engine ${id}: what followed its start failed`, { error });
    opened.process.ended.then((end) => onEnded(opened, end)).catch(failed);
    opened.readiness.answer.then((stats) => (stats ? onAnswer(opened, stats) : undefined)).catch(failed);
    watcher.begin();
    if (is('starting')) decider.changed();
  };

  const onAnswer = async (answered: EngineRun, stats: EngineStats): Promise<void> => {
    if (answered !== run || !is('starting')) return;
    answered.stats = stats;
    // What it said until it was bound belongs to what is told when it is ready.
    await answered.log.catchUp().catch(() => {});
    if (answered === run) decider.send({ type: 'answered' });
  };

  const openLane = (ready: EngineRun): void => {
    ready.readyAt = clock.monotonic();
    const client = deps.openClient({ url: ready.record.url, clientId: ready.record.clientId ?? id });
    const watch = createLifeWatch({
      process: ready.process,
      table,
      clock,
      ask: () => client.stats(),
      onStats(stats) {
        ready.stats = stats;
      },
      readBytes: () => ready.log.readBytes,
      gpuWork: () => gpuWork(ready.process, markerOf(ready)),
    });
    const worker = createWorkerWatch({
      process: ready.process,
      table,
      clock,
      readBytes: () => ready.log.readBytes,
      gpuWork: () => gpuWork(ready.process, markerOf(ready)),
      isRunning: async (prompt) => (await client.queue()).running.includes(prompt) && (await client.history(prompt)) === null,
    });
    worker.runs(promptId);
    client.on((message) => {
      // Of the queue's length everybody is told, whoever works.
      if (message.type !== 'socket' && message.type !== 'status') worker.heard();
      if (message.type !== 'socket') return watch.heard();
      if (message.isOpen) return;
      // It closes when the process dies, or begins anew inside.
      watch.doubted();
      watcher.hurry();
    });
    [ready.client, ready.watch, ready.worker] = [client, watch, worker];
    raiseLane(ready, book.row, client, () => run === ready && !is('stopping'), deps);
    book.ready(ready);
  };

  const onEnded = async (ended: EngineRun, end: ProcessEnd): Promise<void> => {
    ended.processEnd = end;
    if (ended !== run || is('stopping')) return;
    ended.readiness.stop();
    await ended.log.end();
    // A stop may have come meanwhile; then the ladder finds it gone.
    if (ended !== run || is('stopping')) return;
    if (is('failed')) return forget(ended);
    then('clearing up', async () => void (await killFamily(ended.process, markerOf(ended), table, clock)));
    if (takeRebootMark()) return void decider.send({ type: 'exited', isReboot: true, isFinal: false });
    const death = explain(ended, 'crash');
    const told = death.problem.key === 'enginePortTakenBySomeone' ? await nameHolder(death.problem) : death.problem;
    // The demo engine takes another port next time.
    const isFinal = death.isFinal && !(book.row.kind === 'demo' && told.key.startsWith('enginePortTaken'));
    if (ended === run) decider.send({ type: 'exited', isReboot: false, isFinal }, told);
  };

  const stop = async (isHang: boolean): Promise<void> => {
    const stopped = run;
    if (!stopped) return void decider.send({ type: 'gone' });
    stopped.readiness.stop();
    // Timers do not keep this program alive, but an engine must not be left half-stopped.
    const hold = setInterval(() => {}, 60_000);
    try {
      const isGone = await runLadder(ladderOf(deps.platform, isHang), {
        process: stopped.process,
        launchId: markerOf(stopped),
        table,
        clock,
        quiet: () => quietDown(stopped.client, promptId, clock),
      });
      if (isGone) stopped.processEnd = await stopped.process.ended;
      await stopped.log.end();
      takeRebootMark();
      decider.send({ type: isGone ? 'gone' : 'stuck' }, explain(stopped, 'hang').problem);
    } finally {
      clearInterval(hold);
    }
  };

  const reportOf = (ended: EngineRun, end: End): ExitReport => {
    const state = decider.state();
    const why: Death['why'] = state.name === 'stopping' ? state.why : end === 'reboot' ? 'reboot' : 'exit';
    return exitReport({
      launchId: ended.record.launchId,
      end,
      why,
      process: ended.processEnd ?? { code: null, signal: null },
      isMemoryKill: ended.memoryKills.hasBeen(),
      uptimeMs: clock.monotonic() - ended.startedAt,
      wasReady: ended.readyAt !== null,
      wasSuspended: ended.isSuspended,
      lastLines: ended.log.lastLines(),
      bootFacts: ended.log.facts,
      promptId,
    });
  };
  const explain = (ended: EngineRun, end: End) => {
    const { silentMs, isSuspended: wasSuspended } = ended;
    const { bootTimeoutMs } = settings();
    const strangerAt = ended.readiness.isStranger ? ended.record.url : null;
    return deathProblem(book.row.name, reportOf(ended, end), { silentMs, bootTimeoutMs, wasSuspended, strangerAt });
  };
  const nameHolder = async (taken: Problem): Promise<Problem> => {
    const port = Number(taken.params.port);
    const { holder } = await deps.ports.state(port);
    return launchProblem(book.row.name, '', await portTakenError(book.row.name, port, holder, deps.ports));
  };
  const takeRebootMark = (): boolean => {
    const mark = rebootMark(enginesDir, id);
    if (!existsSync(mark)) return false;
    rmSync(mark, { force: true });
    return true;
  };

  const close = (ended: EngineRun): void => {
    ended.readiness.stop();
    void ended.client?.close();
    void ended.log.end();
  };
  /** Something that could not be killed went after all. */
  const forget = (ended: EngineRun): void => {
    run = null;
    removeLaunch(launchFile);
    close(ended);
    decider.changed();
  };

  const takeOver = async (record: LaunchRecord, process: ProcessRef, isWanted: boolean): Promise<void> => {
    const { row } = book;
    const profile = { ...book.profile(), name: record.profile };
    const opening = { row, record, flagWords: record.command, profile, variant: 'profile', isUnderWay: true } as const;
    const adopted = await openRun({ ...opening, process: async () => watchProcess(process, table, clock) }, deps);
    if (!adopted.hasLog)
      log.warn(`engine ${id}: the log of a process of an earlier host cannot be read`, { file: record.logFile });
    try {
      // One that only its marker gave away is written down again.
      writeLaunch(launchFile, { ...record, ...process });
    } catch (error) {
      log.warn(`engine ${id}: what was taken over could not be written down`, { error });
    }
    adopted.watch = createLifeWatch({
      process,
      table,
      clock,
      ask: () => deps.probe(record.url),
      onStats() {},
      readBytes: () => adopted.log.readBytes,
      gpuWork: () => gpuWork(process, markerOf(adopted)),
    });
    await adopted.log.catchUp().catch(() => {});
    begin(adopted);
    void compare(adopted, isWanted);
  };
  /** What an earlier host started may not be what is wanted now: then it finishes what it has, and follows. */
  const compare = async (adopted: EngineRun, isWanted: boolean): Promise<void> => {
    const { record } = adopted;
    const { row } = book;
    const wish = { row, profile: book.profile(), variant: 'profile', port: portOf(record.url) } as const;
    const rest = { sharesInstall: deps.sharesInstall(row), previewMethod: settings().previews };
    // One that could not be started again is better left as it is.
    const plan = isWanted ? await deps.prepare({ ...wish, ...rest }).catch(() => null) : null;
    if (!isWanted) adopted.drainTo = 'stop';
    else if (plan && !isDeepStrictEqual([plan.file, ...plan.args], record.command)) adopted.drainTo = 'restart';
    if (adopted.drainTo !== null && adopted === run) setClaims(adopted, row, false, deps);
  };
  const drained = (seen: EngineRun): void => {
    const next = seen.drainTo;
    seen.drainTo = null;
    if (next !== null) decider.send(next === 'stop' ? { type: 'stop' } : { type: 'restart', variant: 'profile' });
  };

  return {
    get run() {
      return run;
    },
    launch: (profile, variant) => then('the start', () => launch(profile, variant)),
    stop: (isHang) => then('the stop', () => stop(isHang)),
    openLane() {
      if (run) openLane(run);
    },
    follow: (ended) =>
      then('following a restart', async () => {
        // The next launch begins in the log where this one ends.
        await ended.log.end();
        if (is('starting')) begin(await continueRun(book.row, ended, deps));
      }),
    reportOf,
    letGo(ended, end) {
      run = null;
      if (end !== 'reboot' || ended.processEnd !== null) removeLaunch(launchFile);
      close(ended);
    },
    async adopt(isWanted) {
      const found = await findAdoption(launchFile, book.leftOpen(), table, async (process, marker) => {
        log.info(`engine ${id}: process ${process.pid} of an earlier host is gone`, { marker });
        await killFamily(process, marker, table, clock);
      }).catch((error: unknown) => {
        log.error(`engine ${id}: nobody could look for what an earlier host left`, { error });
        return 'unknown' as const;
      });
      // The start finds it by other means, or says that it cannot look either.
      if (found === 'unknown') return;
      book.endLost(found?.record.launchId ?? null);
      if (!found) return;
      const { record, process } = found;
      if (!decider.send({ type: 'adopted' })) return;
      then('the adoption', () => takeOver(record, process, isWanted));
      await busy;
    },
    setRunning(next) {
      promptId = next;
      run?.worker?.runs(next);
      if (next === null && run?.isLaneUp && run.drainTo !== null) drained(run);
    },
    drained,
    settled: () => busy,
    release() {
      run?.process.release();
      if (run) close(run);
    },
  };
};
