import { ActionIcon, Anchor, Button, Menu } from '@mantine/core';
import { ArrowLeft, CheckCheck, EllipsisVertical, EyeOff, RotateCcw, Share2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Incident } from '../../../shared/incident.ts';
import { api } from '../../api.ts';
import { causeTitle, remedyText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import { undoTrial } from '../../store/remedy-trial.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { attempt, showDone, showUndo } from '../../ui/toasts.tsx';
import { stateTone } from './group-words.ts';
import classes from './IncidentPage.module.css';
import { ReportDialog } from './ReportDialog.tsx';

/** What is wrong in a few words, its state, how it was settled, and the acts. */
export function IncidentHead({ incident }: { incident: Incident }) {
  const { t, format } = useWords();
  const [isReportOpen, setIsReportOpen] = useState(false);
  const { id, kind, state, diagnosis, resolvedBy, settledAt, trials } = incident;
  const ids = [id];
  const isSettled = state === 'resolved' || state === 'dismissed';
  const reopen = async (): Promise<void> => void (await attempt(api.call('incidents.reopen', { ids })));
  const resolve = async (): Promise<void> => {
    if (await attempt(api.call('incidents.resolve', { ids }))) showUndo(t('incidents.resolved'), () => void reopen());
  };
  const dismiss = async (isWholeGroup: boolean): Promise<void> => {
    const answer = await attempt(api.call('incidents.dismiss', { ids, isWholeGroup }));
    if (!answer) return;
    const dismissed = answer.incidents.map((each) => each.id);
    const undo = (): void => void attempt(api.call('incidents.reopen', { ids: dismissed }));
    if (dismissed.length > 0) showUndo(t('incidents.dismissed', { count: dismissed.length }), undo);
    else showDone(t('incidents.dismissed', { count: 0 }));
  };
  const undoable = trials.findLast(({ state: verdict, canUndo }) => verdict === 'confirmed' && canUndo);
  const time = settledAt === null ? '' : format.time(settledAt);
  const settled =
    state === 'resolved'
      ? resolvedBy === null
        ? t('incidents.resolvedByYou', { time })
        : t('incidents.resolvedBy', { time, remedy: remedyText(t, resolvedBy) })
      : state === 'dismissed'
        ? t('incidents.dismissedAt', { time })
        : null;
  return (
    <header className={classes.head}>
      <div className={classes.what}>
        <Anchor href={placeOf({ screen: 'incidents', id: null })} size="sm" className={classes.back ?? ''}>
          <ArrowLeft size={14} aria-hidden /> {t('incidents.back')}
        </Anchor>
        <h1>{diagnosis ? causeTitle(t, diagnosis.cause) : t(`incidents.kinds.${kind}`)}</h1>
        <p className={classes.stateLine} role="status">
          <StateBadge tone={stateTone(state)}>{t(`incidents.states.${state}`)}</StateBadge>
          {settled !== null && <span>{settled}</span>}
          {undoable && (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<Undo2 size={13} aria-hidden />}
              title={t('incidents.undoTrialHint')}
              onClick={() => undoTrial(undoable.id)}
            >
              {t('incidents.undoTrial')}
            </Button>
          )}
        </p>
      </div>
      <div className={classes.acts}>
        <Button variant="default" leftSection={<Share2 size={14} aria-hidden />} onClick={() => setIsReportOpen(true)}>
          {t('incidents.report.open')}
        </Button>
        {isSettled ? (
          <Button variant="default" leftSection={<RotateCcw size={14} aria-hidden />} onClick={() => void reopen()}>
            {t('incidents.reopen')}
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              leftSection={<CheckCheck size={14} aria-hidden />}
              disabled={state === 'trial'}
              onClick={() => void resolve()}
            >
              {t('incidents.resolve')}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="default" aria-label={t('incidents.more')} disabled={state === 'trial'}>
                  <EllipsisVertical size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<EyeOff size={14} aria-hidden />} onClick={() => void dismiss(false)}>
                  {t('incidents.dismiss')}
                </Menu.Item>
                <Menu.Item leftSection={<EyeOff size={14} aria-hidden />} onClick={() => void dismiss(true)}>
                  {t('incidents.dismissAll')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </div>
      <ReportDialog incident={id} isOpen={isReportOpen} onClose={() => setIsReportOpen(false)} />
    </header>
  );
}
