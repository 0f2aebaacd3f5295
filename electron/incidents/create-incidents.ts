import { randomUUID } from 'node:crypto';
import { hostname, uptime, userInfo } from 'node:os';
import { AppError } from '../../shared/app-error.ts';
import type { Engine, EngineMemory } from '../../shared/engine.ts';
import type { EngineLoad } from '../../shared/engine-load.ts';
import type { Evidence } from '../../shared/evidence.ts';
import type { FlagPage } from '../../shared/flag.ts';
import type { Incident, IncidentState } from '../../shared/incident.ts';
import type { Job } from '../../shared/job.ts';
import type { EventHub } from '../../shared/rpc.ts';
import { createAttemptRows } from '../db/attempts.ts';
import type { Db } from '../db/database.ts';
import { createLaunchRows } from '../db/engine-launches.ts';
import { createIncidentPages } from '../db/incident-pages.ts';
import { createTrialRows } from '../db/incident-trials.ts';
import { createIncidentRows, type IncidentRow } from '../db/incidents.ts';
import { createJudgedLaunches } from '../db/judged-launches.ts';
import { createProfileRows } from '../db/profiles.ts';
import { createRemedyStepRows } from '../db/remedy-steps.ts';
import { type Clock, pause } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createBlackWatch } from './black-watch.ts';
import { createIncidentBook } from './incident-book.ts';
import { createIncidentLists } from './incident-lists.ts';
import type { Incidents } from './incidents.ts';
import { createIntake } from './intake.ts';
import type { JobRecipe } from './job-changes/facts-of.ts';
import type { KnownClasses } from './job-changes/job-facts.ts';
import { createLogReaders } from './log-readers.ts';
import { createReadings } from './readings.ts';
import type { Private } from './report/redact.ts';
import { reportOf } from './report/report.ts';
import { createTakeIn } from './take-in.ts';

/** What incidents are told of by the parts that know; they meet in app.ts only. */
export interface IncidentsDeps {
  db: Db;
  clock: Clock;
  log: Log;
  emit: EventHub['emit'];
  /** Version of Hearth. */
  version: string;
  /** Script of the thread that reads big logs; null: none. */
  logWorker: string | null;
  /** Flags of this run only. */
  runFlags: readonly string[];
  engine(id: string): Engine | undefined;
  /** What its installation knows; rejects where nobody can be asked. */
  flags(engine: string): Promise<FlagPage>;
  job(id: string): Job | undefined;
  /** A job's graph with its values; null: its template is not known any more. */
  recipe(job: Job): JobRecipe | null;
  /** Node classes that an engine knows; null: it does not run. */
  classes(engine: string): Promise<KnownClasses | null>;
  /** Keys of the parameters that hold prompts; null: nobody knows the template any more. */
  promptKeys(template: string, version: number): readonly string[] | null;
  readings(engine: string): { memory: EngineMemory[]; load: EngineLoad[] };
  gpus(): Evidence['gpus'];
  /** Folders that reports name by a word instead. */
  folders(): Private['folders'];
  /** Calls `act` once everything that waits for the same moment is done. */
  defer(act: () => void): void;
}

/** An installation that is asked for the first time may take seconds; what it says is told then. */
const offerWaitMs = 400;
/** Logs of so many incidents are kept; each is some ten kilobytes. */
const keptLogs = 2_000;

