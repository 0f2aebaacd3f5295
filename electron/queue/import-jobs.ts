import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/app-error.ts';
import { workOf } from '../../shared/cost.ts';
import type { Values } from '../../shared/job.ts';
import type { QueueFileJob, QueueImported } from '../../shared/queue-file.ts';
import { withChanges } from '../templates/change-graph.ts';
import { resolveRequest } from '../templates/values.ts';
import type { QueueDeps } from './deps.ts';
import type { Ledger } from './ledger.ts';
import { grades, rankStep } from './run-order.ts';
import { asStorageError } from './storage-error.ts';

/** Jobs in one transaction, so that the values of all of them may be long. */
export type JobImporter = (jobs: readonly QueueFileJob[], isTrial: boolean) => QueueImported;

/** New ones with what they are queued with: all values, checked and complete, whoever wrote the file. */
type Fate = 'known' | 'back' | { values: Values; seed: string | null; work: number };

/**
 * Queues jobs of a file under their own ids, so that the same file again adds nothing. One that was cancelled here since comes back; a
 * job that is here in any other state is left alone. `isTrial` only looks. `onInsert` hears of new rows, `onWork` of new work.
 */
export const createJobImporter = (
  { clock, templates, inputs }: Pick<QueueDeps, 'clock' | 'templates' | 'inputs'>,
  ledger: Ledger,
  onInsert: () => void,
  onWork: () => void,
): JobImporter => {
  const { jobs, events } = ledger;

  /** What becomes of a job. Throws AppError for one that cannot be queued here. */
  const fateOf = (wish: QueueFileJob): Fate => {
    const here = jobs.find(wish.id);
    if (here) return here.state === 'cancelled' && here.attempt === null ? 'back' : 'known';
    const taken = wish.key === null ? undefined : jobs.findByKey(wish.key);
    if (taken) {
      const isSame =
        taken.template === wish.template &&
        taken.seed === wish.seed &&
        taken.values_json === JSON.stringify(wish.values) &&
        isDeepStrictEqual(ledger.changes.of(taken.id), wish.changes);
      if (isSame) return 'known';
      throw new AppError('conflict', 'jobKeyTaken', { key: wish.key ?? '' });
    }
    const template = templates.get(wish.template, wish.version);
    const { template: id, version } = wish;
    if (!template) throw new AppError('invalid-input', 'importTemplateUnknown', { template: id, version });
    if (template.digest !== wish.digest) throw new AppError('invalid-input', 'importTemplateDiffers', { template: id, version });
    withChanges(template, wish.changes?.changes ?? []);
    const seedKey = template.parameters.find(({ type }) => type === 'seed')?.key;
    if ((seedKey === undefined) !== (wish.seed === null)) throw new AppError('invalid-input', 'importSeedMissing', {});
    const given = seedKey === undefined ? wish.values : { ...wish.values, [seedKey]: wish.seed ?? '' };
    const { values, seed } = resolveRequest(template, given, [], 1, (min) => min).at(0);
    for (const { key, type } of template.parameters) {
      const value = type === 'image' ? values[key] : undefined;
      if (typeof value === 'string' && value !== '' && !inputs.find(value))
        throw new AppError('invalid-input', 'inputUnknown', { key, value });
    }
    return { values, seed, work: workOf(template, values).work };
  };
  const write = (wish: QueueFileJob, fate: Fate): void => {
    if (fate === 'known') return;
    const here = jobs.find(wish.id);
    if (fate === 'back') {
      if (here)
        ledger.move(here, 'queued', 'imported', null, { finished_at: null, cancel_at: null, tries: 0, deaths: 0, faults: 0 });
      return;
    }
    const seq = jobs.lastSeq() + 1;
    const { id, key, template, version, digest, priority, isFront } = wish;
    const { values, seed, work } = fate;
    jobs.insert(
      {
        seq,
        rank: seq * rankStep,
        rankStep,
        number: null,
        key,
        request: null,
        template,
        version,
        digest,
        priority,
        grade: isFront ? 0 : grades[priority],
        batch: null,
        created_at: clock.now(),
      },
      [{ id, values_json: JSON.stringify(values), seed, work }],
    );
    if (wish.changes) ledger.changes.insert(id, wish.changes);
    events.insertFirst(seq, seq, 'imported');
    ledger.touch(id);
  };

  return (wishes, isTrial) => {
    const answer: QueueImported = { added: 0, known: 0, problems: [] };
    const ids = new Set<string>();
    const keys = new Set<string>();
    const fates = wishes.map((wish, index): Fate => {
      // The same job twice in one file is one job.
      if (ids.has(wish.id)) return 'known';
      ids.add(wish.id);
      try {
        if (wish.key !== null && keys.has(wish.key)) throw new AppError('conflict', 'jobKeyTaken', { key: wish.key });
        if (wish.key !== null) keys.add(wish.key);
        return fateOf(wish);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { key, message, params } = error;
        answer.problems.push({ index, key, message, params });
        return 'known';
      }
    });
    if (answer.problems.length > 0) return answer;
    for (const fate of fates) answer[fate === 'known' ? 'known' : 'added']++;
    if (isTrial || answer.added === 0) return answer;
    try {
      ledger.commit(() => {
        for (const [place, fate] of fates.entries()) {
          const wish = wishes[place];
          if (wish) write(wish, fate);
        }
      });
    } catch (error) {
      throw asStorageError(error);
    } finally {
      onInsert();
    }
    onWork();
    return answer;
  };
};
