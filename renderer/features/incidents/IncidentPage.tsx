import { Button } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useAsk } from '../../store/use-ask.ts';
import { go } from '../../store/view.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { AfterRemedy } from './AfterRemedy.tsx';
import { EnvironmentFacts } from './EnvironmentFacts.tsx';
import { GroupPanel } from './GroupPanel.tsx';
import { timeZone } from './group-words.ts';
import { IncidentHead } from './IncidentHead.tsx';
import classes from './IncidentPage.module.css';
import { LogExtract } from './LogExtract.tsx';
import { MemoryTrail } from './MemoryTrail.tsx';
import { RelatedJob } from './RelatedJob.tsx';
import { Section } from './Section.tsx';
import { TrialList } from './TrialList.tsx';
import { useIncidentJob } from './use-incident-job.ts';
import { WhatHappened } from './WhatHappened.tsx';
import { WhatToDo } from './WhatToDo.tsx';
import { WhatWeThink } from './WhatWeThink.tsx';

/** One incident, from what happened to what helped, with everything it stands on. */
export function IncidentPage({ id }: { id: string }) {
  const { t } = useWords();
  // Steps of a trial come with events; what hangs on them is asked for anew.
  const known = useHearth((state) => state.incidents[id]);
  const changes = String(useHearth((state) => state.incidentChanges));
  const { data, error } = useAsk('incidents.get', { id, timeZone: timeZone() }, changes);
  const incident = known ?? data?.incident;
  const job = useIncidentJob(incident ?? null);
  const template = useHearth((state) => (job ? state.templates[job.template] : undefined));
  if (error !== undefined && !data) {
    return (
      <EmptyState
        isWholePage
        title={t('incidents.notFound')}
        hint={t('incidents.notFoundHint')}
        action={
          <Button variant="default" onClick={() => go('incidents')}>
            {t('incidents.back')}
          </Button>
        }
      />
    );
  }
  if (!data || !incident) return null;
  const { evidence, log, group, others, afterRemedy } = data;
  const { diagnosis } = incident;
  return (
    <div className={classes.root}>
      <IncidentHead incident={incident} />
      {error !== undefined && <ErrorNotice error={error} isCompact />}
      <div className={classes.columns}>
        <div className={classes.story}>
          <Section title={t('incidents.sections.happened')}>
            <WhatHappened incident={incident} exit={evidence.exit} job={job} />
          </Section>
          <Section title={t('incidents.sections.think')}>
            {afterRemedy && <AfterRemedy trial={afterRemedy} />}
            {diagnosis ? (
              <WhatWeThink diagnosis={diagnosis} jobNode={evidence.job?.error?.node ?? null} />
            ) : (
              <p>{t('incidents.reading')}</p>
            )}
          </Section>
          {diagnosis && (
            <Section title={t('incidents.sections.todo')}>
              <WhatToDo incident={incident} job={job} />
            </Section>
          )}
          {incident.trials.length > 0 && (
            <Section title={t('incidents.sections.tried')}>
              <TrialList trials={incident.trials} template={template} />
            </Section>
          )}
          <Section title={t('incidents.sections.evidence')}>
            <LogExtract
              parts={log}
              marked={diagnosis?.lines ?? []}
              first={diagnosis?.exception ?? null}
              source={incident.launchId === null ? null : { engine: incident.engine, launch: incident.launchId }}
            />
          </Section>
        </div>
        <div className={classes.aside}>
          {group && (
            <Section title={t('incidents.sections.group')}>
              <GroupPanel group={group} others={others} />
            </Section>
          )}
          {job && (
            <Section title={t('incidents.sections.related')}>
              <RelatedJob job={job} />
            </Section>
          )}
          <MemoryTrail evidence={evidence} />
          <Section title={t('incidents.sections.environment')}>
            <EnvironmentFacts evidence={evidence} />
          </Section>
        </div>
      </div>
    </div>
  );
}
