import type { Values } from '../../shared/job.ts';
import type {
  ImportInspection,
  Localized,
  Parameter,
  Readiness,
  Template,
  TemplateLimits,
  TemplateOutput,
  TemplateProblem,
  TemplateVersion,
} from '../../shared/template.ts';
import type { Exact } from '../lib/exact-json.ts';

/** A template with its graph, as kept whole in the database for every version ever seen. */
export interface LoadedTemplate extends Template {
  graph: { [node: string]: Exact };
}

/** What `/object_info` says of node classes; the engine's ObjectInfo fits. What is optional makes an import's proposals better. */
export type ClassTable = ReadonlyMap<
  string,
  {
    displayName?: string;
    isOutput?: boolean;
    inputs: {
      name: string;
      choices: (string | number | boolean)[] | null;
      type?: string;
      options?: Record<string, unknown>;
    }[];
  }
>;

/** Shipped templates and a person's own, loaded and checked the same way. */
export interface Templates {
  list(): Template[];
  problems(): TemplateProblem[];
  /** The current version, or the one asked for; every version ever seen is known. */
  get(id: string, version?: number): LoadedTemplate | undefined;
  versions(id: string): TemplateVersion[];
  /** What `objectInfo` lacks for the template, and the choices it supplies. Pure. */
  readiness(template: LoadedTemplate, engine: string, objectInfo: ClassTable): Readiness;
  /** Throws AppError when the text is no API-format workflow, saying what to do. */
  inspect(text: string, fileName: string | undefined, objectInfo: ClassTable | null): ImportInspection;
  /** Writes `DATA/templates/<id>/`. The same content again changes nothing; other content becomes the next version. */
  save(input: {
    id: string;
    title: Localized;
    graph: string;
    parameters: Parameter[];
    outputs: TemplateOutput[];
    /** Those of the version before when absent. */
    limits?: TemplateLimits | undefined;
  }): Promise<Template>;
  /** Makes an old version's content current again (as the next version). */
  rollback(id: string, version: number): Promise<Template>;
  /** One's own only. Jobs keep their version. */
  remove(id: string): Promise<void>;
  /** Reads the folders again. */
  reload(): Promise<void>;
}

/** Values as stored with a job, and the seed that was drawn or given. */
export interface ResolvedValues {
  values: Values;
  seed: string | null;
}
