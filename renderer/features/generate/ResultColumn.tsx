import { Image as ImageIcon } from 'lucide-react';
import { artifactUrl } from '../../../shared/addresses.ts';
import type { Template } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { isWorking } from '../../store/patch.ts';
import { placeOf } from '../../store/place.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LiveResult } from './LiveResult.tsx';
import { type RecentPicture, useRecentPictures } from './recent-pictures.ts';
import classes from './result.module.css';

/** What comes out: the job at work with its preview, else the newest picture, and a strip of those before. */
export function ResultColumn({ templates }: { templates: readonly Template[] }) {
  const { t } = useWords();
  const running = useHearth((state) => {
    const id = state.openJobOrder[0];
    const job = id === undefined ? undefined : state.openJobs[id];
    return job && isWorking(job) ? job : null;
  });
  const isKnown = useRecentPictures((state) => state.isKnown);
  const pictures = useRecentPictures((state) => state.pictures);
  const newest = pictures[0];
  return (
    <section className={classes.root} aria-label={t('generate.result')}>
      <div className={classes.stage}>
        {running ? (
          <LiveResult
            job={running}
            template={templates.find(({ id }) => id === running.template)}
            before={newest?.artifact.kind === 'image' ? newest.artifact : null}
          />
        ) : newest ? (
          <NewestPicture picture={newest} />
        ) : (
          isKnown && (
            <EmptyState icon={<ImageIcon size={36} />} title={t('generate.noPictures')} hint={t('generate.noPicturesHint')} />
          )
        )}
      </div>
      {pictures.length > 0 && (
        <ul className={classes.strip} aria-label={t('generate.lastPictures')}>
          {pictures.map(({ artifact }) => (
            <li key={artifact.id}>
              <a className={classes.thumb} href={placeOf({ screen: 'gallery', id: artifact.id })} title={artifact.name}>
                {artifact.kind === 'image' ? (
                  <img src={artifactUrl(artifact.id)} alt={artifact.name} loading="lazy" decoding="async" />
                ) : (
                  <span className={classes.other}>{t(`gallery.kind.${artifact.kind}`)}</span>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NewestPicture({ picture: { artifact, seed } }: { picture: RecentPicture }) {
  const { t, format } = useWords();
  const isPicture = artifact.kind === 'image';
  return (
    <>
      <a
        className={classes.frame}
        href={placeOf({ screen: 'gallery', id: artifact.id })}
        aria-label={t('generate.openPicture', { name: artifact.name })}
      >
        {isPicture ? (
          <img className={classes.picture} src={artifactUrl(artifact.id)} alt={artifact.name} decoding="async" />
        ) : (
          <span className={classes.other}>{artifact.name}</span>
        )}
      </a>
      <p className={classes.caption}>
        {[
          artifact.width && artifact.height ? `${artifact.width} × ${artifact.height}` : '',
          seed === null ? '' : t('generate.seedIs', { seed }),
          format.time(artifact.createdAt),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  );
}
