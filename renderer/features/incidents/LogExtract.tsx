import { Button } from '@mantine/core';
import { ArrowDown, ArrowUp, Copy, ScrollText } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { LogPart } from '../../../shared/evidence.ts';
import { useWords } from '../../i18n/use-words.ts';
import { openLogAt } from '../../store/log-at.ts';
import { copyText } from '../../ui/copy-text.ts';
import { showDone } from '../../ui/toasts.tsx';
import { extractRows, markedRows, startOf } from './extract-rows.ts';
import classes from './LogExtract.module.css';

interface LogExtractProps {
  parts: readonly LogPart[];
  /** Numbers of the guilty lines. */
  marked: readonly number[];
  /** Text of the line to begin with, where there is one. */
  first: string | null;
  /** Where the whole log is; null: nowhere on this machine. */
  source: { engine: string; launch: string } | null;
}

/** Brings a line into the middle of its box, without moving the page around it. */
const scrollTo = (box: HTMLElement | null, line: number | null): void => {
  const row = box?.querySelector<HTMLElement>(`[data-line="${line}"]`);
  if (box && row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
};

/** The lines worth reading, the guilty ones marked: walk through them, copy, go to the whole log at that line. */
export function LogExtract({ parts, marked, first, source }: LogExtractProps) {
  const { t } = useWords();
  const rows = extractRows(parts, marked);
  const guilty = markedRows(rows);
  /** Place among the marked lines where the person is; null: where it began. */
  const [chosen, setChosen] = useState<number | null>(null);
  const box = useRef<HTMLElement>(null);
  const start = startOf(rows, first);
  useEffect(() => scrollTo(box.current, start), [start]);
  if (rows.length === 0) return <p className={classes.none}>{t('incidents.log.none')}</p>;
  const at = Math.max(0, chosen ?? guilty.indexOf(start ?? 0));
  const line = guilty[at] ?? null;
  const jump = (by: number): void => {
    const next = (at + by + guilty.length) % guilty.length;
    setChosen(next);
    scrollTo(box.current, guilty[next] ?? null);
  };
  const copy = async (): Promise<void> => {
    const texts = rows.flatMap((row) => (row.kind === 'line' ? [row.text] : ['…']));
    if (await copyText(texts.join('\n'))) showDone(t('common.copied'));
  };
  return (
    <>
      <div className={classes.bar}>
        {guilty.length > 0 && (
          <>
            <Button
              variant="default"
              leftSection={<ArrowUp size={14} aria-hidden />}
              disabled={guilty.length < 2}
              aria-label={t('incidents.log.previousMarked')}
              onClick={() => jump(-1)}
            >
              {t('incidents.log.previous')}
            </Button>
            <Button
              variant="default"
              leftSection={<ArrowDown size={14} aria-hidden />}
              disabled={guilty.length < 2}
              aria-label={t('incidents.log.nextMarked')}
              onClick={() => jump(1)}
            >
              {t('incidents.log.next')}
            </Button>
            <span className={classes.count} role="status">
              {t('incidents.log.count', { at: at + 1, count: guilty.length })}
            </span>
          </>
        )}
        <span className={classes.spring} />
        <Button variant="subtle" color="gray" leftSection={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
          {t('incidents.log.copy')}
        </Button>
        {source && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<ScrollText size={14} aria-hidden />}
            onClick={() => openLogAt({ ...source, line: line ?? parts.at(-1)?.firstLine ?? 1 })}
          >
            {t('incidents.log.whole')}
          </Button>
        )}
      </div>
      <section
        ref={box}
        className={classes.lines}
        aria-label={t('incidents.log.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable for the keyboard.
        tabIndex={0}
      >
        {rows.map((row) =>
          row.kind === 'gap' ? (
            <div key={`gap-${row.after}`} className={classes.gap}>
              {t('incidents.log.gap', { count: row.count })}
            </div>
          ) : (
            <div
              key={row.n}
              data-line={row.n}
              className={classes.line}
              data-marked={row.isMarked || undefined}
              data-current={row.n === line || undefined}
            >
              <span className={classes.number}>{row.n}</span>
              <span className={classes.mark}>
                {row.isMarked && (
                  <Fragment>
                    <span aria-hidden>▶</span>
                    <span className={classes.hidden}>{t('incidents.log.marked')}: </span>
                  </Fragment>
                )}
              </span>
              <span className={classes.text}>{row.text}</span>
            </div>
          ),
        )}
      </section>
    </>
  );
}
