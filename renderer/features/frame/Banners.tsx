import { Button } from '@mantine/core';
import { Unplug } from 'lucide-react';
import type { Engine } from '../../../shared/engine.ts';
import type { Pause } from '../../../shared/job.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useHiddenIncidents } from '../../store/hidden-incidents.ts';
import { go, useView } from '../../store/view.ts';
import { waitingCount } from '../../store/working.ts';
import { engineName } from '../../ui/engine-name.ts';
import { splitSentences } from '../../ui/split-sentences.ts';
import { attempt } from '../../ui/toasts.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AwayBanner } from './AwayBanner.tsx';
import { Banner } from './Banner.tsx';
import classes from './Banners.module.css';
import { bannerIncident } from './banner-incidents.ts';
import { EngineActs } from './EngineActs.tsx';
import { hasBanner } from './engine-trouble.ts';
import { IncidentBanner } from './IncidentBanner.tsx';
import { ResumeButton } from './ResumeButton.tsx';

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
  const incidents = useHearth((state) => state.incidents);
  const told = bannerIncident(incidents, useHiddenIncidents());
  const isTrying = told?.incident.state === 'trial';
  // The page of the incident tells the same in place.
  const isOnItsPage = told !== null && place.screen === 'incidents' && place.id === told.incident.id;
  const isTold = ({ id, state, launchId }: Engine): boolean =>
    !isOnItsPage &&
    state !== 'unresponsive' &&
    told?.incident.engine === id &&
    (told.incident.launchId === null || told.incident.launchId === launchId);
  return (
    <div className={classes.root}>
      {isLost && <Banner tone="bad" icon={<Unplug size={16} aria-hidden />} what={t('frame.lost')} more={t('frame.lostHint')} />}
      <AwayBanner />
      {told && !isOnItsPage && <IncidentBanner key={told.incident.id} {...told} />}
      {Object.values(engines)
        .filter((engine) => hasBanner(engine) && engine.id !== shownEngine && !isTold(engine))
        .map((engine) => (
          <EngineBanner key={engine.id} engine={engine} />
        ))}
      {pauses
        .filter(
          ({ owner, key }) =>
            (owner !== 'person' || key !== undefined) &&
            !(owner === 'trial' && isTrying) &&
            // The run under way tells the same in place, one click from everything else there.
            !(owner === 'benchmark' && place.screen === 'benchmarks'),
        )
        .map((pause) => (
          <PauseBanner key={pause.owner} pause={pause} />
        ))}
    </div>
  );
}

function EngineBanner({ engine }: { engine: Engine }) {
  const { t, language, format, say } = useWords();
  const waiting = useHearth(waitingCount);
  const now = useNow(1_000, engine.state === 'unresponsive');
  const said = engine.problem
    ? say(engine.problem)
    : engine.state === 'unresponsive'
      ? t('frame.unresponsiveHint', { name: engineName(t, engine), time: format.duration(now - Date.parse(engine.since)) })
      : t('frame.backoffHint', { name: engineName(t, engine) });
  const [what = said, ...rest] = splitSentences(said, language);
  const more = [...rest, waiting > 0 ? t('frame.jobsWait', { count: waiting }) : ''].filter(Boolean).join(' ');
  return (
    <Banner
      tone={engine.state === 'failed' ? 'bad' : 'warn'}
      what={what}
      more={more}
      actions={
        <>
          <EngineActs engine={engine} />
          <Button variant="default" onClick={() => go('engine', engine.id)}>
            {t('frame.seeLog')}
          </Button>
        </>
      }
    />
  );
}

function PauseBanner({ pause }: { pause: Pause }) {
  const { t, language, why } = useWords();
  const waiting = useHearth(waitingCount);
  const { owner } = pause;
  const words = why(pause);
  // Hearth's reasons are whole sentences; a person's own words need one before them.
  const [what = '', ...rest] =
    pause.key === undefined ? [t(`frame.pauseOwner.${owner}`), words] : splitSentences(words, language);
  return (
    <Banner
      tone="warn"
      what={what}
      more={[...rest, waiting > 0 ? t('frame.jobsWait', { count: waiting }) : ''].filter(Boolean).join(' ')}
      actions={
        <>
          <ResumeButton pause={pause} variant={owner === 'benchmark' ? 'default' : 'filled'}>
            {pause.key === 'askedOnStart' ? t('frame.goOn', { count: waiting }) : t(`frame.resumeOwner.${owner}`)}
          </ResumeButton>
          {owner === 'benchmark' && (
            <Button variant="default" onClick={() => go('benchmarks')}>
              {t('frame.watchBenchmark')}
            </Button>
          )}
          {pause.key === 'askedOnStart' && (
            <Button variant="default" onClick={() => void attempt(api.call('queue.pause', {}))}>
              {t('frame.stayPaused')}
            </Button>
          )}
        </>
      }
    />
  );
}
