import { ActionIcon, Button } from '@mantine/core';
import { FlaskConical, X } from 'lucide-react';
import type { Incident } from '../../../shared/incident.ts';
import { causeTitle, happenedText, incidentEngineName, remedyText, tryText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { hideIncidents } from '../../store/hidden-incidents.ts';
import { nextRemedy } from '../../store/incidents.ts';
import { jobTitle } from '../../store/job-title.ts';
import { tryRemedy } from '../../store/remedy-trial.ts';
import { useAsk } from '../../store/use-ask.ts';
import { go } from '../../store/view.ts';
import { isEngineWorking, waitingCount } from '../../store/working.ts';
import { AskingButton } from '../../ui/AskingButton.tsx';
import { Banner } from './Banner.tsx';
import { EngineActs } from './EngineActs.tsx';

interface IncidentBannerProps {
  incident: Incident;
  /** Incidents of other kinds that wait too. */
  others: number;
  /** All that go when the message is closed: this one and earlier ones of its kind. */
  ids: readonly string[];
}

/** An engine died: what happened, the most likely cause, the first remedy one click away. */
export function IncidentBanner({ incident, others, ids }: IncidentBannerProps) {
  const { t, format, of } = useWords();
  const { id, diagnosis, signature, job: jobId, trials, state } = incident;
  const engine = useHearth((hearth) => hearth.engines[incident.engine]);
  const isWorking = useHearth(isEngineWorking(incident.engine));
  const waiting = useHearth(waitingCount);
  const job = useAsk('jobs.get', jobId === null ? null : { id: jobId }).data?.job;
  const template = useHearth((hearth) => (job ? hearth.templates[job.template] : undefined));
  const groups = useAsk('incidents.groups', signature === null ? null : { filter: { signature }, days: 1 }, id).data?.groups;
  const group = groups?.find((each) => each.signature === signature);
  const name = incidentEngineName(t, incident, engine);
  const remedy = nextRemedy(incident.remedies);
  const trial = state === 'trial' ? trials.findLast((each) => each.state === 'running') : undefined;
  const see = (
    <Button variant="default" onClick={() => go('incidents', id)}>
      {t('incidents.banner.see')}
    </Button>
  );

  if (trial) {
    const step = trial.steps.at(-1);
    return (
      <Banner
        tone="busy"
        isPolite
        what={t('incidents.banner.trying', { remedy: remedyText(t, trial.remedy) })}
        more={step ? t(`incidents.trialSteps.${step.what}`) : ''}
        actions={see}
      />
    );
  }
  const cause = diagnosis?.cause ?? null;
  const because =
    diagnosis === null
      ? t('incidents.banner.reading')
      : cause === 'unknown' || cause === 'none' || cause === null
        ? t('incidents.banner.unknown')
        : t(`incidents.banner.because.${diagnosis.confidence}`, { cause: causeTitle(t, cause) });
  const nth =
    group && group.total > 1
      ? t('incidents.banner.nth', { count: group.total, ordinal: true, day: format.sinceDay(group.firstAt) })
      : '';
  const more = [
    `${because}${nth && ` ${nth}`}.`.replace(/\.\.$/, '.'),
    waiting > 0 ? t('frame.jobsWait', { count: waiting }) : '',
    others > 0 ? t('incidents.banner.others', { count: others }) : '',
  ];
  return (
    <Banner
      tone="bad"
      what={happenedText(t, incident, name, job ? jobTitle(job, template, of) : null, format)}
      more={more.filter(Boolean).join(' ')}
      actions={
        <>
          {remedy && (
            <AskingButton
              leftSection={<FlaskConical size={14} aria-hidden />}
              title={remedyText(t, remedy.id)}
              question={
                isWorking
                  ? {
                      title: t('incidents.tryTitle', { name }),
                      text: t('incidents.tryInterrupts'),
                      confirmLabel: t('incidents.tryIt'),
                    }
                  : null
              }
              onAct={() => void tryRemedy(id, remedy.id)}
            >
              {tryText(t, remedy)}
            </AskingButton>
          )}
          {engine && <EngineActs engine={engine} isAside={remedy !== null} />}
          {see}
          <ActionIcon
            aria-label={t('incidents.banner.hide')}
            title={t('incidents.banner.hide')}
            onClick={() => hideIncidents(ids)}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  );
}
