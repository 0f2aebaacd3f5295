import type { TFunction } from 'i18next';
import type { Incident } from '../../../shared/incident.ts';
import type { Job } from '../../../shared/job.ts';
import type { ExitSummary } from '../../../shared/launch.ts';
import { happenedText, incidentEngineName, isPicture } from '../../i18n/incident-text.ts';
import { knownWords } from '../../i18n/known-words.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { jobTitle } from '../../store/job-title.ts';

interface WhatHappenedProps {
  incident: Incident;
  exit: ExitSummary | null;
  job: Job | null;
}

/** Who, when, doing what; how the process ended; what became of the job. */
export function WhatHappened({ incident, exit, job }: WhatHappenedProps) {
  const { t, format, of } = useWords();
  const engine = useHearth((state) => state.engines[incident.engine]);
  const template = useHearth((state) => (job ? state.templates[job.template] : undefined));
  const how = exit === null ? null : endText(t, exit);
  return (
    <>
      <p>
        {happenedText(t, incident, incidentEngineName(t, incident, engine), job ? jobTitle(job, template, of) : null, format)}
      </p>
      <p>
        {[
          how,
          exit?.meaning && (knownWords(t, `enginePast.history.meanings.${exit.meaning}`) ?? exit.meaning),
          incident.count > 1 && t('incidents.repeats', { count: incident.count }),
          job && !isPicture(incident) && t(`incidents.fate.${job.state}`),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  );
}

/** Why Hearth itself ended the process, else what the system told: a signal says more than the code that stands for it. */
function endText(t: TFunction, { why, code, signal, end }: ExitSummary): string | null {
  const byHearth = knownWords(t, `incidents.endedByHearth.${why}`);
  if (byHearth !== null || end === 'requested' || end === 'reboot') return byHearth;
  const how = signal !== null ? t('incidents.endSignal', { signal }) : code !== null ? t('incidents.endCode', { code }) : null;
  return how === null ? null : t('incidents.endedBy', { how });
}
