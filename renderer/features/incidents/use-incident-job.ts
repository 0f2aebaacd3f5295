import { useEffect, useRef } from 'react';
import type { Incident } from '../../../shared/incident.ts';
import type { Job } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { useAsk } from '../../store/use-ask.ts';

/** The job under which it happened, as it is now; null while it is not known, or where none ran. */
export function useIncidentJob(incident: Incident | null): Job | null {
  const id = incident?.job ?? null;
  const { data, again } = useAsk('jobs.get', id === null ? null : { id });
  const ask = useRef(again);
  useEffect(() => {
    ask.current = again;
  }, [again]);
  useEffect(
    () =>
      api.on('job.changed', (job) => {
        if (job.id === id) ask.current();
      }),
    [id],
  );
  return data?.job ?? null;
}
