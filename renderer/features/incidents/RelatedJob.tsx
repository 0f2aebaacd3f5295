import { artifactUrl } from '../../../shared/addresses.ts';
import type { Job } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { jobTitle } from '../../store/job-title.ts';
import { placeOf } from '../../store/place.ts';
import { JobStateBadge } from '../../ui/JobStateBadge.tsx';
import { ValueList } from '../../ui/ValueList.tsx';
import { valueLines } from '../../ui/value-lines.ts';
import classes from './IncidentPage.module.css';

const shownValues = 6;

/** The job under which it happened: how it is now, what was asked for, what came out. */
export function RelatedJob({ job }: { job: Job }) {
  const { of } = useWords();
  const template = useHearth((state) => state.templates[job.template]);
  const lines = valueLines(template, job.values, job.seed, of);
  return (
    <>
      <p className={classes.job}>
        <a href={placeOf({ screen: 'queue', id: job.id })}>{jobTitle(job, template, of)}</a>
        <JobStateBadge state={job.state} />
      </p>
      {job.artifacts.length > 0 && (
        <ul className={classes.pictures}>
          {job.artifacts.map(({ id, kind, name }) => (
            <li key={id}>
              <a href={placeOf({ screen: 'gallery', id })} title={name}>
                {kind === 'image' ? <img src={artifactUrl(id)} alt={name} loading="lazy" decoding="async" /> : name}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ValueList lines={lines.filter(({ isDefault, type }) => !isDefault && type !== 'text').slice(0, shownValues)} />
    </>
  );
}
