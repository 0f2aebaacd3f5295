import type { Diagnosis } from '../../../shared/incident.ts';
import { causeText, causeTitle } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx';
import classes from './IncidentPage.module.css';
import { lookAlikes } from './look-alikes.ts';

const tones: Record<Diagnosis['confidence'], Tone> = { high: 'good', medium: 'idle', low: 'warn' };

/** The named cause, how sure it is, what speaks for it, what else fits, and which look-alikes were ruled out and why. */
export function WhatWeThink({ diagnosis }: { diagnosis: Diagnosis }) {
  const { t } = useWords();
  const { cause, confidence, failed, exception, frame, node, nodeClass, nodeTitle, pack, stage, lines, alsoSeen } = diagnosis;
  const isNamed = cause !== 'unknown' && cause !== 'none';
  const nodeNames = [...new Set([nodeTitle, nodeClass, node])].filter((name) => name !== null);
  const clues: { name: string; text: string | null; isCode?: boolean }[] = [
    { name: t('incidents.clues.exception'), text: exception, isCode: true },
    { name: t('incidents.clues.frame'), text: frame && t('incidents.frame', { frame }), isCode: true },
    { name: t('incidents.clues.node'), text: nodeNames.join(' · ') },
    { name: t('incidents.clues.pack'), text: pack },
    { name: t('incidents.clues.stage'), text: stage && t(`incidents.stages.${stage}`) },
    { name: t('incidents.clues.lines'), text: lines.length === 0 ? null : t('incidents.linesCount', { count: lines.length }) },
  ];
  const shown = clues.filter(({ text }) => text);
  const others = lookAlikes(diagnosis);
  return (
    <>
      {isNamed && (
        <p className={classes.claim}>
          <StateBadge tone={tones[confidence]}>{t(`incidents.confidence.${confidence}`)}</StateBadge>{' '}
          <strong>{causeTitle(t, cause)}</strong>
        </p>
      )}
      <p>{cause === 'unknown' ? t('incidents.unknownHelp') : causeText(t, cause)}</p>
      {!failed && isNamed && <p>{t('incidents.noFailure')}</p>}
      {shown.length > 0 && (
        <>
          <h3>{t('incidents.speaksFor')}</h3>
          <dl className={classes.facts}>
            {shown.map(({ name, text, isCode }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{isCode ? <code>{text}</code> : text}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {alsoSeen.length > 0 && (
        <>
          <h3>{t('incidents.alsoFits')}</h3>
          <ul className={classes.plain}>
            {alsoSeen.map((other) => (
              <li key={other}>{causeTitle(t, other)}</li>
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3>{t('incidents.ruledOut')}</h3>
          <ul className={classes.plain}>
            {others.map((other) => (
              <li key={other}>
                {causeTitle(t, other)}
                <span className={classes.dim}> – {t('incidents.ruledOutWhy', { sign: t(`causeSigns.${other}`) })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
