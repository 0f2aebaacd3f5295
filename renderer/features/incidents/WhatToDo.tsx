import { Button } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import type { Incident } from '../../../shared/incident.ts';
import { type Job, requeueableStates } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { nextRemedy } from '../../store/incidents.ts';
import { attempt, showDone } from '../../ui/toasts.tsx';
import classes from './IncidentPage.module.css';
import { RemedyCard } from './RemedyCard.tsx';

/** Remedies from the least invasive on, each with its cost and its proof, and the way to try it. */
export function WhatToDo({ incident, job }: { incident: Incident; job: Job | null }) {
  const { t } = useWords();
  const { remedies } = incident;
  const next = nextRemedy(remedies);
  const isBlocked = incident.state !== 'open';
  const requeue = async (id: string): Promise<void> => {
    if (await attempt(api.call('jobs.requeue', { ids: [id] }))) showDone(t('incidents.requeued'));
  };
  if (remedies.length === 0) return <p>{t('incidents.noRemedies')}</p>;
  return (
    <>
      <ol className={classes.remedies}>
        {remedies.map((remedy) => (
          <RemedyCard
            key={remedy.id}
            incident={incident}
            remedy={remedy}
            job={job}
            isNext={remedy.id === next?.id && !isBlocked}
            isBlocked={isBlocked}
          />
        ))}
      </ol>
      {remedies.some(({ kind }) => kind === 'person') && (
        <p className={classes.dim}>
          {t('incidents.personHint')}{' '}
          {job && incident.state !== 'trial' && requeueableStates.has(job.state) && (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<RotateCcw size={13} aria-hidden />}
              onClick={() => void requeue(job.id)}
            >
              {t('incidents.runAgain')}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
