import { Fragment } from 'react';
import type { JobLinks as Links } from '../../../shared/job.ts';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import classes from './JobDetail.module.css';

/** Which job this one was edited from, and which were made from it. */
export function JobLinks({ links: { origin, edited } }: { links: Links }) {
  const { t, format } = useWords();
  if (!origin && edited.length === 0) return null;
  return (
    <p className={classes.links}>
      {origin &&
        (origin.state === null ? (
          t('queue.originGone')
        ) : (
          <a href={placeOf({ screen: 'queue', id: origin.id })}>
            {t('queue.origin', { state: t(`common.jobState.${origin.state}`) })}
          </a>
        ))}
      {edited.map(({ id, state, createdAt }) => (
        <Fragment key={id}>
          {' '}
          <a href={placeOf({ screen: 'queue', id })}>
            {t('queue.editedTo', { state: t(`common.jobState.${state}`), time: format.time(createdAt) })}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
