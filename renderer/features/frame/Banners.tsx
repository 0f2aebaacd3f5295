import { Button } from '@mantine/core';
import { TriangleAlert, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Engine } from '../../../shared/engine.ts';
import type { Pause } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { pauseText } from '../../i18n/pause-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { go, useView } from '../../store/view.ts';
import { waitingCount } from '../../store/working.ts';
import { engineName } from '../../ui/engine-name.ts';
import { splitSentences } from '../../ui/split-sentences.ts';
import { attempt } from '../../ui/toasts.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './Banners.module.css';
import { hasBanner } from './engine-trouble.ts';

/** What must not be overlooked, on every screen, each with the one act that answers it. */
export function Banners() {
  const { t } = useWords();
  const isLost = useHearth((state) => state.connection === 'lost');
  const engines = useHearth((state) => state.engines);
  const pauses = useHearth((state) => state.pauses);
  const place = useView((view) => view.place);
  const firstEngine = useHearth((state) => state.engineOrder[0]);
  // The engine's own screen tells the same in place, with more room.
  const shownEngine = place.screen === 'engine' ? (place.id ?? firstEngine) : null;
  return (
    <div className={classes.root}>
      {isLost && <Banner tone="bad" icon={<Unplug size={16} aria-hidden />} what={t('frame.lost')} more={t('frame.lostHint')} />}
      {Object.values(engines)
        .filter((engine) => hasBanner(engine) && engine.id !== shownEngine)
        .map((engine) => (
          <EngineBanner key={engine.id} engine={engine} />
        ))}
      {pauses
        .filter((pause) => pause.owner !== 'person' || pause.key !== undefined)
        .map((pause) => (
          <PauseBanner key={pause.owner} pause={pause} />
        ))}
    </div>
  );
}

interface BannerProps {
  tone: 'bad' | 'warn';
  icon?: ReactNode;
  what: string;
  more?: string;
  actions?: ReactNode;
}

function Banner({ tone, icon, what, more, actions }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role="alert">
      <span className={classes.icon}>{icon ?? <TriangleAlert size={16} aria-hidden />}</span>
      <span className={classes.text}>
        <strong>{what}</strong> {more}
      </span>
      <span className={classes.actions}>{actions}</span>
    </div>
  );
}

function EngineBanner({ engine }: { engine: Engine }) {
  const { t, language, format } = useWords();
  const waiting = useHearth(waitingCount);
  const now = useNow(1_000, engine.state === 'unresponsive');
  const said = engine.problem
    ? errorText(engine.problem)
    : engine.state === 'unresponsive'
      ? t('frame.unresponsiveHint', { name: engineName(t, engine), time: format.duration(now - Date.parse(engine.since)) })
      : t('frame.backoffHint', { name: engineName(t, engine) });
  const [what = said, ...rest] = splitSentences(said, language);
  const more = [...rest, waiting > 0 ? t('frame.jobsWait', { count: waiting }) : ''].filter(Boolean).join(' ');
  const start = (port?: number): void =>
    void attempt(api.call('engines.start', { id: engine.id, ...(port === undefined ? {} : { port }) }));
  const freePort = engine.freePort;
  return (
    <Banner
      tone={engine.state === 'failed' ? 'bad' : 'warn'}
      what={what}
      more={more}
      actions={
        <>
          {engine.state === 'failed' &&
            (freePort === null ? (
              <Button onClick={() => start()}>{t('frame.startAgain')}</Button>
            ) : (
              <Button onClick={() => start(freePort)}>{t('frame.usePort', { port: freePort })}</Button>
            ))}
          <Button variant="default" onClick={() => go('engine', engine.id)}>
            {t('frame.seeLog')}
          </Button>
        </>
      }
    />
  );
}

function PauseBanner({ pause }: { pause: Pause }) {
  const { t, language } = useWords();
  const waiting = useHearth(waitingCount);
  const { owner } = pause;
  const words = pauseText(pause);
  // Hearth's reasons are whole sentences; a person's own words need one before them.
  const [what = '', ...rest] =
    pause.key === undefined ? [t(`frame.pauseOwner.${owner}`), words] : splitSentences(words, language);
  return (
    <Banner
      tone="warn"
      what={what}
      more={[...rest, waiting > 0 ? t('frame.jobsWait', { count: waiting }) : ''].filter(Boolean).join(' ')}
      actions={
        <Button onClick={() => void attempt(api.call('queue.resume', { owner }))}>{t(`frame.resumeOwner.${owner}`)}</Button>
      }
    />
  );
}
