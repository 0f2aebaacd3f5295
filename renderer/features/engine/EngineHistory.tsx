import { Button, Title } from '@mantine/core';
import type { Engine } from '../../../shared/engine.ts';
import type { Incident } from '../../../shared/incident.ts';
import type { EngineStep } from '../../../shared/launch.ts';
import { causeTitle } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { useAsk } from '../../store/use-ask.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './EngineHistory.module.css';
import { ExitDetails } from './ExitDetails.tsx';
import { stepText, stepTone } from './step-words.ts';

interface EngineHistoryProps {
  engine: Engine;
  /** Opens the log of a launch. */
  onLog(launchId: string): void;
}

/** Starts, stops and deaths by day, newest first; each death with what is known about it. */
export function EngineHistory({ engine, onLog }: EngineHistoryProps) {
  const { t, format } = useWords();
  // A new state is a new step.
  const { data, error } = useAsk('engines.history', { id: engine.id }, `${engine.since} ${engine.state}`);
  const changes = String(useHearth((state) => state.incidentChanges));
  const known = useAsk('incidents.list', { filter: { engine: engine.id }, limit: 200 }, changes).data?.incidents ?? [];
  // Newest first: of several under one launch the last one tells how it ended.
  const incidents = new Map(known.toReversed().map((incident) => [incident.launchId, incident]));
  if (error !== undefined && !data) return <ErrorNotice error={error} />;
  if (!data) return null;
  if (data.steps.length === 0) return <EmptyState title={t('enginePast.history.none')} hint={t('enginePast.history.noneHint')} />;
  const days = Map.groupBy(data.steps, ({ at }) => format.day(at));
  return (
    <div className={classes.root}>
      {[...days].map(([day, steps]) => (
        <section key={day}>
          <Title order={2} mb={4}>
            {day}
          </Title>
          <ol className={classes.steps}>
            {steps.map((step) => (
              <Step
                key={`${step.at} ${step.from} ${step.to} ${step.reason}`}
                step={step}
                incident={step.exit && step.launchId !== null ? incidents.get(step.launchId) : undefined}
                isLogged={engine.kind !== 'external'}
                onLog={onLog}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

interface StepProps {
  step: EngineStep;
  /** What went wrong under the launch that ended here. */
  incident: Incident | undefined;
  isLogged: boolean;
  onLog: EngineHistoryProps['onLog'];
}

function Step({ step, incident, isLogged, onLog }: StepProps) {
  const { t, format } = useWords();
  const { at, launchId, exit } = step;
  // A stop that was asked for has nothing to explain.
  const isDeath = exit !== null && exit.end !== 'requested' && exit.end !== 'reboot';
  return (
    <li className={classes.step}>
      <time dateTime={at} className={classes.time} title={format.exactTime(at)}>
        {format.timeOfDay(at)}
      </time>
      <div className={classes.what}>
        <div className={classes.line}>
          <StateBadge tone={stepTone(step)}>{stepText(t, step)}</StateBadge>
          {exit?.meaning && <code className={classes.code}>{exit.meaning}</code>}
          {exit && (
            <span className={classes.dim}>{t('enginePast.history.tookMs', { time: format.duration(exit.uptimeMs) })}</span>
          )}
          {incident && (
            <a className={classes.incident} href={placeOf({ screen: 'incidents', id: incident.id })}>
              {incident.diagnosis ? causeTitle(t, incident.diagnosis.cause) : t('incidents.linkFromHistory')}
            </a>
          )}
          {launchId !== null && isLogged && exit !== null && (
            <Button variant="subtle" size="compact-xs" onClick={() => onLog(launchId)}>
              {t('enginePast.history.showLog')}
            </Button>
          )}
        </div>
        {isDeath && (
          <details>
            <summary>{t('enginePast.history.details')}</summary>
            <ExitDetails exit={exit} pid={step.pid} />
          </details>
        )}
      </div>
    </li>
  );
}
