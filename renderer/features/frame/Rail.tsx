import { Keyboard } from 'lucide-react';
import { api } from '../../api.ts';
import type { Language } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { unsettledIncidents } from '../../store/incidents.ts';
import { placeOf } from '../../store/place.ts';
import { setHelpOpen, useView } from '../../store/view.ts';
import { needsYouCount, waitingCount } from '../../store/working.ts';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { attempt } from '../../ui/toasts.tsx';
import { engineNeedsYou } from './engine-trouble.ts';
import classes from './Rail.module.css';
import { type RailScreen, screenIcons } from './screen-icons.ts';

/** The screens, with the number of jobs that wait and a mark where something wants a person. */
export function Rail() {
  const { t, language } = useWords();
  const waiting = useHearth(waitingCount);
  const needsYou = useHearth(needsYouCount);
  const hasEngineTrouble = useHearth((state) => Object.values(state.engines).some(engineNeedsYou));
  const openIncidents = useHearth((state) => unsettledIncidents(state).length);
  const setLanguage = (next: Language): void => void attempt(api.call('settings.set', { language: next }));
  return (
    <nav className={classes.root} aria-label={t('frame.navigation')}>
      <div className={classes.brand}>
        <Logo size={22} />
        Hearth
      </div>
      <div className={classes.nav}>
        <RailLink screen="generate" />
        <RailLink screen="queue" count={waiting} isWanting={needsYou > 0} />
        <RailLink screen="gallery" />
        <RailLink screen="engine" isWanting={hasEngineTrouble} />
        <RailLink screen="incidents" isWanting={openIncidents > 0} />
        <RailLink screen="benchmarks" />
        <div className={classes.spring} />
        <RailLink screen="settings" />
      </div>
      <button type="button" className={classes.link} onClick={() => setHelpOpen(true)} title={t('frame.help')}>
        <Keyboard size={16} aria-hidden />
        <span className={classes.word}>{t('frame.keys')}</span>
      </button>
      <LanguageSwitch language={language} label={t('frame.language')} onChange={setLanguage} isWide />
    </nav>
  );
}

function RailLink({ screen, count = 0, isWanting = false }: { screen: RailScreen; count?: number; isWanting?: boolean }) {
  const { t, format } = useWords();
  // The pages about templates belong to Generate.
  const isCurrent = useView(({ place }) => (place.screen === 'templates' ? 'generate' : place.screen) === screen);
  const Icon = screenIcons[screen];
  return (
    <a className={classes.link} href={placeOf({ screen, id: null })} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={16} aria-hidden />
      <span className={classes.word}>{t(`frame.screens.${screen}`)}</span>
      {isWanting && <span className={classes.dot} role="img" aria-label={t('frame.wantsYou')} title={t('frame.wantsYou')} />}
      {count > 0 && (
        <span className={classes.count} title={t('frame.waiting', { count })}>
          {format.number(count)}
        </span>
      )}
    </a>
  );
}
