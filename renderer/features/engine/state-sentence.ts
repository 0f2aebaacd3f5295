import type { TFunction } from 'i18next';
import type { Engine } from '../../../shared/engine.ts';
import type { Format } from '../../ui/format.ts';

/** An engine's state as a person would say it at time `now` (ms). Pure. */
export function stateSentence(t: TFunction, format: Format, engine: Engine, now: number): string {
  const sinceMs = Math.max(0, now - Date.parse(engine.since));
  // Tenths of a second would flicker.
  const time = sinceMs < 60_000 ? format.seconds(sinceMs) : format.duration(sinceMs);
  switch (engine.state) {
    case 'stopped':
      return engine.launchId === null ? t('engine.sentence.neverStarted') : t('engine.sentence.stopped', { time });
    case 'starting':
      return t('engine.sentence.starting', { time });
    case 'ready':
      return t('engine.sentence.ready', { time });
    case 'unresponsive':
      return t('engine.sentence.unresponsive', { time });
    case 'stopping':
      return t('engine.sentence.stopping');
    case 'backoff': {
      const left = engine.retryAt === null ? 0 : Date.parse(engine.retryAt) - now;
      const when = left > 0 ? t('engine.sentence.inTime', { time: format.seconds(left) }) : t('engine.sentence.soon');
      return t('engine.sentence.backoff', { when });
    }
    case 'failed':
      return t('engine.sentence.failed', { time });
  }
}
