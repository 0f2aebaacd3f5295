import { z } from 'zod';
import { TemplateOrigin } from '../../shared/template.ts';
import type { Db } from './database.ts';

/** One version of a template as it is kept: both files as JSON text. */
export interface TemplateVersionRow {
  id: string;
  version: number;
  digest: string;
  origin: TemplateOrigin;
  template_json: string;
  graph_json: string;
  /** When this version was seen first, ms since the epoch. */
  seen_at: number;
}

const Row = z.object({
  id: z.string(),
  version: z.number(),
  digest: z.string(),
  origin: TemplateOrigin,
  template_json: z.string(),
  graph_json: z.string(),
  seen_at: z.number(),
});

/** Template versions; a version's graph never changes once it is there. */
export interface TemplateRows {
  insert(row: TemplateVersionRow): void;
  /** Texts (labels, help, titles) may change within a version. */
  setTexts(id: string, version: number, templateJson: string): void;
  find(id: string, version: number): TemplateVersionRow | undefined;
  /** Newest first, without the files. */
  versionsOf(id: string): Pick<TemplateVersionRow, 'version' | 'digest' | 'seen_at'>[];
}

/** Statements over the template_versions table, prepared once. */
export const createTemplateRows = (db: Db): TemplateRows => {
  const insert = db.prepare(
    `INSERT INTO template_versions (id, version, digest, origin, template_json, graph_json, seen_at)
     VALUES (@id, @version, @digest, @origin, @template_json, @graph_json, @seen_at)`,
  );
  const setTexts = db.prepare('UPDATE template_versions SET template_json = ? WHERE id = ? AND version = ?');
  const find = db.prepare('SELECT * FROM template_versions WHERE id = ? AND version = ?');
  const versions = db.prepare('SELECT version, digest, seen_at FROM template_versions WHERE id = +? ORDER BY version DESC');
  const VersionRow = Row.pick({ version: true, digest: true, seen_at: true });
  return {
    insert: (row) => void insert.run(row),
    setTexts: (id, version, templateJson) => void setTexts.run(templateJson, id, version),
    find(id, version) {
      const row = find.get(id, version);
      return row === undefined ? undefined : Row.parse(row);
    },
    versionsOf: (id) => versions.all(id).map((row) => VersionRow.parse(row)),
  };
};
