import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Engine } from '../../../shared/engine.ts';
import { logPattern } from '../../../shared/log-pattern.ts';
import { useWords } from '../../i18n/use-words.ts';
import { forgetLogAt, useLogAt } from '../../store/log-at.ts';
import { useLogView } from '../../store/use-log-view.ts';
import { plainText } from '../../ui/ansi.ts';
import { copyText } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { engineName } from '../../ui/engine-name.ts';
import { attempt, showDone } from '../../ui/toasts.tsx';
import classes from './EngineLog.module.css';
import { LogBar, type LogWish, nothingWished } from './LogBar.tsx';
import { LogDetail } from './LogDetail.tsx';
import { LogLines, type LogLinesHandle } from './LogLines.tsx';

interface EngineLogProps {
  engine: Engine;
  /** An older launch; null: the current or last one, live. */
  launch: string | null;
  onLaunch(launch: string | null): void;
}

/** More would make the clipboard the slow part. */
const mostCopied = 50_000;

/** The log of a launch, live or older: filtered by level, words, pattern and job; walked through by its errors; copied. */
export function EngineLog({ engine, launch, onLaunch }: EngineLogProps) {
  const { t } = useWords();
  const [wish, setWish] = useState(nothingWished);
  const [settledText] = useDebouncedValue(wish.text, 150);
  /** The last text that was a pattern: while one is being typed, what the one before found stays in sight. */
  const [text, setText] = useState('');
  if (text !== settledText && !(wish.isPattern && 'reason' in logPattern(settledText))) setText(settledText);
  const { level, attempt: job } = wish;
  const isPattern = wish.isPattern && !('reason' in logPattern(text));
  const log = useLogView(engine.id, launch, { level, text, isPattern, ...(job !== null && { attempt: job }) });
  const [isFollowing, setIsFollowing] = useState(true);
  const [current, setCurrent] = useState<number | null>(null);
  const [hasNoError, setHasNoError] = useState(false);
  const list = useRef<LogLinesHandle>(null);

  const change = (next: Partial<LogWish>): void => {
    setWish((before) => ({ ...before, ...next }));
    setCurrent(null);
    setHasNoError(false);
  };
  const show = (place: number): void => {
    setIsFollowing(false);
    setCurrent(place);
    list.current?.scrollTo(place);
  };
  const toError = async (direction: 'next' | 'previous'): Promise<void> => {
    const ends = { next: -1, previous: log.matches };
    const found = (from: number) => attempt(log.errorFrom(from, direction));
    // Around the end.
    const place = (await found(current ?? ends[direction])) ?? (await found(ends[direction])) ?? null;
    setHasNoError(place === null);
    if (place !== null) show(place);
  };
  const copy = async (): Promise<void> => {
    const lines = await attempt(log.lastLines(mostCopied));
    if (lines && (await copyText(lines.map((line) => plainText(line.text)).join('\n'))))
      showDone(
        lines.length < log.matches
          ? t('engine.log.copiedLast', { count: lines.length })
          : t('engine.log.copiedCount', { count: lines.length }),
      );
  };

  const wanted = useLogAt(engine.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish from elsewhere is fulfilled once, when the launch it names is shown.
  useEffect(() => {
    if (!wanted) return;
    const wantedLaunch = wanted.launch === engine.launchId ? null : wanted.launch;
    if (wantedLaunch !== launch) {
      onLaunch(wantedLaunch);
      return;
    }
    if ('attempt' in wanted) {
      forgetLogAt();
      change({ ...nothingWished, attempt: wanted.attempt });
      return;
    }
    if (log.launchId !== wanted.launch || log.isLoading) return;
    forgetLogAt();
    void log.placeOfLine(wanted.line).then(
      (place) => place !== null && show(place),
      () => {},
    );
  }, [wanted, launch, log.launchId, log.isLoading]);

  const line = current === null ? undefined : log.lines.get(current);
  const isEmpty = log.matches === 0 && !log.isLoading && log.error === undefined;
  const isFiltered = level !== 'all' || text !== '' || job !== null;
  return (
    <div className={classes.root}>
      <LogBar
        engine={engine}
        launch={launch}
        onLaunch={(next) => {
          change({ attempt: null });
          onLaunch(next);
        }}
        wish={wish}
        onChange={change}
        log={log}
        isFiltered={isFiltered}
        hasNoError={hasNoError}
        isFollowing={isFollowing}
        onFollow={setIsFollowing}
        onError={(direction) => void toError(direction)}
        onCopy={() => void copy()}
      />
      {log.error !== undefined && (
        <div className={classes.error}>
          <ErrorNotice error={log.error} />
        </div>
      )}
      {log.matches > 0 && (
        <LogLines
          ref={list}
          log={log}
          label={t('engine.log.label', { name: engineName(t, engine) })}
          isFollowing={isFollowing}
          onFollow={setIsFollowing}
          current={current}
          onCurrent={setCurrent}
          onError={(direction) => void toError(direction)}
        />
      )}
      {line && <LogDetail line={line} onClose={() => setCurrent(null)} />}
      {isEmpty && (
        <EmptyState
          title={isFiltered ? t('engine.log.nothing') : t('engine.log.empty')}
          hint={
            isFiltered
              ? t('engine.log.nothingHint')
              : engine.kind === 'external'
                ? t('engine.log.emptyExternal')
                : t('engine.log.emptyHint')
          }
          action={
            isFiltered && (
              <Button variant="default" onClick={() => change(nothingWished)}>
                {t('engine.log.clear')}
              </Button>
            )
          }
        />
      )}
    </div>
  );
}
