import type { Job, JobError } from '../../shared/job.ts';
import type { Template } from '../../shared/template.ts';
import { type Exact, exactInteger } from '../lib/exact-json.ts';

/** JOB as scripts know it. Seeds, and integers beyond 2^53, are written as the integers they are. Pure. */
export function jobJson(job: Job, templates: ReadonlyMap<string, Template>): Exact {
  const { id, key, template, version, digest, state, priority, createdAt, finishedAt } = job;
  const parameters = new Map(templates.get(template)?.parameters.map((parameter) => [parameter.key, parameter.type]));
  const isInteger = (name: string): boolean => {
    const type = parameters.get(name);
    return type === 'seed' || type === 'integer';
  };
  return {
    id,
    key,
    template,
    version,
    digest,
    values: Object.fromEntries(
      Object.entries(job.values).map(([name, value]): [string, Exact] => [name, isInteger(name) ? whole(value) : value]),
    ),
    seed: job.seed === null ? null : whole(job.seed),
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

const whole = (value: string | number | boolean): Exact =>
  typeof value === 'string' && /^-?(0|[1-9]\d*)$/.test(value) ? exactInteger(value) : value;
