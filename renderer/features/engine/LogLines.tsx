import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { LogLine } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { ansiSpans } from '../../ui/ansi.ts';
import classes from './EngineLog.module.css';

export interface LogLinesHandle {
  /** Brings the line at this place of the list into the middle. */
  scrollTo(index: number): void;
}

interface LogLinesProps {
  ref: Ref<LogLinesHandle>;
  lines: readonly LogLine[];
  label: string;
  isFollowing: boolean;
  /** Scrolling away from the end lets go of it, scrolling back takes it again. */
  onFollow(isFollowing: boolean): void;
  /** Stands above the first line. */
  earlier: ReactNode;
}

const lineHeightPx = 19;
/** Nearer to the end than this counts as the end. */
const endPx = 30;
const marks: Record<LogLine['level'], string> = { debug: '', info: '', none: '', warning: '!', error: '✕', critical: '✕' };

/** Any number of log lines; only those in sight exist as elements. */
export function LogLines({ ref, lines, label, isFollowing, onFollow, earlier }: LogLinesProps) {
  'use no memo'; // the virtualizer changes inside while it stays the same object, which the compiler would take as unchanged
  const { t } = useWords();
  const box = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => lineHeightPx,
    overscan: 20,
    getItemKey: (index) => lines[index]?.n ?? index,
  });
  const count = lines.length;
  const lastKey = lines.at(-1)?.n;
  const heightPx = virtualizer.scrollRect?.height;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new last line and another height are reasons to go to the end again.
  useEffect(() => {
    if (isFollowing && count > 0) virtualizer.scrollToIndex(count - 1, { align: 'end' });
  }, [isFollowing, count, lastKey, heightPx, virtualizer]);
  useImperativeHandle(ref, () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }) }), [virtualizer]);

  const notice = (): void => {
    const element = box.current;
    if (!element) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < endPx;
    if (isAtEnd !== isFollowing) onFollow(isAtEnd);
  };
  return (
    <section
      ref={box}
      className={classes.lines}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable for the keyboard.
      tabIndex={0}
      onWheel={notice}
      onKeyUp={notice}
      onPointerUp={notice}
    >
      {earlier && <div className={classes.earlier}>{earlier}</div>}
      <div className={classes.space} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              data-level={line.level}
              className={classes.line}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span className={classes.number}>{line.n}</span>
              <span className={classes.mark} title={t(`engine.log.levelNames.${line.level}`)}>
                {marks[line.level]}
              </span>
              <span className={classes.text}>
                {ansiSpans(line.text).map((span, index) => (
                  <span
                    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a written line never move.
                    key={index}
                    data-color={span.color ?? undefined}
                    className={span.isBold ? classes.bold : undefined}
                  >
                    {span.text}
                  </span>
                ))}
              </span>
            </div>
          );
        })}
      </div>
    </section>
  );
}
