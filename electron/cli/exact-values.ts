import { AppError } from '../../shared/app-error.ts';
import type { Values } from '../../shared/job.ts';
import type { Client } from '../../shared/rpc.ts';
import type { Template } from '../../shared/template.ts';
import { type Exact, exactInteger } from '../lib/exact-json.ts';

/** What values were made with: the version of the template tells which of them are integers. */
interface ValuesOf {
  template: string;
  version: number;
  values: Values;
  seed: string | null;
}

/** Templates by `id@version`. */
export type TemplateVersions = ReadonlyMap<string, Template>;

const nameOf = ({ template, version }: Pick<ValuesOf, 'template' | 'version'>): string => `${template}@${version}`;

/** The very versions that these values were made with, also of templates that are gone. */
export async function versionsOf(
  client: Client,
  of: readonly Pick<ValuesOf, 'template' | 'version'>[],
): Promise<TemplateVersions> {
  const { templates } = await client.call('templates.list', {});
  const found = new Map(templates.map((template) => [nameOf({ template: template.id, version: template.version }), template]));
  for (const { template: id, version } of of) {
    const name = nameOf({ template: id, version });
    if (found.has(name)) continue;
    try {
      found.set(name, await client.call('templates.get', { id, version }));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
    }
  }
  return found;
}

/** Values as JSON: seeds, and integers beyond 2^53, as the integers they are. Pure. */
export const exactValues = ({ values, seed, ...of }: ValuesOf, versions: TemplateVersions): { [name: string]: Exact } => {
  const types = new Map(versions.get(nameOf(of))?.parameters.map(({ key, type }) => [key, type]));
  const isWhole = (name: string, value: unknown): boolean => {
    const type = types.get(name);
    // Of a template that nobody knows any more, the seed is still told by the job.
    return type === 'seed' || type === 'integer' || (types.size === 0 && seed !== null && value === seed);
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Exact] => [name, isWhole(name, value) ? wholeOf(value) : value]),
  );
};

/** An integer in decimal text as the number it is; anything else as it is. Pure. */
export const wholeOf = (value: string | number | boolean): Exact =>
  typeof value === 'string' && /^-?(0|[1-9]\d*)$/.test(value) ? exactInteger(value) : value;
