import { AppError } from '../../shared/app-error.ts';
import { type JobError, Values } from '../../shared/job.ts';
import type { JobChange, JobChanges } from '../../shared/job-change.ts';
import type { JobRow } from '../db/jobs.ts';
import { EngineUnreachable, type ObjectInfo } from '../engine/client-types.ts';
import type { Lane } from '../engine/engines.ts';
import { engineFolder } from '../lib/engine-folder.ts';
import { withChanges } from '../templates/change-graph.ts';
import { fitToEngine } from '../templates/fit-to-engine.ts';
import { renderPrompt } from '../templates/render.ts';
import type { LoadedTemplate } from '../templates/templates.ts';
import type { QueueDeps } from './deps.ts';
import { jobError, jobErrorOf } from './job-error.ts';
import { newId } from './new-id.ts';
import type { GraphNode } from './progress.ts';
import { graphNodesOf } from './progress-board.ts';

/** A prompt that can be handed over at once. */
export interface Prepared {
  jobId: string;
  attemptId: string;
  /** JSON text, as it is sent. */
  graph: string;
  /** As they were rendered, where that is more than the job says; else null. */
  values: Values | null;
  /** `id@version`, for the log. */
  template: string;
  nodes: GraphNode[];
  /** Ids of the nodes that must have made something by its end. */
  outputs: string[];
}

export type Preparation =
  | { kind: 'ready'; prepared: Prepared }
  /** This job cannot run here as it is. */
  | { kind: 'refused'; error: JobError }
  /** The engine did not answer; nothing is known about the job. */
  | { kind: 'later' };

/** What a job's prompt is made of. */
interface Recipe {
  template: LoadedTemplate;
  changes: readonly JobChange[];
}

/** Least time between two looks at the engine's lists because of a job that does not fit them. */
const refreshMs = 10_000;

/** Makes prompts for one lane: choices checked against the engine, pictures uploaded, graph rendered. */
export const createPreparer = (
  lane: Lane,
  { templates, inputs, clock, log }: Pick<QueueDeps, 'templates' | 'inputs' | 'clock' | 'log'>,
  changesOf: (job: string) => JobChanges | undefined,
): ((job: JobRow) => Promise<Preparation>) => {
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let known: { info: ObjectInfo; readiness: Map<string, ReturnType<typeof templates.readiness>> } | null = null;

  const readinessOf = (template: LoadedTemplate, info: ObjectInfo): ReturnType<typeof templates.readiness> => {
    if (known?.info !== info) known = { info, readiness: new Map() };
    const found = known.readiness.get(template.digest) ?? templates.readiness(template, lane.engineId, info);
    known.readiness.set(template.digest, found);
    return found;
  };
  const fitted = ({ template, changes }: Recipe, values: Values, info: ObjectInfo): Values => {
    // A graph of one job's own is no version of its template.
    const { missingNodes, choices } =
      changes.length === 0
        ? readinessOf(template, info)
        : templates.readiness(withChanges(template, changes), lane.engineId, info);
    if (missingNodes.length > 0) {
      const params = { template: template.id, nodes: missingNodes.join(', ') };
      throw new AppError('invalid-input', 'engineNodesMissing', params);
    }
    return fitToEngine(template, values, choices);
  };
  /** A file or node that is missing may have been added since the lists were read: they are read again before it is said. */
  const fittedFresh = async (recipe: Recipe, values: Values): Promise<Values> => {
    try {
      return fitted(recipe, values, await lane.client.objectInfo());
    } catch (error) {
      if (!(error instanceof AppError) || clock.monotonic() - refreshedAt < refreshMs) throw error;
      refreshedAt = clock.monotonic();
      return fitted(recipe, values, await lane.client.objectInfo(true));
    }
  };
  const upload = async (template: LoadedTemplate, values: Values): Promise<void> => {
    for (const { key, type } of template.parameters) {
      const value = type === 'image' ? values[key] : undefined;
      if (typeof value !== 'string' || value === '') continue;
      const bytes = await inputs.read(value);
      if (!bytes) throw new AppError('invalid-input', 'inputGone', { key, value });
      await lane.client.upload(bytes, value, engineFolder);
    }
  };

  return async (job) => {
    try {
      const template = templates.get(job.template, job.version);
      if (!template) {
        const params = { template: job.template, version: job.version };
        return { kind: 'refused', error: jobError('jobTemplateVersionUnknown', params) };
      }
      const changes = changesOf(job.id)?.changes ?? [];
      const values = await fittedFresh({ template, changes }, Values.parse(JSON.parse(job.values_json)));
      await upload(template, values);
      const attemptId = newId(clock.now());
      const graph = renderPrompt(template, values, { attemptId, changes });
      return {
        kind: 'ready',
        prepared: {
          jobId: job.id,
          attemptId,
          graph,
          values: JSON.stringify(values) === job.values_json ? null : values,
          template: `${job.template}@${job.version}`,
          nodes: graphNodesOf(withChanges(template, changes)),
          outputs: template.outputs.map(({ node }) => node),
        },
      };
    } catch (error) {
      if (error instanceof EngineUnreachable) return { kind: 'later' };
      // A full disk or a broken connection says nothing about the job.
      if (error instanceof AppError && ['engine-unavailable', 'storage'].includes(error.code)) return { kind: 'later' };
      if (error instanceof AppError) return { kind: 'refused', error: jobErrorOf(error) };
      log.error('a prompt could not be made', { job: job.id, template: `${job.template}@${job.version}`, error });
      return { kind: 'refused', error: jobError('internal') };
    }
  };
};
