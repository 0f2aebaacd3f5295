import { Button, SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ChevronDown, Copy, Search } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Engine } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useLog } from '../../store/use-log.ts';
import { plainText } from '../../ui/ansi.ts';
import { copyText } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { engineName } from '../../ui/engine-name.ts';
import { showDone } from '../../ui/toasts.tsx';
import classes from './EngineLog.module.css';
import { LaunchPicker } from './LaunchPicker.tsx';
import { LogLines, type LogLinesHandle } from './LogLines.tsx';
import { filterLines, type LevelFilter, nextErrorIndex } from './log-filter.ts';

interface EngineLogProps {
  engine: Engine;
  /** An older launch; null: the current or last one, live. */
  launch: string | null;
  onLaunch(launch: string | null): void;
}

/** The live log, or that of an older launch: filter by words and level, follow the end, walk through the errors, copy. */
export function EngineLog({ engine, launch, onLaunch }: EngineLogProps) {
  const { t, format } = useWords();
  const log = useLog(engine.id, launch);
  const [text, setText] = useState('');
  const [settledText] = useDebouncedValue(text, 150);
  const [level, setLevel] = useState<LevelFilter>('all');
  const [isFollowing, setIsFollowing] = useState(true);
  const list = useRef<LogLinesHandle>(null);
  const lastError = useRef(-1);
  const shown = useMemo(() => filterLines(log.lines, level, settledText), [log.lines, level, settledText]);

  const copy = async (): Promise<void> => {
    const isCopied = await copyText(shown.map((line) => plainText(line.text)).join('\n'));
    if (isCopied) showDone(t('engine.log.copiedCount', { count: shown.length }));
  };
  const toNextError = (): void => {
    const index = nextErrorIndex(shown, lastError.current);
    if (index < 0) return;
    lastError.current = index;
    setIsFollowing(false);
    list.current?.scrollTo(index);
  };
  const isFiltered = shown.length !== log.lines.length;

  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        <LaunchPicker engine={engine} launch={launch} onLaunch={onLaunch} />
        <TextInput
          className={classes.filter ?? ''}
          leftSection={<Search size={14} aria-hidden />}
          placeholder={t('engine.log.filter')}
          aria-label={t('engine.log.filter')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t('engine.log.level')}
          value={level}
          onChange={(next) => setLevel(next as LevelFilter)}
          data={[
            { value: 'all', label: t('engine.log.all') },
            { value: 'warnings', label: t('engine.log.warnings') },
            { value: 'errors', label: t('engine.log.errors') },
          ]}
        />
        <Button
          variant="default"
          leftSection={<ChevronDown size={14} aria-hidden />}
          disabled={nextErrorIndex(shown, -1) < 0}
          onClick={toNextError}
        >
          {t('engine.log.nextError')}
        </Button>
        <Switch
          label={t('engine.log.follow')}
          title={t('engine.log.followHelp')}
          checked={isFollowing}
          onChange={(event) => setIsFollowing(event.currentTarget.checked)}
        />
        <Text className={classes.count} size="sm" c="dimmed">
          {isFiltered
            ? t('engine.log.countOf', { shown: format.number(shown.length), count: log.total })
            : t('engine.log.count', { count: log.total })}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Copy size={14} aria-hidden />}
          disabled={shown.length === 0}
          onClick={() => void copy()}
        >
          {t('engine.log.copy')}
        </Button>
      </div>
      {log.error !== undefined && (
        <div className={classes.error}>
          <ErrorNotice error={log.error} />
        </div>
      )}
      {shown.length > 0 && (
        <LogLines
          ref={list}
          lines={shown}
          label={t('engine.log.label', { name: engineName(t, engine) })}
          isFollowing={isFollowing}
          onFollow={setIsFollowing}
          earlier={
            (log.lines[0]?.n ?? 1) > 1 && (
              <Button variant="subtle" size="compact-xs" onClick={log.loadEarlier}>
                {t('engine.log.earlier')}
              </Button>
            )
          }
        />
      )}
      {shown.length === 0 && !log.isLoading && log.error === undefined && (
        <EmptyState
          title={log.lines.length > 0 ? t('engine.log.nothing') : t('engine.log.empty')}
          hint={
            log.lines.length > 0
              ? t('engine.log.nothingHint')
              : engine.kind === 'external'
                ? t('engine.log.emptyExternal')
                : t('engine.log.emptyHint')
          }
          action={
            log.lines.length > 0 && (
              <Button
                variant="default"
                onClick={() => {
                  setText('');
                  setLevel('all');
                }}
              >
                {t('engine.log.clear')}
              </Button>
            )
          }
        />
      )}
    </div>
  );
}
