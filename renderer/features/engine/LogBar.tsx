import { ActionIcon, SegmentedControl, Switch, Text, TextInput, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, Copy, Regex, Search } from 'lucide-react';
import type { Engine } from '../../../shared/engine.ts';
import type { LogFilter } from '../../../shared/log.ts';
import { useWords } from '../../i18n/use-words.ts';
import type { LogHeld } from '../../store/log-window.ts';
import classes from './EngineLog.module.css';
import { JobPicker } from './JobPicker.tsx';
import { LaunchPicker } from './LaunchPicker.tsx';
import { patternProblem } from './pattern-problem.ts';

/** What a person set in the bar; the filter follows it a moment later. */
export interface LogWish {
  level: LogFilter['level'];
  text: string;
  isPattern: boolean;
  /** Attempt whose lines alone are shown. */
  attempt: string | null;
}
export const nothingWished: LogWish = { level: 'all', text: '', isPattern: false, attempt: null };

interface LogBarProps {
  engine: Engine;
  launch: string | null;
  onLaunch(launch: string | null): void;
  wish: LogWish;
  onChange(change: Partial<LogWish>): void;
  log: LogHeld & { isLoading: boolean };
  isFiltered: boolean;
  hasNoError: boolean;
  isFollowing: boolean;
  onFollow(isFollowing: boolean): void;
  onError(direction: 'next' | 'previous'): void;
  onCopy(): void;
}

/** Which log, which of its lines, and what can be done with them. */
export function LogBar(props: LogBarProps) {
  const { engine, launch, onLaunch, wish, onChange, log, isFiltered, hasNoError, isFollowing, onFollow, onError, onCopy } = props;
  const { t, format } = useWords();
  const problem = wish.isPattern ? patternProblem(t, wish.text) : null;
  const count = isFiltered
    ? t('engine.log.countOf', { shown: format.number(log.matches), count: log.total })
    : t('engine.log.count', { count: log.total });
  return (
    <div className={classes.bar}>
      <LaunchPicker engine={engine} launch={launch} onLaunch={onLaunch} />
      <JobPicker engine={engine} launch={launch} attempt={wish.attempt} onAttempt={(attempt) => onChange({ attempt })} />
      <TextInput
        className={classes.filter ?? ''}
        leftSection={<Search size={14} aria-hidden />}
        placeholder={wish.isPattern ? t('engine.log.filterPattern') : t('engine.log.filter')}
        aria-label={t('engine.log.filter')}
        value={wish.text}
        error={problem}
        maxLength={1_000}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        rightSection={
          <Tooltip label={t('engine.log.pattern')}>
            <ActionIcon
              size={22}
              variant={wish.isPattern ? 'light' : 'subtle'}
              {...(!wish.isPattern && { color: 'gray' })}
              aria-label={t('engine.log.pattern')}
              aria-pressed={wish.isPattern}
              onClick={() => onChange({ isPattern: !wish.isPattern })}
            >
              <Regex size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        }
      />
      <SegmentedControl
        aria-label={t('engine.log.level')}
        value={wish.level}
        onChange={(level) => onChange({ level })}
        data={[
          { value: 'all', label: t('engine.log.all') },
          { value: 'warnings', label: t('engine.log.warnings') },
          { value: 'errors', label: t('engine.log.errors') },
        ]}
      />
      <ActionIcon.Group>
        <Tooltip label={t('engine.log.previousErrorKey')}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('engine.log.previousError')}
            disabled={log.matches === 0}
            onClick={() => onError('previous')}
          >
            <ArrowUp size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('engine.log.nextErrorKey')}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('engine.log.nextError')}
            disabled={log.matches === 0}
            onClick={() => onError('next')}
          >
            <ArrowDown size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </ActionIcon.Group>
      <Switch
        label={t('engine.log.follow')}
        title={t('engine.log.followHelp')}
        checked={isFollowing}
        onChange={(event) => onFollow(event.currentTarget.checked)}
      />
      <Text className={classes.count} size="sm" c="dimmed" role="status">
        {hasNoError ? t('engine.log.noError') : log.isLoading && log.launchId !== null ? t('engine.log.searching') : count}
      </Text>
      <Tooltip label={t('engine.log.copy')}>
        <ActionIcon variant="default" size={30} aria-label={t('engine.log.copy')} disabled={log.matches === 0} onClick={onCopy}>
          <Copy size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
