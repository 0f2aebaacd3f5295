import { Button, Checkbox, Group, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { RetentionPlan, RetentionRule } from '../../../shared/retention.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useAsk } from '../../store/use-ask.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { attempt, showDone } from '../../ui/toasts.tsx';
import classes from './SettingsScreen.module.css';

const dayMs = 86_400_000;
const mostDays = 36_500;
const mostJobs = 10_000_000;

/** Which finished jobs stay: what a rule would take away is shown before it is used. */
export function RetentionPanel() {
  const { t, format } = useWords();
  const keepJobsMs = useHearth((state) => state.settings.keepJobsMs);
  const keepJobsCount = useHearth((state) => state.settings.keepJobsCount);
  const dropPicturesWithJobs = useHearth((state) => state.settings.dropPicturesWithJobs);
  const [draft, setDraft] = useState<Partial<RetentionRule>>({});
  const [isAsking, setIsAsking] = useState(false);
  const rule: RetentionRule = { keepJobsMs, keepJobsCount, dropPicturesWithJobs, ...draft };
  const isChanged =
    rule.keepJobsMs !== keepJobsMs || rule.keepJobsCount !== keepJobsCount || rule.dropPicturesWithJobs !== dropPicturesWithJobs;
  const isOff = rule.keepJobsMs === 0 && rule.keepJobsCount === 0;
  const { data, error } = useAsk('retention.plan', isOff ? null : rule);
  const plan = isOff ? undefined : data;
  const words = (found: RetentionPlan) => ({
    count: found.jobs,
    n: format.number(found.jobs),
    pictures: format.number(found.pictures),
    size: format.bytes(found.bytes),
  });

  const use = async (): Promise<void> => {
    if (!(await attempt(api.call('settings.set', rule)))) return;
    setDraft({});
    const removed = isOff ? undefined : await attempt(api.call('retention.run', {}));
    if (removed)
      showDone(t(removed.pictures > 0 ? 'settings.retention.doneWithPictures' : 'settings.retention.done', words(removed)));
  };
  const change = (part: Partial<RetentionRule>): void => setDraft((before) => ({ ...before, ...part }));
  const whole = (value: string | number, most: number): number => Math.min(most, Math.max(0, Math.round(Number(value) || 0)));

  return (
    <div className={classes.panel}>
      <h3 className={classes.panelTitle}>{t('settings.retention.title')}</h3>
      <Text size="sm" c="dimmed">
        {t('settings.retention.hint')}
      </Text>
      <Group gap="md" align="flex-end" mt="sm">
        <NumberInput
          w={190}
          label={t('settings.retention.days')}
          suffix={t('settings.units.days')}
          min={0}
          max={mostDays}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={Math.round(rule.keepJobsMs / dayMs)}
          onChange={(value) => change({ keepJobsMs: whole(value, mostDays) * dayMs })}
        />
        <NumberInput
          w={190}
          label={t('settings.retention.count')}
          min={0}
          max={mostJobs}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={rule.keepJobsCount}
          onChange={(value) => change({ keepJobsCount: whole(value, mostJobs) })}
        />
      </Group>
      <Checkbox
        mt="sm"
        label={t('settings.retention.pictures')}
        checked={rule.dropPicturesWithJobs}
        onChange={(event) => change({ dropPicturesWithJobs: event.currentTarget.checked })}
      />
      <p className={classes.plan} aria-live="polite">
        {isOff && t('settings.retention.off')}
        {plan && (
          <>
            {plan.jobs === 0
              ? t('settings.retention.nothing')
              : t(plan.pictures > 0 ? 'settings.retention.planWithPictures' : 'settings.retention.plan', words(plan))}{' '}
            {plan.keptForPictures > 0 &&
              t('settings.retention.kept', { count: plan.keptForPictures, n: format.number(plan.keptForPictures) })}
          </>
        )}
      </p>
      {error !== undefined && !isOff && <ErrorNotice error={error} isCompact />}
      <Group gap="sm">
        <Button
          variant={isChanged ? 'filled' : 'default'}
          disabled={!isChanged && (isOff || plan === undefined || plan.jobs === 0)}
          onClick={() => (plan && plan.jobs > 0 ? setIsAsking(true) : void use())}
        >
          {t(isChanged ? 'settings.retention.use' : 'settings.retention.now')}
        </Button>
        {isChanged && (
          <Button variant="subtle" color="gray" onClick={() => setDraft({})}>
            {t('common.cancel')}
          </Button>
        )}
      </Group>
      {plan && (
        <ConfirmDialog
          isOpen={isAsking}
          title={t(plan.pictures > 0 ? 'settings.retention.askWithPictures' : 'settings.retention.ask', words(plan))}
          confirmLabel={t(plan.pictures > 0 ? 'settings.retention.removeWithPictures' : 'settings.retention.remove', words(plan))}
          onConfirm={() => void use()}
          onClose={() => setIsAsking(false)}
        >
          {t(plan.pictures > 0 ? 'settings.retention.meaningWithPictures' : 'settings.retention.meaning')}
        </ConfirmDialog>
      )}
    </div>
  );
}
