import type { ExitReport } from '../../shared/engine.ts';
import type { Evidence } from '../../shared/evidence.ts';
import type { IncidentKind } from '../../shared/incident.ts';
import type { AttemptRows } from '../db/attempts.ts';
import type { IncidentRows } from '../db/incidents.ts';
import type { JudgedLaunches, UnjudgedLaunch } from '../db/judged-launches.ts';
import type { Clock } from '../lib/clock.ts';
import { type FreezeDeps, freeze, type Happening, sizeOf, summaryOf } from './freeze.ts';
import type { FailedAttempt } from './incidents.ts';

/** Decides what becomes an incident, and writes it down before anything is read. */
interface Intake {
  /** The incident whose log is to be read now, or null; `at`: when it happened, in ms since the epoch. */
  engineEnded(engine: string, report: ExitReport, at: number): string | null;
  attemptFailed(failure: FailedAttempt, at: number): string | null;
  /** A job that ran through made nothing of use; called once for a launch. */
  outputFailed(stored: Pick<FailedAttempt, 'job' | 'attempt' | 'engine' | 'launch'>): string | null;
  /** The same for ends that no host was there for, or that it did not live to look at. */
  takeUp(): string[];
}

interface IntakeDeps extends FreezeDeps {
  rows: IncidentRows;
  judged: JudgedLaunches;
  attempts: AttemptRows;
  clock: Clock;
  newId(): string;
  /** All of it is written, or nothing. */
  atomically<T>(act: () => T): T;
  /** When the machine was started. */
  bootedAt(): number;
}

/** Endings of attempts that say something about engine, models, nodes or template. The others are about people and networks. */
const telling: ReadonlySet<string> = new Set([
  'gpuBroken',
  'outOfMemory',
  'noRoom',
  'nodeFailed',
  'badInput',
  'refused',
  'stalled',
  'stalledForGood',
  'workerDead',
]);
/** The cause that a job without a failure is told for. */
const blackOutput = 'nan-black-image';
/** A death within so long after a job's failure is that failure's end. */
const sameDeathMs = 120_000;
/** How many unseen ends are looked at: an engine that could not start all night is one story, not hundreds. */
const longestTakeUp = 20;

export const createIntake = (deps: IntakeDeps): Intake => {
  const { rows, judged, attempts, clock } = deps;

  const open = (kind: IncidentKind, happening: Happening, at = clock.now()): string => {
    const id = deps.newId();
    const { engine, launch, job, attempt } = happening;
    const evidence = freeze(happening, deps);
    const engineName = deps.engine(engine)?.name ?? engine;
    rows.insert({ id, kind, at, engine, engineName, launch, job, attempt, template: evidence.job?.template ?? null }, evidence);
    return id;
  };

  /** A job's failure that this death is the end of. */
  const failureBehind = (report: ExitReport, at: number): string | null => {
    const own = report.promptId === null ? undefined : rows.ofAttempt(report.promptId);
    if (own) return own.id;
    const last = ['poisoned', 'dead-worker', 'stalled'].includes(report.why) ? rows.ofLaunch(report.launchId) : undefined;
    return last?.kind === 'job' && at - last.lastAt < sameDeathMs ? last.id : null;
  };

  const ended = (engine: string, report: ExitReport, at?: number): string | null => {
    // Somebody wanted the job stopped, and only this stopped it.
    if (report.why === 'uninterruptible' || (report.end !== 'crash' && report.end !== 'hang')) return null;
    const known = failureBehind(report, at ?? clock.now());
    if (known !== null) {
      const row = rows.find(known);
      const evidence = rows.evidence(known);
      // Of a repeat only the count is kept.
      if (!row || !evidence || row.launch !== report.launchId) return null;
      const isWhole = report.why !== 'poisoned';
      const launch = evidence.launch && isWhole ? { ...evidence.launch, logTo: launchEnd(evidence.launch) } : evidence.launch;
      rows.setEvidence(known, { ...evidence, launch, exit: summaryOf(report) });
      if (!isWhole) return null;
      rows.setKind(known, report.end);
      rows.setRead(known, false);
      return known;
    }
    const kind = report.wasReady ? report.end : 'start';
    const attempt = report.promptId === null ? undefined : attempts.find(report.promptId);
    const happening = { engine, launch: report.launchId, job: attempt?.job ?? null, attempt: attempt?.id ?? null };
    return open(kind, { ...happening, report, error: null, unseen: null }, at);
  };

  const launchEnd = ({ id, logFile }: NonNullable<Evidence['launch']>): number =>
    deps.launches.story(id)?.logTo ?? sizeOf(logFile);

  /** A launch that was running when its host died, and is not there any more. */
  const lost = ({ id: launch, engine, endedAt }: UnjudgedLaunch): string | null => {
    const attempt = attempts.unsettled().find((one) => one.launch === launch && one.state === 'open');
    const story = deps.launches.story(launch);
    const isRebooted = story !== undefined && deps.bootedAt() > story.startedAt;
    // Whoever shuts a computer down means its engines too; only work that was cut off is worth a word.
    if (isRebooted && !attempt) return null;
    const under = { job: attempt?.job ?? null, attempt: attempt?.id ?? null };
    const unseen = isRebooted ? 'rebooted' : 'gone';
    return open(
      story?.readyAt === null ? 'start' : 'crash',
      { engine, launch, ...under, report: null, error: null, unseen },
      endedAt,
    );
  };

  return {
    engineEnded: (engine, report, at) => deps.atomically(() => (judged.add(report.launchId) ? ended(engine, report, at) : null)),
    attemptFailed({ job, attempt, engine, launch, ending, state, error }, at) {
      if (!telling.has(ending) || state === 'cancelled') return null;
      const known = rows.ofAttempt(attempt);
      if (!known) return open('job', { engine, launch, job, attempt, report: null, error, unseen: null }, at);
      const evidence = rows.evidence(known.id);
      if (evidence?.job?.attempt === attempt && error !== null)
        rows.setEvidence(known.id, { ...evidence, job: { ...evidence.job, error } });
      return null;
    },
    // An earlier host may have told it of this very launch.
    outputFailed({ job, attempt, engine, launch }) {
      if (rows.ofAttempt(attempt) || rows.hasCause(launch, blackOutput)) return null;
      return open('job', { engine, launch, job, attempt, report: null, error: null, unseen: null });
    },
    takeUp: () =>
      deps.atomically(() => {
        const unseen = judged.missing(longestTakeUp);
        judged.addAll();
        return unseen.flatMap((launch) => {
          const { engine, report, endedAs, endedAt } = launch;
          if (report) return ended(engine, report, endedAt) ?? [];
          return endedAs === 'requested' || endedAs === 'reboot' ? [] : (lost(launch) ?? []);
        });
      }),
  };
};
