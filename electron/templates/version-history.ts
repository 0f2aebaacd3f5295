import { AppError } from '../../shared/app-error.ts';
import { TemplateFile, type TemplateVersion } from '../../shared/template.ts';
import type { Db } from '../db/database.ts';
import { createTemplateRows, type TemplateVersionRow } from '../db/templates.ts';
import { parseExact, stringifyExact } from '../lib/exact-json.ts';
import { isRecord } from './graph.ts';
import type { LoadedTemplate } from './templates.ts';

/** Every version ever seen, kept whole in the database. */
export interface VersionHistory {
  /** Notes a loaded version. Throws AppError when the same version was seen with other content. */
  see(template: LoadedTemplate, file: string): void;
  get(id: string, version: number): LoadedTemplate | undefined;
  list(id: string, current: number | undefined): TemplateVersion[];
  /** Number of the next version: 1 for an id never seen. */
  next(id: string): number;
}

/** The part of a loaded template that `template.json` holds. */
export const fileOf = ({ digest: _digest, origin: _origin, graph: _graph, ...file }: LoadedTemplate): TemplateFile => file;

const toTemplate = ({ digest, origin, template_json, graph_json }: TemplateVersionRow): LoadedTemplate => {
  const graph = parseExact(graph_json);
  if (!isRecord(graph)) throw new TypeError('a stored graph is no object');
  return { ...TemplateFile.parse(JSON.parse(template_json)), digest, origin, graph };
};

export const createVersionHistory = (db: Db, now: () => number): VersionHistory => {
  const rows = createTemplateRows(db);
  /** Versions read from the database: jobs of one version come in hundreds. */
  const read = new Map<string, LoadedTemplate>();
  const next = (id: string): number => (rows.versionsOf(id)[0]?.version ?? 0) + 1;
  return {
    next,
    see(template, file) {
      const { id, version, digest, origin, graph } = template;
      const template_json = JSON.stringify(fileOf(template));
      const seen = rows.find(id, version);
      if (seen === undefined) {
        rows.insert({ id, version, digest, origin, template_json, graph_json: stringifyExact(graph), seen_at: now() });
      } else if (seen.digest !== digest) {
        throw new AppError('conflict', 'templateChanged', { file, id, version, next: next(id) });
      } else if (seen.template_json !== template_json) {
        rows.setTexts(id, version, template_json);
        read.delete(`${id} ${version}`);
      }
    },
    get(id, version) {
      const key = `${id} ${version}`;
      const known = read.get(key);
      if (known) return known;
      const row = rows.find(id, version);
      if (row === undefined) return undefined;
      const template = toTemplate(row);
      read.set(key, template);
      return template;
    },
    list: (id, current) =>
      rows.versionsOf(id).map(({ version, digest, seen_at }) => ({
        version,
        digest,
        seenAt: new Date(seen_at).toISOString(),
        isCurrent: version === current,
      })),
  };
};
