import { z } from 'zod';
import { type Job, Priority, Values } from './job.ts';
import { JobChanges } from './job-change.ts';

/** A waiting job as it travels in a file: enough to queue exactly the same again. */
export const QueueFileJob = z.object({
  id: z.uuid(),
  key: z.string().min(1).max(520).nullable().default(null),
  template: z.string(),
  version: z.int().positive(),
  digest: z.string(),
  values: Values,
  /** Exact decimal text. */
  seed: z
    .string()
    .regex(/^-?\d{1,20}$/)
    .nullable(),
  priority: Priority,
  /** It stood before everything else. */
  isFront: z.boolean().default(false),
  /** What a remedy changed in its own copy of the graph. */
  changes: JobChanges.optional(),
});
export type QueueFileJob = z.infer<typeof QueueFileJob>;

const format = 'hearth-queue';

/** What waits, in the order it would run. */
const QueueFile = z.object({
  format: z.literal(format),
  version: z.literal(1),
  exportedAt: z.iso.datetime(),
  jobs: z.array(QueueFileJob),
});
type QueueFile = z.infer<typeof QueueFile>;

/** The text of a file that holds these jobs. Pure. */
export const queueFileOf = (jobs: readonly Job[], exportedAt: string): string => {
  const file: QueueFile = {
    format,
    version: 1,
    exportedAt,
    jobs: jobs.map(({ id, key, template, version, digest, values, seed, priority, isFront = false, changes }) => ({
      id,
      key,
      template,
      version,
      digest,
      values,
      seed,
      priority,
      isFront,
      ...(changes && { changes }),
    })),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
};

/** The jobs of a file, or a key of `i18n.errors` that says what is wrong with it, with the place. */
type QueueFileRead =
  | { jobs: QueueFileJob[] }
  | { key: 'queueFileNotJson' | 'queueFileOther' | 'queueFileInvalid'; params: { place: string; detail: string } };

/** Reads what `queueFileOf` wrote. Pure. */
export const readQueueFile = (text: string): QueueFileRead => {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { key: 'queueFileNotJson', params: { place: '', detail: error instanceof Error ? error.message : '' } };
  }
  const head = z.looseObject({ format: z.literal(format), version: z.literal(1) }).safeParse(content);
  if (!head.success) return { key: 'queueFileOther', params: { place: '', detail: '' } };
  const file = QueueFile.safeParse(content);
  if (file.success) return { jobs: file.data.jobs };
  const [issue] = file.error.issues;
  return { key: 'queueFileInvalid', params: { place: placeOf(issue?.path ?? []), detail: issue?.message ?? '' } };
};

/** `jobs[3].values.steps` Pure. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${String(part)}`),
    '',
  );

/** What became of one part of a file. With a problem nothing of that part was queued. */
export const QueueImported = z.object({
  added: z.int().nonnegative(),
  /** They were here already. */
  known: z.int().nonnegative(),
  problems: z.array(
    z.object({
      /** Place in the part. */
      index: z.int().nonnegative(),
      key: z.string(),
      message: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});
export type QueueImported = z.infer<typeof QueueImported>;

/** Jobs of one part of a file, and characters of their values: each part is one transaction. */
const partJobs = 100;
const partLength = 4_000_000;

/** The parts in which a file travels. Pure. */
export const queueFileParts = (jobs: readonly QueueFileJob[]): QueueFileJob[][] => {
  const parts: QueueFileJob[][] = [];
  let length = 0;
  for (const job of jobs) {
    const own = JSON.stringify(job.values).length;
    const last = parts.at(-1);
    if (last && last.length < partJobs && length + own <= partLength) {
      last.push(job);
      length += own;
    } else {
      parts.push([job]);
      length = own;
    }
  }
  return parts;
};
