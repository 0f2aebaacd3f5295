import { Anchor, Button, Progress, Select } from '@mantine/core';
import { ArrowLeft, FileSearch, X } from 'lucide-react';
import { Outcome } from '../../../shared/incident.ts';
import { causeTitle, remedyText } from '../../i18n/incident-text.ts';
import { knownWords } from '../../i18n/known-words.ts';
import { useWords } from '../../i18n/use-words.ts';
import { closeLogFile, pickLogFile, setLogOutcome, useLogFile } from '../../store/log-file.ts';
import { placeOf } from '../../store/place.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './IncidentPage.module.css';
import { LogExtract } from './LogExtract.tsx';
import { Section } from './Section.tsx';
import { WhatWeThink } from './WhatWeThink.tsx';

const unknownOutcome = 'none';

/** What is thought of a log that somebody gave: the same page, but nothing is tried here. */
export function LogFilePage() {
  const { t, format } = useWords();
  const { file, name, outcome, sentBytes, answer, error } = useLogFile((state) => state);
  if (!file) {
    return (
      <EmptyState
        icon={<FileSearch size={36} />}
        title={t('incidents.file.read')}
        hint={t('incidents.file.dropHint')}
        action={<Button onClick={pickLogFile}>{t('incidents.file.read')}</Button>}
      />
    );
  }
  return (
    <div className={classes.root}>
      <header className={classes.head}>
        <div className={classes.what}>
          <Anchor href={placeOf({ screen: 'incidents', id: null })} size="sm" className={classes.back ?? ''}>
            <ArrowLeft size={14} aria-hidden /> {t('incidents.back')}
          </Anchor>
          <h1>{answer ? causeTitle(t, answer.diagnosis.cause) : t('incidents.file.reading', { name })}</h1>
          <p className={classes.stateLine}>
            <span>{name}</span>
            <span className={classes.dim}>
              {answer
                ? t('incidents.file.facts', { size: format.bytes(answer.sizeBytes), lines: format.number(answer.lineCount) })
                : format.bytes(file.size)}
            </span>
          </p>
        </div>
        <div className={classes.acts}>
          <Select
            aria-label={t('incidents.file.outcome')}
            data={[unknownOutcome, ...Outcome.options].map((value) => ({
              value,
              label: `${t('incidents.file.outcome')} ${knownWords(t, `incidents.file.outcomes.${value}`) ?? value}`,
            }))}
            value={outcome ?? unknownOutcome}
            onChange={(value) => setLogOutcome(Outcome.safeParse(value).data ?? null)}
          />
          <Button variant="default" leftSection={<FileSearch size={14} aria-hidden />} onClick={pickLogFile}>
            {t('incidents.file.read')}
          </Button>
          <Button variant="default" leftSection={<X size={14} aria-hidden />} onClick={closeLogFile}>
            {answer || error !== null ? t('incidents.file.close') : t('incidents.file.cancel')}
          </Button>
        </div>
      </header>
      {error !== null && <ErrorNotice error={error} />}
      {error === null && !answer && (
        <div className={classes.reading} role="status">
          <Progress
            value={file.size === 0 ? 100 : (sentBytes / file.size) * 100}
            aria-label={t('incidents.file.reading', { name })}
          />
          {t('incidents.file.sent', { sent: format.bytes(sentBytes), total: format.bytes(file.size) })}
        </div>
      )}
      {answer && (
        <div className={classes.story}>
          <Section title={t('incidents.sections.think')}>
            {answer.encoding === 'binary' ? (
              <p>{t('incidents.file.binary')}</p>
            ) : answer.diagnosis.cause === 'none' ? (
              <p>{t('incidents.file.noFailure')}</p>
            ) : (
              <WhatWeThink diagnosis={answer.diagnosis} />
            )}
          </Section>
          {answer.diagnosis.remedies.length > 0 && (
            <Section title={t('incidents.sections.todo')}>
              <ol className={classes.remedies}>
                {answer.diagnosis.remedies.map(({ id, cost, verify }) => (
                  <li key={id} className={classes.remedy}>
                    <div className={classes.remedyMain}>
                      <p className={classes.remedyTitle}>{remedyText(t, id)}</p>
                      <dl className={classes.remedyFacts}>
                        <div>
                          <dt>{t('incidents.cost')}</dt>
                          <dd>{knownWords(t, `remedyCosts.${cost}`) ?? cost}</dd>
                        </div>
                        <div>
                          <dt>{t('incidents.proof')}</dt>
                          <dd>{knownWords(t, `remedyProofs.${verify}`) ?? verify}</dd>
                        </div>
                      </dl>
                    </div>
                  </li>
                ))}
              </ol>
              <p className={classes.dim}>{t('incidents.file.nothingToTry')}</p>
            </Section>
          )}
          {answer.log.length > 0 && (
            <Section title={t('incidents.sections.evidence')}>
              <LogExtract parts={answer.log} marked={answer.diagnosis.lines} first={answer.diagnosis.exception} source={null} />
            </Section>
          )}
        </div>
      )}
    </div>
  );
}
