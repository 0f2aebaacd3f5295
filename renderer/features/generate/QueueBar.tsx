import { ActionIcon, Button, Menu } from '@mantine/core';
import { ChevronDown, CornerUpLeft, ListEnd, ListStart } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { keysText } from '../../ui/keys.ts';
import { EngineNote } from './EngineNote.tsx';
import { NumberField } from './NumberField.tsx';
import classes from './queue-bar.module.css';

const mostAtOnce = 10_000;
const handyCounts = [4, 10, 50, 200];

/** How many jobs a typed count means; null for what is no count. Pure. */
export const countOf = (text: string): number | null => {
  const count = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= mostAtOnce ? count : null;
};

interface QueueBarProps {
  /** Fields that must be put right first. */
  problemCount: number;
  countText: string;
  /** What is wrong with the request as a whole, in words. */
  refusal: string | null;
  /** What it would be. */
  preview: ReactNode;
  /** Without a seed every picture would be the same. */
  canRepeat: boolean;
  /** The seeds are listed in the form. */
  isSeedVaried: boolean;
  /** What the last press did, in words. */
  done: string;
  hasDraft: boolean;
  onCount: (text: string) => void;
  onQueue: (isFront: boolean, count?: number) => void;
  onReset: () => void;
}

/** The one primary act: queue it, how often, and where. */
export function QueueBar(props: QueueBarProps) {
  const { problemCount, refusal, preview, countText, canRepeat, isSeedVaried, done, hasDraft, onCount, onQueue, onReset } = props;
  const { t, format } = useWords();
  const id = useId();
  const before = useHearth(({ counts }) => counts.queued + counts.submitted + counts.running + counts.failed_retryable);
  const isBlocked = problemCount > 0 || refusal !== null || countOf(countText) === null;
  return (
    <div className={classes.root}>
      <EngineNote />
      {refusal === null ? (
        preview
      ) : (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={classes.row}>
        <div
          className={classes.count}
          title={canRepeat ? undefined : t(isSeedVaried ? 'batches.vary.countFromSeeds' : 'generate.countNeedsSeed')}
        >
          <label htmlFor={id} className={classes.times}>
            <span aria-hidden>×</span>
            <span className={classes.hidden}>{t('generate.count')}</span>
          </label>
          <NumberField
            control={{ id, 'aria-describedby': undefined, 'aria-invalid': countOf(countText) === null ? true : undefined }}
            text={canRepeat ? countText : '1'}
            range={{ min: 1, max: canRepeat ? mostAtOnce : 1, step: 1 }}
            onChange={onCount}
          />
        </div>
        <Button.Group className={classes.group ?? ''}>
          <Button
            className={classes.queue ?? ''}
            size="sm"
            variant={isBlocked ? 'default' : 'filled'}
            aria-keyshortcuts="Control+Enter"
            onClick={() => onQueue(false)}
          >
            {problemCount > 0 ? (
              t('generate.problemsLeft', { count: problemCount })
            ) : (
              <>
                {t('generate.queue')}
                <span className={classes.keys} aria-hidden>
                  {keysText('Ctrl+Enter')}
                </span>
              </>
            )}
          </Button>
          <Menu withInitialFocusPlaceholder={false} hideDetached={false} withinPortal={false} position="top-end" shadow="md">
            <Menu.Target>
              <ActionIcon
                className={classes.split ?? ''}
                variant={isBlocked ? 'default' : 'filled'}
                color="ember"
                aria-label={t('generate.moreWays')}
              >
                <ChevronDown size={15} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<ListStart size={14} />}
                rightSection={<Kbd keys="Ctrl+Shift+Enter" />}
                disabled={isBlocked}
                data-autofocus={!isBlocked || undefined}
                onClick={() => onQueue(true)}
              >
                {t('generate.queueFront')}
              </Menu.Item>
              {canRepeat &&
                handyCounts.map((count) => (
                  <Menu.Item
                    key={count}
                    leftSection={<ListEnd size={14} />}
                    disabled={problemCount > 0}
                    onClick={() => onQueue(false, count)}
                  >
                    {t('generate.queueCount', { count })}
                  </Menu.Item>
                ))}
              <Menu.Divider />
              <Menu.Item
                leftSection={<CornerUpLeft size={14} />}
                disabled={!hasDraft}
                data-autofocus={isBlocked || undefined}
                onClick={onReset}
              >
                {t('generate.resetForm')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Button.Group>
      </div>
      <p className={classes.note} aria-live="polite">
        {done !== '' && <span className={classes.done}>{done} </span>}
        {before > 0 && (
          <a href={placeOf({ screen: 'queue', id: null })}>{t('generate.before', { count: before, n: format.number(before) })}</a>
        )}
      </p>
    </div>
  );
}
