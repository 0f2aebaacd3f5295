import type { TFunction } from 'i18next';
import type { BootFacts } from '../../shared/engine.ts';
import type { Format } from './format.ts';

export interface FactRow {
  name: string;
  /** null: it no longer says so. */
  value: string | null;
  /** What it said before, where that differs; null: it did not say. Undefined: the same. */
  was?: string | null;
}

type NodeChange = 'new' | 'gone' | 'broke' | 'mended' | null;
export interface NodeRow {
  name: string;
  seconds: number | null;
  isFailed: boolean;
  change: NodeChange;
}

/** Facts in words, with what changed since an earlier start; what neither start said is left out. Pure. */
export function factRows(t: TFunction, format: Format, facts: BootFacts, previous: BootFacts | null): FactRow[] {
  const before = previous === null ? null : named(t, format, previous);
  return named(t, format, facts).flatMap(([name, value], index): FactRow[] => {
    const was = before === null ? value : (before[index]?.[1] ?? null);
    if (value === null && was === null) return [];
    return [was === value ? { name, value } : { name, value, was }];
  });
}

function named(t: TFunction, format: Format, facts: BootFacts): [string, string | null][] {
  const onOff = (value: boolean | null): string | null =>
    value === null ? null : value ? t('engine.facts.on') : t('engine.facts.off');
  const gib = (mb: number | null): string | null =>
    mb === null ? null : t('engine.facts.gib', { value: format.gib(mb * 1024 ** 2) });
  const streams = facts.asyncOffloadStreams;
  return [
    [t('engine.facts.comfyui'), facts.comfyui],
    [t('engine.facts.python'), facts.python],
    [t('engine.facts.torch'), facts.torch],
    [t('engine.facts.frontend'), facts.frontend],
    [t('engine.facts.comfyKitchen'), facts.comfyKitchen ?? null],
    [t('engine.facts.comfyAimdo'), facts.comfyAimdo ?? null],
    [t('engine.facts.device'), facts.device],
    [t('engine.facts.vram'), gib(facts.vramMb)],
    [t('engine.facts.ram'), gib(facts.ramMb)],
    [t('engine.facts.vramState'), facts.vramState],
    [t('engine.facts.allocator'), facts.allocator],
    [
      t('engine.facts.asyncOffload'),
      streams === null ? null : streams === 0 ? t('engine.facts.off') : t('engine.facts.streams', { count: streams }),
    ],
    [t('engine.facts.pinnedMemory'), gib(facts.pinnedMemoryMb)],
    [t('engine.facts.dynamicVram'), onOff(facts.dynamicVram)],
    [t('engine.facts.attention'), facts.attention],
  ];
}

/** Node packs with what changed since an earlier start. Where one of the starts named none, nothing is compared. Pure. */
export function nodeRows(facts: BootFacts, previous: BootFacts | null): NodeRow[] {
  const now = facts.customNodes ?? [];
  const before = previous?.customNodes ?? null;
  const rows = now.map(({ name, seconds, failed }): NodeRow => {
    const was = before?.find((node) => node.name === name);
    const change = before === null ? null : !was ? 'new' : was.failed === failed ? null : failed ? 'broke' : 'mended';
    return { name, seconds, isFailed: failed, change };
  });
  const gone =
    facts.customNodes === null || before === null ? [] : before.filter(({ name }) => !now.some((node) => node.name === name));
  return [...rows, ...gone.map(({ name, failed }): NodeRow => ({ name, seconds: null, isFailed: failed, change: 'gone' }))];
}
