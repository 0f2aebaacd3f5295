import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { Template, TemplateFile, TemplateProblem } from '../../shared/template.ts';
import type { Db } from '../db/database.ts';
import { inspectWorkflow } from './import.ts';
import { assembleTemplate, isTemplateId, loadTemplate } from './load.ts';
import { readWorkflow } from './read-workflow.ts';
import { readinessOf } from './readiness.ts';
import { settleFolders, writeTemplateFolder } from './template-folder.ts';
import type { LoadedTemplate, Templates } from './templates.ts';
import { createVersionHistory, fileOf } from './version-history.ts';

export interface TemplatesDeps {
  db: Db;
  /** The data folder; one's own templates lie in its `templates`. */
  dataDir: string;
  /** Folder of the shipped templates. */
  workflowsDir: string;
  /** Ms since the epoch. */
  now: () => number;
}

const problemOf = (id: string, file: string, error: unknown): TemplateProblem => {
  const said = error instanceof AppError ? error : new AppError('internal', 'internal', {}, { cause: error });
  return { id, file, message: said.message, key: said.key, params: said.params };
};

const withoutGraph = ({ graph: _graph, ...template }: LoadedTemplate): Template => template;

/** Templates over their folders and the database. Nothing is read before the first `reload`. */
export const createTemplates = ({ db, dataDir, workflowsDir, now }: TemplatesDeps): Templates => {
  const ownDir = join(dataDir, 'templates');
  const history = createVersionHistory(db, now);
  let loaded = new Map<string, LoadedTemplate>();
  let problems: TemplateProblem[] = [];
  /** Acts on the folders, one after the other. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };

  const foldersIn = async (dir: string): Promise<string[]> => {
    const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
    // Links to folders are fine; files and hidden folders are nobody's template.
    return entries
      .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  };

  const reload = async (): Promise<void> => {
    await settleFolders(ownDir);
    const shippedNames = await foldersIn(workflowsDir);
    const places = [
      ...shippedNames.map((name) => ({ dir: workflowsDir, name, origin: 'shipped' as const })),
      ...(await foldersIn(ownDir)).map((name) => ({ dir: ownDir, name, origin: 'own' as const })),
    ];
    const read = await Promise.all(
      places.map(async ({ dir, name, origin }) => {
        const file = join(dir, name, 'template.json');
        const template = await loadTemplate(join(dir, name), origin).catch((error: unknown) => problemOf(name, file, error));
        return { name, file, template };
      }),
    );
    const found = new Map<string, LoadedTemplate>();
    const faults: TemplateProblem[] = [];
    // New versions share one commit.
    db.transaction(() => {
      for (const { name, file, template } of read) {
        try {
          if ('key' in template) faults.push(template);
          else if (found.has(template.id)) throw new AppError('conflict', 'templateIdTaken', { file, id: template.id });
          else {
            history.see(template, file);
            found.set(template.id, template);
          }
        } catch (error) {
          faults.push(problemOf(name, file, error));
        }
      }
    })();
    loaded = found;
    problems = faults;
  };

  /** Writes `template` as the current version of its id, and notes it. */
  const put = async (template: LoadedTemplate): Promise<Template> => {
    await writeTemplateFolder(ownDir, fileOf(template), template.graph);
    history.see(template, join(ownDir, template.id, 'template.json'));
    loaded.set(template.id, template);
    problems = problems.filter(({ file }) => file !== join(ownDir, template.id, 'template.json'));
    return withoutGraph(template);
  };

  const mustBeOwn = (id: string): void => {
    if (loaded.get(id)?.origin === 'shipped') throw new AppError('conflict', 'templateShipped', { id });
  };

  const templates: Templates = {
    list: () => [...loaded.values()].map(withoutGraph),
    problems: () => problems,
    get(id, version) {
      const current = loaded.get(id);
      return version === undefined || version === current?.version ? current : history.get(id, version);
    },
    versions: (id) => history.list(id, loaded.get(id)?.version),
    readiness: readinessOf,
    inspect: (text, fileName, objectInfo) =>
      inspectWorkflow(text, fileName, objectInfo, (id) => loaded.has(id) || history.next(id) > 1),
    save: ({ id, title, graph: text, parameters, outputs, limits }) =>
      inTurn(async () => {
        if (!isTemplateId(id)) throw new AppError('invalid-input', 'templateIdInvalid', { id });
        mustBeOwn(id);
        const { graph } = readWorkflow(text);
        const current = loaded.get(id);
        const version = current?.version ?? history.next(id);
        const kept = current ? fileOf(current) : { needs: { nodes: [], models: [] }, limits: {} };
        const file: TemplateFile = { ...kept, id, version, title, parameters, outputs, ...(limits && { limits }) };
        const wanted = assembleTemplate(file, graph, 'own', `${id}/template.json`);
        if (current === undefined || current.digest !== wanted.digest) return put({ ...wanted, version: history.next(id) });
        const isSame = JSON.stringify(fileOf(current)) === JSON.stringify(fileOf(wanted));
        return isSame ? withoutGraph(current) : put(wanted);
      }),
    rollback: (id, version) =>
      inTurn(async () => {
        mustBeOwn(id);
        const old = history.get(id, version);
        if (old === undefined) {
          const known = history.list(id, undefined).map((seen) => seen.version);
          throw new AppError('not-found', 'templateVersionUnknown', { id, version, known: known.join(', ') || '–' });
        }
        const current = loaded.get(id);
        return current?.version === version ? withoutGraph(current) : put({ ...old, version: history.next(id) });
      }),
    remove: (id) =>
      inTurn(async () => {
        // A broken one can go too: its id is the name of its folder, so it leads nowhere else.
        const isBroken = problems.some((problem) => problem.file === join(ownDir, id, 'template.json'));
        if (!isBroken) mustBeOwn(id);
        if (!isBroken && !loaded.has(id)) throw new AppError('not-found', 'noSuchTemplate', { id });
        await rm(join(ownDir, id), { recursive: true, force: true });
        if (loaded.get(id)?.origin === 'own') loaded.delete(id);
        problems = problems.filter((problem) => problem.file !== join(ownDir, id, 'template.json'));
      }),
    reload: () => inTurn(reload),
  };
  return templates;
};
