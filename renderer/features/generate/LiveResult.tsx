import { Button, Progress } from '@mantine/core';
import { X } from 'lucide-react';
import type { Job } from '../../../shared/job.ts';
import type { Template } from '../../../shared/template.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { go } from '../../store/view.ts';
import { progressWords } from '../../ui/progress-words.ts';
import { attempt } from '../../ui/toasts.tsx';
import classes from './result.module.css';

/** The job at work: its newest preview, how far it is, and the way to end it. */
export function LiveResult({ job, template }: { job: Job; template: Template | undefined }) {
  const { t, of, format } = useWords();
  const progress = useHearth((state) => state.progress[job.id]);
  const isWithoutPreviews = useHearth((state) => state.settings.previews === 'none');
  const title = template ? of(template.title) : job.template;
  const percent = progress ? format.percent(progress.ratio) : '';
  return (
    <>
      <div className={classes.frame}>
        {progress?.preview ? (
          <img className={classes.picture} src={progress.preview} alt={t('generate.previewOf', { title })} />
        ) : (
          <div className={classes.blank}>
            <span>{progress?.node ? progress.node.title : t('generate.preparing')}</span>
            {isWithoutPreviews && (
              <Button variant="subtle" size="compact-xs" onClick={() => go('settings')}>
                {t('generate.previewsOff')}
              </Button>
            )}
          </div>
        )}
        {progress?.preview && <span className={classes.live}>{t('generate.live')}</span>}
      </div>
      <div className={classes.progress}>
        <div className={classes.progressHead}>
          <span className={classes.progressTitle}>{title}</span>
          <span className={classes.progressText}>{progress ? progressWords(t, format, progress) : t('generate.preparing')}</span>
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<X size={13} aria-hidden />}
            onClick={() => void attempt(api.call('jobs.cancel', { ids: [job.id] }))}
          >
            {t('common.cancel')}
          </Button>
        </div>
        <Progress
          size={6}
          value={(progress?.ratio ?? 0) * 100}
          transitionDuration={150}
          aria-label={t('generate.progressOf', { title })}
          aria-valuetext={percent}
        />
      </div>
    </>
  );
}
