import { Button, Progress } from '@mantine/core';
import { artifactUrl } from '../../../shared/addresses.ts';
import type { Artifact } from '../../../shared/artifact.ts';
import type { Job } from '../../../shared/job.ts';
import type { Template } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { go } from '../../store/view.ts';
import { PreviewImage } from '../../ui/PreviewImage.tsx';
import { progressWords } from '../../ui/progress-words.ts';
import classes from './result.module.css';

interface LiveResultProps {
  job: Job;
  template: Template | undefined;
  /** The picture that stands there until the first preview comes, so that a batch does not flicker. */
  before: Artifact | null;
}

/** The job at work: its newest preview, and how far it is. The frame has the way to end it. */
export function LiveResult({ job, template, before }: LiveResultProps) {
  const { t, of, format } = useWords();
  const progress = useHearth((state) => state.progress[job.id]);
  const isWithoutPreviews = useHearth((state) => state.settings.previews === 'none');
  const title = template ? of(template.title) : job.template;
  const until = before ? (
    <img className={classes.picture} data-faded src={artifactUrl(before.id)} alt="" />
  ) : (
    <div className={classes.blank}>{progress?.node?.title}</div>
  );
  return (
    <>
      <div className={classes.frame}>
        {progress?.preview ? (
          <PreviewImage className={classes.picture} src={progress.preview} alt={t('generate.previewOf', { title })}>
            {until}
          </PreviewImage>
        ) : (
          until
        )}
        {progress?.preview && <span className={classes.live}>{t('generate.live')}</span>}
      </div>
      <Progress.Root size={3} transitionDuration={150} className={classes.progress ?? ''}>
        <Progress.Section value={(progress?.ratio ?? 0) * 100} aria-label={t('generate.progressOf', { title })} />
      </Progress.Root>
      {isWithoutPreviews && (
        <Button className={classes.off ?? ''} variant="subtle" size="compact-xs" onClick={() => go('settings')}>
          {t('generate.previewsOff')}
        </Button>
      )}
      <p className={classes.caption}>{progress ? progressWords(t, format, progress) : t('generate.preparing')}</p>
    </>
  );
}
