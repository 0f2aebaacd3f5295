import { AppError } from '../../shared/app-error.ts';
import type { EventHub, Handlers } from '../../shared/rpc.ts';
import type { ImportInspection, Readiness, Template, TemplateProblem, TemplateVersion } from '../../shared/template.ts';
import { nextId, sampleTemplate } from './fake-data.ts';

/** What the fake host knows of templates. */
export interface FakeTemplates {
  templates: Template[];
  problems: TemplateProblem[];
  /** By template; ready with two checkpoints where there is none. */
  readiness: Record<string, Readiness>;
  /** By template; only the current one where there are none. */
  versions: Record<string, TemplateVersion[]>;
  inspection: ImportInspection | null;
}

export const oneTemplate = (): FakeTemplates => ({
  templates: [sampleTemplate()],
  problems: [],
  readiness: {},
  versions: {},
  inspection: null,
});

export const templateOf = ({ templates }: FakeTemplates, id: string): Template => {
  const found = templates.find((known) => known.id === id);
  if (!found) throw new AppError('not-found', 'internal');
  return found;
};

type Names = Extract<keyof Handlers, `templates.${string}`>;

/** Answers about templates from plain data. `engine`: the one whose readiness is told. */
export function templateHandlers(state: FakeTemplates, hub: EventHub, engine: () => string): Pick<Handlers, Names> {
  const template = (id: string): Template => templateOf(state, id);
  return {
    'templates.list': () => ({ templates: state.templates, problems: state.problems }),
    'templates.get': ({ id }) => template(id),
    'templates.readiness': ({ id }) => ({
      readiness: [
        state.readiness[id] ?? {
          engine: engine(),
          missingNodes: [],
          missingModels: [],
          choices: { checkpoint: ['v1-5-pruned-emaonly.safetensors', 'dreamshaper_8.safetensors'] },
        },
      ],
    }),
    'templates.versions': ({ id }) => ({
      versions: state.versions[id] ?? [
        { version: template(id).version, digest: template(id).digest, seenAt: new Date().toISOString(), isCurrent: true },
      ],
    }),
    'templates.inspect': () => {
      if (!state.inspection) throw new AppError('invalid-input', 'internal');
      return state.inspection;
    },
    'templates.save': (input) => {
      const before = state.templates.find((known) => known.id === input.id);
      const saved = sampleTemplate({
        ...input,
        limits: input.limits ?? before?.limits ?? {},
        version: (before?.version ?? 0) + 1,
        origin: 'own',
        digest: `sha256:${nextId()}`,
      });
      state.templates = [...state.templates.filter((known) => known.id !== input.id), saved];
      hub.emit('template.changed', saved);
      return saved;
    },
    'templates.rollback': ({ id, version }) => {
      const saved = { ...template(id), version };
      state.templates = state.templates.map((known) => (known.id === id ? saved : known));
      hub.emit('template.changed', saved);
      return saved;
    },
    'templates.remove': ({ id }) => {
      state.templates = state.templates.filter((known) => known.id !== id);
      hub.emit('template.removed', { id });
      return {};
    },
    'templates.reload': () => {
      const list = { templates: state.templates, problems: state.problems };
      hub.emit('templates.read', list);
      return list;
    },
  };
}
