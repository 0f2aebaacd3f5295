import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { LogLine } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import type { LogWindow } from '../../store/use-log-view.ts';
import classes from './EngineLog.module.css';
import { LineText } from './LineText.tsx';
import { rowsInSight, scrollTo } from './log-rows.ts';

export interface LogLinesHandle {
  /** Brings the line at this place of the list into the middle. */
  scrollTo(place: number): void;
}

interface LogLinesProps {
  ref: Ref<LogLinesHandle>;
  log: Pick<LogWindow, 'lines' | 'matches' | 'total' | 'want'>;
  label: string;
  isFollowing: boolean;
  /** Scrolling away from the end lets go of it, scrolling back takes it again. */
  onFollow(isFollowing: boolean): void;
  /** Place of the line that is open. */
  current: number | null;
  onCurrent(place: number | null): void;
  onError(direction: 'next' | 'previous'): void;
}

/** Nearer to the end than this counts as the end. */
const endPx = 30;
const marks: Record<LogLine['level'], string> = { debug: '', info: '', none: '', warning: '!', error: '✕', critical: '✕' };

/** Any number of log lines: only those in sight exist as elements, and only those lately in sight are held. */
export function LogLines({ ref, log, label, isFollowing, onFollow, current, onCurrent, onError }: LogLinesProps) {
  const { t, format } = useWords();
  const { lines, matches, total, want } = log;
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState({ scrollPx: 0, heightPx: 600 });
  const { heightPx, first, end, topPx } = rowsInSight(matches, view.heightPx, view.scrollPx);

  const look = (): void => {
    const element = box.current;
    if (!element) return;
    setView((before) =>
      before.scrollPx === element.scrollTop && before.heightPx === element.clientHeight
        ? before
        : { scrollPx: element.scrollTop, heightPx: element.clientHeight },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box alone is watched.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in sight, or how many there are, is what lines are wanted for.
  useEffect(() => want(first, end), [first, end, matches, lines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more lines and another height are reasons to go to the end again.
  useLayoutEffect(() => {
    if (!isFollowing || !box.current) return;
    box.current.scrollTop = heightPx;
    look();
  }, [isFollowing, matches, heightPx, view.heightPx]);

  const jump = (place: number): void => {
    if (!box.current) return;
    box.current.scrollTop = scrollTo(place, matches, box.current.clientHeight);
    look();
  };
  useImperativeHandle(ref, () => ({ scrollTo: jump }));

  const notice = (): void => {
    const element = box.current;
    if (!element) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < endPx;
    if (isAtEnd !== isFollowing) onFollow(isAtEnd);
  };
  const move = (place: number): void => {
    const next = Math.max(0, Math.min(matches - 1, place));
    onFollow(false);
    onCurrent(next);
    jump(next);
  };
  const actOf = (key: string): (() => void) | null => {
    if (key === 'Enter') return () => move(current ?? first);
    if (key === 'e') return () => onError('next');
    if (key === 'E') return () => onError('previous');
    if (current === null) return null;
    if (key === 'ArrowDown') return () => move(current + 1);
    if (key === 'ArrowUp') return () => move(current - 1);
    return key === 'Escape' ? () => onCurrent(null) : null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOf(event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const digits = String(total).length;
  const hasTimes = [...lines.values()].some(({ at }) => at !== undefined);
  return (
    <section
      ref={box}
      className={classes.lines}
      role="log"
      aria-label={label}
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable for the keyboard.
      tabIndex={0}
      onScroll={look}
      onWheel={notice}
      onKeyUp={notice}
      onKeyDown={onKeyDown}
      onPointerUp={notice}
    >
      <div className={classes.space} style={{ height: heightPx }}>
        <div className={classes.shown} style={{ transform: `translateY(${topPx}px)`, ['--digits' as string]: digits }}>
          {Array.from({ length: end - first }, (_, index) => {
            const place = first + index;
            const line = lines.get(place);
            if (!line) return <div key={place} className={classes.line} aria-busy />;
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the list has the keys; a click is the same for the mouse.
              // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
              <div
                key={place}
                data-level={line.level}
                data-current={place === current || undefined}
                className={classes.line}
                onClick={() => {
                  // Who selects text to copy it does not want it to move.
                  if (window.getSelection()?.isCollapsed !== false) onCurrent(place === current ? null : place);
                }}
              >
                <span className={classes.number}>{line.n}</span>
                {hasTimes && <span className={classes.time}>{line.at === undefined ? '' : format.timeOfDay(line.at)}</span>}
                <span className={classes.mark} title={t(`engine.log.levelNames.${line.level}`)}>
                  {marks[line.level]}
                </span>
                <LineText text={line.text} />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}
