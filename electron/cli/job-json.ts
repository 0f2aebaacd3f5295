import type { Job, JobError } from '../../shared/job.ts';
import type { Exact } from '../lib/exact-json.ts';
import { exactValues, type TemplateVersions, wholeOf } from './exact-values.ts';

/** JOB as scripts know it. Seeds, and integers beyond 2^53, are written as the integers they are. Pure. */
export function jobJson(job: Job, versions: TemplateVersions): Exact {
  const { id, key, template, version, digest, state, priority, createdAt, finishedAt } = job;
  return {
    id,
    key,
    template,
    version,
    digest,
    values: exactValues(job, versions),
    seed: job.seed === null ? null : wholeOf(job.seed),
    state,
    priority,
    createdAt,
    finishedAt,
    attempts: job.attempts.map((attempt) => ({
      id: attempt.id,
      engine: attempt.engine,
      state: attempt.state,
      startedAt: attempt.startedAt,
      endedAt: attempt.endedAt,
      error: errorJson(attempt.error),
    })),
    artifacts: job.artifacts.map((artifact) => ({
      id: artifact.id,
      path: artifact.path,
      sha256: artifact.sha256,
      bytes: artifact.bytes,
      width: artifact.width,
      height: artifact.height,
    })),
    error: errorJson(job.error),
  };
}

const errorJson = (error: JobError | null): Exact =>
  error && { code: error.code, message: error.message, node: error.node, input: error.input };
