import type { Diagnosis } from '../../../shared/incident.ts';
import { causeText, causeTitle } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { StateBadge, type Tone } from '../../ui/StateBadge.tsx';
import classes from './IncidentPage.module.css';
import { fittingToo, lookAlikes } from './look-alikes.ts';

const tones: Record<Diagnosis['confidence'], Tone> = { high: 'good', medium: 'idle', low: 'warn' };

interface WhatWeThinkProps {
  diagnosis: Diagnosis;
  /** Id of the node at fault as the engine told it with the job, where the log does not. */
  jobNode?: string | null;
}

/** The named cause, how sure it is, what speaks for it, what else fits, and which look-alikes were ruled out and why. */
export function WhatWeThink({ diagnosis, jobNode = null }: WhatWeThinkProps) {
  const { t } = useWords();
  const { cause, confidence, failed, exception, frame, node, nodeClass, nodeTitle, pack, stage, lines, fact } = diagnosis;
  const isNamed = cause !== 'unknown' && cause !== 'none';
  const nodeNames = [...new Set([nodeTitle, nodeClass, node ?? jobNode])].filter((name) => name !== null);
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
  const fitting = fittingToo(diagnosis);
  return (
    <>
      {isNamed && (
        <p>
          <StateBadge tone={tones[confidence]}>{t(`incidents.confidence.${confidence}`)}</StateBadge>
        </p>
      )}
      {fact && <p>{t(`incidents.certain.${fact}`)}</p>}
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
      {fitting.length > 0 && (
        <>
          <h3>{t('incidents.alsoFits')}</h3>
          <ul className={classes.plain}>
            {fitting.map((other) => (
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
