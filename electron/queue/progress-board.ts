import { previewUrl } from '../../shared/addresses.ts';
import type { JobProgress } from '../../shared/job.ts';
import type { EngineMessage } from '../engine/client-types.ts';
import type { Clock } from '../lib/clock.ts';
import type { LoadedTemplate } from '../templates/templates.ts';
import { createProgress, type GraphNode, type Progress } from './progress.ts';

/** Least time between two events of one job. */
const eventMs = 100;
/** Without any message the ratio is told again this often, for it creeps. */
const idleEventMs = 1_000;

interface Entry {
  jobId: string;
  attemptId: string;
  engine: string;
  progress: Progress;
  /** Of the monotonic clock. */
  startedAt: number;
  preview: { mime: string; bytes: Uint8Array; n: number } | null;
  isFinished: boolean;
  lastAt: number;
  stopTimer: () => void;
}

/** What runs now and how far it is: kept in memory, told at most ten times a second for each job. */
export interface ProgressBoard {
  /** `elapsedMs`: how long it has run already, for one that is followed again. */
  begin(attempt: { jobId: string; attemptId: string; engine: string; elapsedMs: number }, graph: readonly GraphNode[]): void;
  see(attemptId: string, message: EngineMessage): void;
  /** The engine is done; the row stays full until its outputs are stored. */
  finish(attemptId: string): void;
  drop(attemptId: string): void;
  all(): JobProgress[];
  preview(attemptId: string): { mime: string; bytes: Uint8Array } | undefined;
  close(): void;
}

export const createProgressBoard = (clock: Clock, tell: (progress: JobProgress) => void): ProgressBoard => {
  const entries = new Map<string, Entry>();

  const factsOf = (entry: Entry): JobProgress => {
    const at = clock.monotonic();
    const { ratio, step, node, remainingMs } = entry.progress.facts(at);
    return {
      jobId: entry.jobId,
      attemptId: entry.attemptId,
      engine: entry.engine,
      ratio: entry.isFinished ? 1 : ratio,
      step: entry.isFinished ? null : step,
      node: entry.isFinished ? null : node,
      elapsedMs: Math.max(0, Math.round(at - entry.startedAt)),
      remainingMs: entry.isFinished ? null : remainingMs,
      preview: entry.preview ? `${previewUrl(entry.attemptId)}?n=${entry.preview.n}` : null,
    };
  };
  const schedule = (entry: Entry, ms: number): void => {
    entry.stopTimer();
    entry.stopTimer = clock.after(ms, () => tellNow(entry));
  };
  const tellNow = (entry: Entry): void => {
    entry.lastAt = clock.monotonic();
    tell(factsOf(entry));
    if (entry.isFinished) entry.stopTimer();
    else schedule(entry, idleEventMs);
  };
  const tellSoon = (entry: Entry): void => {
    const waitMs = entry.lastAt + eventMs - clock.monotonic();
    if (waitMs <= 0) tellNow(entry);
    else schedule(entry, waitMs);
  };

  return {
    begin({ jobId, attemptId, engine, elapsedMs }, graph) {
      const now = clock.monotonic();
      const entry: Entry = {
        jobId,
        attemptId,
        engine,
        progress: createProgress(graph),
        startedAt: now - elapsedMs,
        preview: null,
        isFinished: false,
        // Of a job that is over sooner nobody could see how far it is.
        lastAt: now,
        stopTimer() {},
      };
      entries.set(attemptId, entry);
      tellSoon(entry);
    },
    see(attemptId, message) {
      const entry = entries.get(attemptId);
      if (!entry || entry.isFinished) return;
      if (message.type === 'preview')
        entry.preview = { mime: message.mime, bytes: message.bytes, n: (entry.preview?.n ?? 0) + 1 };
      else entry.progress.see(message, clock.monotonic());
      tellSoon(entry);
    },
    finish(attemptId) {
      const entry = entries.get(attemptId);
      if (!entry || entry.isFinished) return;
      entry.isFinished = true;
      tellSoon(entry);
    },
    drop(attemptId) {
      entries.get(attemptId)?.stopTimer();
      entries.delete(attemptId);
    },
    all: () => [...entries.values()].map(factsOf),
    preview(attemptId) {
      const preview = entries.get(attemptId)?.preview;
      return preview ? { mime: preview.mime, bytes: preview.bytes } : undefined;
    },
    close() {
      for (const { stopTimer } of entries.values()) stopTimer();
      entries.clear();
    },
  };
};

/** The nodes of a template's graph as progress names them. Pure. */
export const graphNodesOf = ({ graph }: Pick<LoadedTemplate, 'graph'>): GraphNode[] =>
  Object.entries(graph).map(([id, node]) => {
    const nodeClass = textAt(node, 'class_type') ?? '';
    const meta = at(node, '_meta');
    return { id, class: nodeClass, title: textAt(meta, 'title') ?? nodeClass };
  });

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
const textAt = (value: unknown, key: string): string | undefined => {
  const text = at(value, key);
  return typeof text === 'string' ? text : undefined;
};
