import type { TFunction } from 'i18next';
import type { Engine } from '../../shared/engine.ts';
import type { Incident, Remedy } from '../../shared/incident.ts';
import { engineName } from '../ui/engine-name.ts';
import type { Format } from '../ui/format.ts';
import { knownWords } from './known-words.ts';

/** Title of a cause; its id where this page does not know it. */
export const causeTitle = (t: TFunction, cause: string): string => knownWords(t, `causes.${cause}.title`) ?? cause;
/** What a cause means, in a sentence or two; nothing where this page does not know it. */
export const causeText = (t: TFunction, cause: string): string => knownWords(t, `causes.${cause}.text`) ?? '';
/** What to do, in a sentence. */
export const remedyText = (t: TFunction, id: string): string => knownWords(t, `remedies.${id}`) ?? id;

/** What a remedy changes, as short as it can be written: `--reserve-vram 1`, `NAME=value`; null for steps by hand. Pure. */
export function remedyChange({ kind, flags, env }: Pick<Remedy, 'kind' | 'flags' | 'env'>): string | null {
  if (kind === 'flag') return flags.map(({ flag, value }) => (value === null ? flag : `${flag} ${value}`)).join(' ');
  if (kind === 'env')
    return Object.entries(env)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ');
  return null;
}

/** The words of the button that tries a remedy and runs the job again. */
export function tryText(t: TFunction, remedy: Pick<Remedy, 'id' | 'kind' | 'flags' | 'env'>): string {
  const change = remedyChange(remedy);
  if (change === null) return t('incidents.tryRemedy', { remedy: remedyText(t, remedy.id) });
  if (remedy.kind === 'env') return t('incidents.banner.tryEnv', { name: change });
  const isRemoval = remedy.flags.every(({ op }) => op === 'remove');
  return t(isRemoval ? 'incidents.banner.tryWithout' : 'incidents.banner.tryFlag', { flag: change });
}

/** The engine's name of today, or the one it had where it was removed since. */
export const incidentEngineName = (t: TFunction, incident: Pick<Incident, 'engineName'>, engine: Engine | undefined): string =>
  engine ? engineName(t, engine) : incident.engineName;

/** Whether the job ran through, and only what it made is of no use. Pure. */
export const isPicture = ({ kind, diagnosis }: Pick<Incident, 'kind' | 'diagnosis'>): boolean =>
  kind === 'job' && diagnosis?.cause === 'nan-black-image';

/** What happened, in one sentence: who, when, and what it was doing. `job` is the title of the job, where one ran. */
export function happenedText(t: TFunction, incident: Incident, name: string, job: string | null, format: Format): string {
  const { kind, lastAt, diagnosis } = incident;
  const stage = diagnosis?.stage ?? null;
  const during =
    job === null ? (stage === null ? '' : t(`incidents.duringAlone.${stage}`)) : t(`incidents.during.${stage ?? 'job'}`, { job });
  return t(`incidents.happened.${isPicture(incident) ? 'picture' : kind}`, {
    name,
    when: t('incidents.when', { time: format.time(lastAt) }),
    during,
  });
}
