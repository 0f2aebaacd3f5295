import { useStore } from 'zustand';
import { useWords } from '../../i18n/use-words.ts';
import { timeRange } from '../../ui/ranges.ts';
import classes from './QueueScreen.module.css';
import { queueLength } from './queue-length.ts';

/** How long what waits will take, as a range; nothing where nothing is known. */
export function QueueLength() {
  const { t, format } = useWords();
  const estimate = useStore(queueLength, (state) => state.estimate);
  if (!estimate || estimate.known === 0) return null;
  const { unknown } = estimate;
  const time = timeRange(estimate.lowMs, estimate.highMs, format);
  return (
    <span className={classes.length}>
      {unknown === 0
        ? t('batches.cost.queue', { time })
        : t('batches.cost.queuePart', { time, count: unknown, n: format.number(unknown) })}
    </span>
  );
}
