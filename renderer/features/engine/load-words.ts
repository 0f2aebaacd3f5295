import type { TFunction } from 'i18next';
import type { Format } from '../../ui/format.ts';
import type { LoadSeries } from './load-series.ts';

export interface LoadWords {
  title: string;
  now: string;
  machine: string | null;
  /** Upper end of the axis, in the series' unit. */
  top: number;
  tick: (value: number) => string;
}

const gib = 1024 ** 3;

/** A series in words: its name, its newest value with what it is of, and its axis. Pure. */
export function loadWords(t: TFunction, format: Format, { kind, card, now, most, machine, points }: LoadSeries): LoadWords {
  const name = t(`enginePast.monitor.${kind}`);
  const title = card === null ? name : t('enginePast.monitor.ofCard', { what: name, card });
  const highest = points.reduce((max, { value }) => Math.max(max, value ?? 0), 0);
  const percent = (value: number): string => t('enginePast.monitor.percent', { value: Math.round(value) });
  const memory = (bytes: number): string => t('enginePast.monitor.gb', { value: format.gib(bytes) });
  const ofMost = (value: number, unit: (value: number) => string): string =>
    most === null ? unit(value) : t('enginePast.monitor.of', { used: unit(value), total: unit(most) });
  const ofMachine = (text: string | null): string | null => text && t('enginePast.monitor.machine', { value: text });
  switch (kind) {
    case 'cpu':
      return {
        title,
        now: t('enginePast.monitor.cores', { value: (now / 100).toFixed(1), cores: (most ?? 100) / 100 }),
        machine: ofMachine(machine === null ? null : percent(machine)),
        // Whole cores: one busy core of sixteen would be a flat line on an axis of all.
        top: Math.min(most ?? 100, Math.max(100, Math.ceil(highest / 100) * 100)),
        tick: (value) => (value / 100).toFixed(value % 100 === 0 ? 0 : 1),
      };
    case 'ram':
    case 'vram':
      return {
        title,
        now: ofMost(now, memory),
        machine: ofMachine(machine === null ? null : ofMost(machine, memory)),
        top: most ?? (Math.ceil(highest / gib) || 1) * gib,
        tick: memory,
      };
    case 'gpu':
      return { title, now: percent(now), machine: null, top: 100, tick: percent };
    case 'temperature': {
      const celsius = (value: number): string => t('enginePast.monitor.celsius', { value: Math.round(value) });
      return { title, now: celsius(now), machine: null, top: Math.max(100, Math.ceil(highest / 10) * 10), tick: celsius };
    }
    case 'power': {
      const watt = (value: number): string => t('enginePast.monitor.watt', { value: Math.round(value) });
      return { title, now: ofMost(now, watt), machine: null, top: Math.ceil((most ?? highest) / 10) * 10 || 10, tick: watt };
    }
  }
}
