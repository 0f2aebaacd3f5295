import type { TFunction } from 'i18next';
import type { Engine } from '../../../shared/engine.ts';
import type { Launch } from '../../../shared/launch.ts';
import type { Format } from '../../ui/format.ts';

/** A launch in one line: when, and how it went. Pure. */
export function launchLabel(t: TFunction, format: Format, launch: Launch, engine: Pick<Engine, 'launchId' | 'pid'>): string {
  const time = format.exactTime(launch.startedAt);
  if (launch.id === engine.launchId) return t(`enginePast.launches.${engine.pid === null ? 'last' : 'current'}`, { time });
  const end =
    launch.outcome === null ? t('enginePast.launches.outcomes.lost') : t(`enginePast.launches.outcomes.${launch.outcome}`);
  const isEarly = launch.readyAt === null && (launch.outcome === 'crash' || launch.outcome === 'hang');
  const outcome = isEarly ? t('enginePast.launches.neverReady', { outcome: end }) : end;
  const label = t('enginePast.launches.one', { time, outcome });
  return launch.logBytes === null ? `${label} (${t('enginePast.launches.gone')})` : `${label} · ${format.bytes(launch.logBytes)}`;
}
