import type { Engine } from '../../shared/engine.ts';
import type { FlagPage } from '../../shared/flag.ts';
import type { Diagnosis } from '../../shared/incident.ts';
import type { Job } from '../../shared/job.ts';
import type { TrialRows } from '../db/incident-trials.ts';
import type { IncidentRow, IncidentRows } from '../db/incidents.ts';
import { isStorageFault } from '../db/is-storage-fault.ts';
import type { ProfileRows } from '../db/profiles.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { FileDiagnosis } from './diagnose-file.ts';
import type { IncidentBook } from './incident-book.ts';
import { factsOf, type JobRecipe } from './job-changes/facts-of.ts';
import type { KnownClasses } from './job-changes/job-facts.ts';
import { planJobChange } from './job-changes/plan-job-change.ts';
import type { LogReaders } from './log-readers.ts';
import { offer } from './offer.ts';
import { readEvidence } from './read-evidence.ts';

/** Reads the logs of incidents one after the other, and says what it found. */
export interface Readings {
  /** `isPast`: it happened before this host was there, so nobody waits for it, and it may turn out to be nothing. */
  add(id: string, isPast?: boolean): void;
  /** Offers anew, for the engine as it is now. */
  offerAnew(id: string): Promise<void>;
  /** The same while nobody waits for it: it is told. */
  offerLater(id: string, offering?: Promise<void>): void;
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface ReadingsDeps {
  rows: IncidentRows;
  trials: TrialRows;
  profiles: ProfileRows;
  book: IncidentBook;
  readers: LogReaders;
  clock: Clock;
  log: Log;
  engine(id: string): Engine | undefined;
  flags(engine: string): Promise<FlagPage>;
  runFlags: readonly string[];
  job(id: string): Job | undefined;
  /** null: its template is not known any more. */
  recipe(job: Job): JobRecipe | null;
  /** Node classes that it knows; null: it does not run. */
  classes(engine: string): Promise<KnownClasses | null>;
}

/** Whatever its log is like, an incident is shown after this long. */
const showAfterMs = 1_500;
/** What a full disk did not take is written again after this long. */
const againMs = 5_000;
/** The same failure of the same job within so long is a repeat: a failed engine is tried again for hours. */
const repeatMs = 7_200_000;
/** So many alike within an hour are a storm, whatever the job. */
const stormCount = 20;
const stormMs = 3_600_000;

export const createReadings = (deps: ReadingsDeps): Readings => {
  const { rows, trials, profiles, book, readers, clock, log } = deps;
  let busy: Promise<void> = Promise.resolve();
  let isStopped = false;
  const timers = new Map<string, () => void>();
  /** Logs that are read again because what was found could not be written. */
  const retries = new Map<string, () => void>();
  /** What installations said last: a question to one can take seconds. */
  const pages = new Map<string, FlagPage>();
  const classes = new Map<string, KnownClasses>();

  const showIn = (id: string, ms: number): void =>
    void timers.set(
      id,
      clock.after(ms, () => show(id)),
    );
  const show = (id: string): void => {
    timers.get(id)?.();
    timers.delete(id);
    if (isStopped) return;
    try {
      rows.show(id);
      book.tell(id);
    } catch (error) {
      log.error('an incident could not be told of', { incident: id, error });
      if (isStorageFault(error)) showIn(id, againMs);
    }
  };

  const offersFor = (row: IncidentRow, diagnosis: Diagnosis) => {
    const engine = deps.engine(row.engine);
    const job = row.job === null ? undefined : deps.job(row.job);
    const recipe = job ? deps.recipe(job) : null;
    const error = rows.evidence(row.id)?.job?.error ?? null;
    const facts = recipe && factsOf(recipe, classes.get(row.engine) ?? null, diagnosis, error);
    const profile = engine?.profileId ? profiles.find(engine.profileId) : undefined;
    return offer(diagnosis.remedies, {
      kind: engine?.kind ?? 'external',
      name: engine?.name ?? row.engineName,
      flags: pages.get(row.engine) ?? null,
      profile: (profile ?? profiles.fallback()).flags,
      runFlags: deps.runFlags,
      hasJob: row.job !== null,
      trials: trials.ofIncident(row.id),
      changes: (remedy) => (facts ? planJobChange(remedy, facts) : []),
    });
  };
  /** null: nobody can be asked, or there is no such engine any more. */
  const flagsOf = async (engine: string): Promise<FlagPage | null> => {
    try {
      return await deps.flags(engine);
    } catch {
      return null;
    }
  };
  const offerAnew = async (id: string): Promise<void> => {
    const engine = rows.find(id)?.engine;
    if (engine === undefined) return;
    const [page, known] = await Promise.all([flagsOf(engine), deps.classes(engine).catch(() => null)]);
    if (isStopped) return;
    if (page) pages.set(engine, page);
    if (known) classes.set(engine, known);
    const row = rows.find(id);
    if (!row?.diagnosis) return;
    try {
      rows.setRemedies(id, offersFor(row, row.diagnosis));
    } catch (error) {
      // What was offered before is still there to be looked at.
      if (!isStorageFault(error)) throw error;
      log.warn('remedies could not be written', { incident: id, error });
    }
  };
  const offerLater = (id: string, offering = offerAnew(id)): void => {
    offering
      .then(() => {
        if (!isStopped) book.tell(id);
      })
      .catch((error: unknown) => log.warn('remedies could not be offered anew', { incident: id, error }));
  };

  /** The incident that this one repeats; never one that is settled. */
  const repeated = (row: IncidentRow, signature: string): IncidentRow | undefined => {
    // What was told of stays: people may have it open.
    if (row.isShown) return undefined;
    const kin = rows.withSignature(signature, row.seq, stormCount).filter((other) => other.engine === row.engine);
    const isFresh = ({ lastAt, state }: IncidentRow, ms: number): boolean => state !== 'resolved' && row.at - lastAt < ms;
    const same = kin.find((other) => other.job === row.job && isFresh(other, repeatMs));
    return same ?? (kin.length === stormCount && kin.every(({ at }) => row.at - at < stormMs) ? kin[0] : undefined);
  };

  const settle = (row: IncidentRow, { diagnosis, parts }: FileDiagnosis): void => {
    const into = diagnosis.signature === null ? undefined : repeated(row, diagnosis.signature);
    if (into) {
      timers.get(row.id)?.();
      timers.delete(row.id);
      rows.fold(into.id, row.id);
      book.tell(into.id);
      return;
    }
    rows.diagnose(row.id, diagnosis, offersFor(row, diagnosis));
    rows.setLog(row.id, parts);
    show(row.id);
    const isAboutJob = diagnosis.remedies.some(({ kind }) => kind === 'job');
    if (!pages.has(row.engine) || (isAboutJob && !classes.has(row.engine))) offerLater(row.id);
  };

  const read = async (id: string): Promise<void> => {
    const row = rows.find(id);
    const evidence = row && rows.evidence(id);
    if (isStopped || !row || row.isRead || !evidence) return;
    const found = await readEvidence(
      row.kind,
      evidence,
      evidence.bootFacts?.comfyui ?? deps.engine(row.engine)?.version ?? null,
      readers,
    );
    // It may have been folded, or gone on, while its log was read.
    const now = rows.find(id);
    if (isStopped || !now) return;
    if (found) settle(now, found);
    else rows.remove(id);
  };

  const readNext = (id: string): void => {
    busy = busy
      .then(() => read(id))
      .catch((error: unknown) => {
        // Stopping ends readers in the middle; the next host reads again.
        if (isStopped) return;
        log.error('an incident could not be read', { incident: id, error });
        show(id);
        if (!isStorageFault(error)) return;
        retries.get(id)?.();
        const again = (): void => {
          retries.delete(id);
          readNext(id);
        };
        retries.set(id, clock.after(againMs, again));
      });
  };

  return {
    add(id, isPast = false) {
      if (!isPast && !timers.has(id)) showIn(id, showAfterMs);
      readNext(id);
    },
    offerAnew,
    offerLater,
    settled: () => busy,
    async stop() {
      isStopped = true;
      for (const callOff of [...timers.values(), ...retries.values()]) callOff();
      timers.clear();
      retries.clear();
      await readers.stop();
      await busy;
    },
  };
};
