import type { TFunction } from 'i18next';
import type { EngineStep } from '../../../shared/launch.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { Tone } from '../../ui/StateBadge.tsx';

/** Key of a step's words in `enginePast.history.steps`: what the machine's reason means depends on where it went. Pure. */
export function stepKey({ from, to, reason }: Pick<EngineStep, 'from' | 'to' | 'reason'>): string {
  if (reason === 'rolledBack' || reason === 'stuck') return reason;
  if (to === 'stopped') return 'stopped';
  if (from === 'stopping') return to === 'starting' ? 'startedAgain' : to === 'failed' ? 'gaveUp' : 'ended';
  return reason;
}

/** A step in words; the machine's own word where this page does not know it. */
export function stepText(t: TFunction, step: EngineStep): string {
  const key = `enginePast.history.steps.${stepKey(step)}`;
  return i18n.exists(key) ? t(key as 'common.close') : step.reason;
}

/** What the state means that a step led to. Pure. */
export const stepTone = ({ to, reason }: Pick<EngineStep, 'to' | 'reason'>): Tone =>
  (
    ({
      ready: 'good',
      failed: 'bad',
      backoff: 'bad',
      unresponsive: 'warn',
      starting: 'busy',
      stopping: 'idle',
      stopped: 'off',
    }) as const
  )[reason === 'rolledBack' ? 'unresponsive' : to];

/** What a signal or status stands for, in words; null where there are none. */
export function meaningText(t: TFunction, meaning: string): string | null {
  const key = `enginePast.history.meanings.${meaning}`;
  return i18n.exists(key) ? t(key as 'common.close') : null;
}
