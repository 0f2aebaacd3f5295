import { Button, Text, Tooltip } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { Pause, Play, RotateCcw, Search } from 'lucide-react';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { setSettingUp } from '../../store/view.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { attempt } from '../../ui/toasts.tsx';
import { EngineSummary } from './EngineSummary.tsx';
import { ResumeButton } from './ResumeButton.tsx';
import classes from './StatusBar.module.css';

/** More would not leave their words readable in a narrow window. */
const shownEngines = 3;

/** How the engines are, in words, on every screen; the queue's pause and the commands beside it. */
export function StatusBar() {
  const { t } = useWords();
  const engineOrder = useHearth((state) => state.engineOrder);
  const isLost = useHearth((state) => state.connection === 'lost');
  if (isLost) {
    // What was known before may be wrong by now, so it is not shown as if it were true.
    return (
      <section className={classes.root} aria-label={t('frame.status')}>
        <div className={classes.engine}>
          <StateBadge tone="warn">{t('frame.noConnection')}</StateBadge>
        </div>
      </section>
    );
  }
  return (
    <section className={classes.root} aria-label={t('frame.status')}>
      <div className={classes.engines}>
        {engineOrder.slice(0, shownEngines).map((id) => (
          <EngineSummary key={id} id={id} isAlone={engineOrder.length === 1} />
        ))}
        {engineOrder.length > shownEngines && (
          <a className={classes.engine} href={placeOf({ screen: 'engine', id: null })}>
            {t('frame.moreEngines', { count: engineOrder.length - shownEngines })}
          </a>
        )}
        {engineOrder.length === 0 && (
          <Button variant="light" onClick={() => setSettingUp(true)}>
            {t('frame.chooseEngine')}
          </Button>
        )}
      </div>
      <Restarts />
      <PauseControl />
      <Button
        variant="default"
        leftSection={<Search size={14} aria-hidden />}
        rightSection={<Kbd keys="Ctrl+K" />}
        onClick={spotlight.open}
      >
        {t('frame.commands')}
      </Button>
    </section>
  );
}

function Restarts() {
  const { t } = useWords();
  const count = useHearth((state) => Object.values(state.engines).reduce((sum, engine) => sum + engine.restarts, 0));
  if (count === 0) return null;
  return (
    <Tooltip label={t('frame.restartsHelp')}>
      <Text className={classes.restarts} size="sm" component="span">
        <RotateCcw size={13} aria-hidden />
        {t('frame.restarts', { count })}
      </Text>
    </Tooltip>
  );
}

function PauseControl() {
  const { t, why } = useWords();
  const pause = useHearth((state) => state.pauses[0]);
  if (!pause) {
    return (
      <Tooltip label={t('frame.pauseHelp')}>
        <Button
          variant="default"
          leftSection={<Pause size={14} aria-hidden />}
          onClick={() => void attempt(api.call('queue.pause', {}))}
        >
          {t('frame.pause')}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Tooltip label={why(pause) || t(`frame.pauseOwner.${pause.owner}`)}>
      <div>
        <ResumeButton pause={pause} variant="light" leftSection={<Play size={14} aria-hidden />}>
          {t('frame.paused')} · {pause.owner === 'benchmark' ? t('frame.resumeOwner.benchmark') : t('frame.resume')}
        </ResumeButton>
      </div>
    </Tooltip>
  );
}
