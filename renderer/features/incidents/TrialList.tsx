import { Button } from '@mantine/core';
import { Square, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FlagSetting } from '../../../shared/engine.ts';
import type { Template } from '../../../shared/template.ts';
import type { Trial } from '../../../shared/trial.ts';
import { remedyText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { stopTrial, undoTrial } from '../../store/remedy-trial.ts';
import { ChangeList } from '../../ui/ChangeList.tsx';
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx';
import classes from './TrialList.module.css';

const tones: Record<Trial['state'], Tone> = {
  running: 'busy',
  confirmed: 'good',
  rejected: 'bad',
  undone: 'off',
  interrupted: 'warn',
};

/** Every remedy that was tried, the newest first, each as a time line that grows while it runs. */
export function TrialList({ trials, template }: { trials: readonly Trial[]; template: Template | undefined }) {
  return (
    <ol className={classes.trials}>
      {trials.toReversed().map((trial) => (
        <TrialCard key={trial.id} trial={trial} template={template} />
      ))}
    </ol>
  );
}

const flagText = (flags: readonly FlagSetting[], none: string): string =>
  flags.map(({ flag, value }) => (value === null ? flag : `${flag} ${value}`)).join(' ') || none;

function TrialCard({ trial, template }: { trial: Trial; template: Template | undefined }) {
  const { t, format, say } = useWords();
  const { remedy, state, isAutomatic, startedAt, profile, flagsBefore, flagsAfter, canUndo, steps, changes = [] } = trial;
  const card = useRef<HTMLLIElement>(null);
  const wasRunning = useRef(false);
  useEffect(() => {
    wasRunning.current ||= state === 'running';
    // Whoever started it wants to see each step, to the verdict.
    if (wasRunning.current && steps.length > 0) card.current?.scrollIntoView({ block: 'nearest' });
  }, [state, steps.length]);
  const none = t('incidents.noFlags');
  const [before, after] = [flagText(flagsBefore, none), flagText(flagsAfter, none)];
  return (
    <li ref={card} className={classes.trial} data-state={state}>
      <div className={classes.head}>
        <strong>{remedyText(t, remedy)}</strong>
        <StateBadge tone={tones[state]}>{t(`incidents.trialStates.${state}`)}</StateBadge>
        <span className={classes.dim}>
          {format.time(startedAt)}
          {isAutomatic && ` · ${t('incidents.automatic')}`}
        </span>
      </div>
      {profile !== null && before !== after && (
        <p className={classes.dim}>{t('incidents.changeIn', { profile, before, after })}</p>
      )}
      {changes.length > 0 && <ChangeList changes={changes} template={template} />}
      {/* A list keeps its own role; what is added is told by the box around it. */}
      <div role="log" aria-label={remedyText(t, remedy)}>
        <ol className={classes.steps}>
          {steps.map(({ at, what, detail }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end.
            <li key={index} data-what={what}>
              <time dateTime={at} title={format.exactTime(at)}>
                {format.timeOfDay(at)}
              </time>
              <span>
                {t(`incidents.trialSteps.${what}`)}
                {detail && <span className={classes.detail}>{say(detail)}</span>}
              </span>
            </li>
          ))}
        </ol>
      </div>
      {canUndo && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<Undo2 size={13} aria-hidden />}
          title={t(changes.length > 0 ? 'remedyUndos.job' : 'incidents.undoTrialHint')}
          aria-label={`${t('incidents.undoTrial')}: ${remedyText(t, remedy)}`}
          onClick={() => undoTrial(trial.id)}
        >
          {t('incidents.undoTrial')}
        </Button>
      )}
      {state === 'running' && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<Square size={12} aria-hidden />}
          onClick={() => stopTrial(trial.id)}
        >
          {t('incidents.stopTrial')}
        </Button>
      )}
    </li>
  );
}
