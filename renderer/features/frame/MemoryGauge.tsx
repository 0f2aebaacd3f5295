import type { EngineMemory } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import type { Format } from '../../ui/format.ts';
import classes from './StatusBar.module.css';

interface Use {
  kind: 'VRAM' | 'RAM';
  usedBytes: number;
  totalBytes: number;
}

/** The card's memory where the engine tells it, else the machine's; null where it tells neither. Pure. */
export function memoryUse(memory: EngineMemory): Use | null {
  const { vramTotalBytes, vramFreeBytes, ramTotalBytes, ramFreeBytes } = memory;
  if (vramTotalBytes !== null && vramTotalBytes > 0 && vramFreeBytes !== null) {
    return { kind: 'VRAM', usedBytes: vramTotalBytes - vramFreeBytes, totalBytes: vramTotalBytes };
  }
  if (ramTotalBytes !== null && ramTotalBytes > 0 && ramFreeBytes !== null) {
    return { kind: 'RAM', usedBytes: ramTotalBytes - ramFreeBytes, totalBytes: ramTotalBytes };
  }
  return null;
}

/** How full the memory is, as a short bar and in numbers. */
export function MemoryGauge({ memory, format }: { memory: EngineMemory; format: Format }) {
  const { t } = useWords();
  const use = memoryUse(memory);
  if (!use) return null;
  const used = format.gib(use.usedBytes);
  const total = format.gib(use.totalBytes);
  const words = t('frame.memoryUse', { kind: use.kind, used, total });
  return (
    <span className={classes.memory} title={words}>
      {use.kind}
      <meter className={classes.meter} aria-label={words} min={0} max={use.totalBytes} value={use.usedBytes} />
      <span aria-hidden>
        {used}/{total}
      </span>
    </span>
  );
}
