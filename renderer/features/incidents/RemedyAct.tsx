import { Button, Checkbox } from '@mantine/core';
import { FlaskConical, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Incident, OfferedRemedy } from '../../../shared/incident.ts';
import type { Job } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { incidentEngineName, remedyText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { isByHand } from '../../store/incidents.ts';
import { openInForm } from '../../store/open-in-form.ts';
import { tryRemedy } from '../../store/remedy-trial.ts';
import { isEngineWorking } from '../../store/working.ts';
import { AskingButton } from '../../ui/AskingButton.tsx';
import { attempt } from '../../ui/toasts.tsx';
import { useFreePort } from './use-free-port.ts';

interface RemedyActProps {
  incident: Incident;
  remedy: OfferedRemedy;
  job: Job | null;
  /** The one to try first. */
  isNext: boolean;
  /** Another one is being tried, or the incident is settled. */
  isBlocked: boolean;
}

/** What a person can do with a remedy: have it tried, change the job, or tick that they did it and have that proved. */
export function RemedyAct(props: RemedyActProps) {
  const { incident, remedy, job } = props;
  const port = useFreePort(incident, remedy);
  if (port !== null) return <PortAct incident={incident} port={port} />;
  if (remedy.kind === 'person') return <StepAct {...props} />;
  const isSettled = incident.state === 'resolved' || incident.state === 'dismissed';
  if (!remedy.isAvailable || isSettled) return null;
  if (remedy.kind === 'job' && isByHand(remedy)) return job && <EditAct incident={incident} remedy={remedy} job={job} />;
  return <TryAct {...props} />;
}

/** The port is the engine's own and stands in no profile: it starts there, and the start is the proof. */
function PortAct({ incident, port }: { incident: Incident; port: number }) {
  const { t } = useWords();
  const [isStarting, setStarting] = useState(false);
  const start = async (): Promise<void> => {
    setStarting(true);
    const engine = await attempt(api.call('engines.start', { id: incident.engine, port }));
    if (engine?.state === 'ready') await attempt(api.call('incidents.resolve', { ids: [incident.id] }));
    setStarting(false);
  };
  return (
    <Button loading={isStarting} onClick={() => void start()}>
      {t('engine.usePort', { port })}
    </Button>
  );
}

function StepAct(props: RemedyActProps) {
  const { t } = useWords();
  const { incident, remedy, job } = props;
  const { id, doneSteps = [] } = incident;
  const isDone = doneSteps.includes(remedy.id);
  const tick = (to: boolean): void => void attempt(api.call('incidents.tickStep', { id, remedy: remedy.id, isDone: to }));
  return (
    <>
      <Checkbox
        label={t('incidents.done')}
        aria-label={`${t('incidents.done')}: ${remedyText(t, remedy.id)}`}
        checked={isDone}
        onChange={(event) => tick(event.currentTarget.checked)}
      />
      {isDone && job && <TryAct {...props} label={t('incidents.prove')} />}
    </>
  );
}

function EditAct({ remedy, job }: Pick<RemedyActProps, 'incident' | 'remedy'> & { job: Job }) {
  const { t } = useWords();
  const template = useHearth((state) => state.templates[job.template]);
  if (!template) return null;
  return (
    <Button
      variant="default"
      leftSection={<Pencil size={14} aria-hidden />}
      aria-label={`${t('incidents.editJob')}: ${remedyText(t, remedy.id)}`}
      onClick={() => openInForm(template, job.values, job.seed, job)}
    >
      {t('incidents.editJob')}
    </Button>
  );
}

/** Asks only where a running job would have to begin again. */
function TryAct({ incident, remedy, isNext, isBlocked, label }: RemedyActProps & { label?: string }) {
  const { t } = useWords();
  const isWorking = useHearth(isEngineWorking(incident.engine));
  const engine = useHearth((state) => state.engines[incident.engine]);
  const words = label ?? t('incidents.tryIt');
  const title = t('incidents.tryTitle', { name: incidentEngineName(t, incident, engine) });
  return (
    <AskingButton
      variant={isNext ? 'filled' : 'default'}
      leftSection={<FlaskConical size={14} aria-hidden />}
      disabled={isBlocked}
      loading={remedy.status === 'trying'}
      title={t(remedy.kind === 'job' ? 'incidents.tryJobHint' : 'incidents.tryHint')}
      aria-label={`${words}: ${remedyText(t, remedy.id)}`}
      question={isWorking ? { title, text: t('incidents.tryInterrupts'), confirmLabel: words } : null}
      onAct={() => void tryRemedy(incident.id, remedy.id)}
    >
      {words}
    </AskingButton>
  );
}