/** Incidents over a database whose schema is current. Nothing is read before `start`. */
export const createIncidents = (deps: IncidentsDeps): Incidents => {
  const { db, clock, log, emit, defer } = deps;
  const rows = createIncidentRows(db);
  const trials = createTrialRows(db);
  const launches = createLaunchRows(db);
  const profiles = createProfileRows(db);
  const book = createIncidentBook({ rows, trials, steps: createRemedyStepRows(db), emit });
  const readers = createLogReaders(deps.logWorker);
  const lists = createIncidentLists({ pages: createIncidentPages(db), rows, launches, book, clock });
  const readings = createReadings({ ...deps, rows, trials, profiles, book, readers });
  const intake = createIntake({
    ...deps,
    rows,
    launches,
    profiles,
    trials,
    judged: createJudgedLaunches(db),
    attempts: createAttemptRows(db),
    hearth: deps.version,
    newId: randomUUID,
    atomically: (act) => db.transaction(act)(),
    bootedAt: () => clock.now() - uptime() * 1000,
  });
  let isStopped = false;

  const told = createTakeIn({ clock, log, defer, onTaken: (id) => readings.add(id) });
  const black = createBlackWatch<Parameters<typeof intake.outputFailed>[0]>(
    clock,
    (launch) => {
      const story = launches.story(launch);
      return story && { file: story.logFile, from: story.logFrom };
    },
    (stored) => told.add('a black picture', () => intake.outputFailed(stored)),
  );
  const view = (id: string): Incident => book.view(book.row(id));
  const evidenceOf = (id: string): Evidence => {
    const evidence = rows.evidence(book.row(id).id);
    if (!evidence) throw new AppError('not-found', 'incidentUnknown', { id });
    return { ...evidence, earlierTrials: earlierTrials(book.row(id)) };
  };
  const earlierTrials = ({ signature, seq }: IncidentRow): Evidence['earlierTrials'] =>
    signature === null ? [] : rows.withSignature(signature, seq, 10).flatMap(({ id }) => trials.ofIncident(id));

  const settle = (ids: readonly string[], state: IncidentState): Incident[] => {
    const found = [...new Set(ids)].map(book.row);
    if (found.some((row) => row.state === 'trial')) throw new AppError('conflict', 'incidentInTrial');
    db.transaction(() => {
      for (const { id } of found) rows.settle(id, state, null, state === 'open' ? null : clock.now());
    })();
    for (const { id } of found) book.tell(id);
    return found.map(({ id }) => view(id));
  };

  const promptsOf = ({ job }: Evidence): string[] => {
    if (!job) return [];
    const keys = deps.promptKeys(job.template, job.version);
    return Object.entries(job.values).flatMap(([key, value]) =>
      // Without its template a long text may be one.
      typeof value === 'string' && (keys?.includes(key) ?? value.length >= 20) ? [value] : [],
    );
  };
  const privateThings = (evidence: Evidence, isWithPrompts: boolean): Private => ({
    folders: deps.folders(),
    names: namesHere(),
    prompts: isWithPrompts ? [] : promptsOf(evidence),
  });

  return {
    engineEnded(engine, report) {
      const at = clock.now();
      told.add('the end of an engine', () => intake.engineEnded(engine, report, at));
    },
    attemptFailed(failure) {
      const at = clock.now();
      told.add('a failed job', () => intake.attemptFailed(failure, at));
    },
    attemptStored(stored) {
      if (!isStopped) black.succeeded(stored.launch, stored);
    },
    list: lists.list,
    groups: lists.groups,
    open: lists.open,
    get: view,
    evidence: evidenceOf,
    async page(id, timeZone) {
      const before = JSON.stringify(book.row(id).remedies);
      const fresh = readings.offerAnew(id);
      const isInTime = await Promise.race([fresh.then(() => true), pause(clock, offerWaitMs).then(() => false)]);
      if (!isInTime) readings.offerLater(id, fresh);
      const row = book.row(id);
      // Whoever looks at what they were told earlier sees it too.
      if (isInTime && JSON.stringify(row.remedies) !== before) book.tell(id);
      return {
        incident: book.view(row),
        evidence: evidenceOf(id),
        log: rows.log(id),
        afterRemedy: isPicture(row) ? (trials.keptBefore(row.engine, row.at) ?? null) : null,
        group: row.signature === null ? null : lists.group(row.signature, timeZone),
        others:
          row.signature === null
            ? []
            : rows
                .withSignature(row.signature, Number.MAX_SAFE_INTEGER, 11)
                .filter((other) => other.id !== id)
                .slice(0, 10)
                .map(book.view),
      };
    },
    report(id, { isWithPrompts }) {
      const evidence = evidenceOf(id);
      return reportOf({ incident: view(id), evidence, log: rows.log(id) }, privateThings(evidence, isWithPrompts));
    },
    resolve: (ids) => settle(ids, 'resolved'),
    dismiss(ids, isWholeGroup) {
      const kin = isWholeGroup
        ? ids.flatMap((id) => {
            const { signature } = book.row(id);
            if (signature === null) return [];
            return rows
              .withSignature(signature, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
              .filter(({ state }) => state === 'open');
          })
        : [];
      return settle([...ids, ...kin.map(({ id }) => id)], 'dismissed');
    },
    reopen: (ids) => settle(ids, 'open'),
    setTrial(id, outcome) {
      if (typeof outcome === 'string') rows.settle(book.row(id).id, outcome, null, null);
      else rows.settle(book.row(id).id, 'resolved', outcome.confirmed, clock.now());
      book.tell(id);
      return view(id);
    },
    async refresh(id) {
      await readings.offerAnew(book.row(id).id);
      book.tell(id);
      return view(id);
    },
    async settled() {
      await black.flush();
      // What was told of in this very turn has yet to be taken in.
      await new Promise<void>((resolve) => defer(resolve));
      await readings.settled();
    },
    async diagnoseGiven(file, name, options) {
      const { parts, ...found } = await readers.read({ file }, options);
      return { name, ...found, log: parts };
    },
    start() {
      try {
        rows.keepLogs(keptLogs);
        for (const { id } of rows.unread()) readings.add(id, true);
        for (const id of intake.takeUp()) readings.add(id, true);
      } catch (error) {
        // The work goes on without; the next host looks again.
        log.error('ends that nobody saw could not be looked at', { error });
      }
    },
    async stop() {
      isStopped = true;
      told.stop();
      black.close();
      await readings.stop();
    },
  };
};

/** What is made is no picture: a change of how weights move, or of precision, can be the reason. */
const isPicture = ({ diagnosis }: IncidentRow): boolean =>
  ['nan-black-image', 'disable-async-offload-black-output'].includes(diagnosis?.cause ?? '');

/** Of the person and the machine; a container may have a user without a name. */
const namesHere = (): string[] => {
  try {
    return [userInfo().username, hostname()];
  } catch {
    return [hostname()];
  }
};
