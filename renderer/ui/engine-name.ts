import type { TFunction } from 'i18next';
import type { Engine } from '../../shared/engine.ts';

/** What every host calls the demo engine it adds. */
const demoName = 'Demo engine';

/** The name of the engine with that id, which may have been removed since; then its id. Pure. */
export const engineNameOf = (t: TFunction, engines: Readonly<Record<string, Engine>>, id: string): string => {
  const engine = engines[id];
  return engine ? engineName(t, engine) : id;
};

/** An engine's name as a person reads it: their own, or the reader's word for the demo engine. Pure. */
export const engineName = (t: TFunction, engine: Pick<Engine, 'kind' | 'name'>): string =>
  engine.kind === 'demo' && engine.name === demoName ? t('common.engineKind.demo') : engine.name;
