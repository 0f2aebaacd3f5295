import type { TFunction } from 'i18next';
import type { IncidentGroup, SinceFact } from '../../../shared/incident.ts';
import type { Tone } from '../../ui/StateBadge.tsx';

/** What a change before the first time was, in words: `ComfyUI 0.27.0 → 0.28.0`. */
export const sinceText = (t: TFunction, { what, before, after }: SinceFact): string =>
  t(`incidents.group.sinceWhat.${what}`, {
    before: before || t('incidents.group.nothing'),
    after: after || t('incidents.group.nothing'),
  });

const tones: Record<IncidentGroup['state'], Tone> = { open: 'bad', trial: 'busy', resolved: 'good', dismissed: 'off' };

/** What the state of an incident, or of a group, means for a person. Pure. */
export const stateTone = (state: IncidentGroup['state']): Tone => tones[state];

/** Time zone in which days are counted. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
