import { ActionIcon, Button, Text, Title, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { Engine } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { isEngineWorking } from '../../store/working.ts';
import { copyText } from '../../ui/copy-text.ts';
import { EngineStateBadge } from '../../ui/EngineStateBadge.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { engineName } from '../../ui/engine-name.ts';
import { useNow } from '../../ui/use-now.ts';
import { EngineActions } from './EngineActions.tsx';
import classes from './EngineScreen.module.css';
import { stateSentence } from './state-sentence.ts';

/** Name, state in a sentence, where it runs, and the acts. */
export function EngineHead({ engine, onOpenProfile }: { engine: Engine; onOpenProfile(): void }) {
  const { t, format } = useWords();
  const isWorking = useHearth(isEngineWorking(engine.id));
  const now = useNow(1_000);
  const facts: [string, string][] = [
    [t('engine.profile'), engine.profile ?? ''],
    [t('engine.folder'), engine.folder ?? ''],
    [t('engine.pid'), engine.pid === null ? '' : String(engine.pid)],
  ];
  return (
    <>
      <div className={classes.head}>
        <div className={classes.what}>
          <Title order={1}>{engineName(t, engine)}</Title>
          <Text size="sm" mt={4} component="div" role="status">
            <EngineStateBadge engine={engine} isWorking={isWorking} />
          </Text>
          <Text size="sm" c="dimmed" mt={2}>
            {stateSentence(t, format, engine, now)} {engine.kind === 'external' && t('engine.sentence.external')}
          </Text>
          <div className={classes.facts}>
            {engine.url !== null && <Address url={engine.url} />}
            {facts
              .filter(([, value]) => value !== '')
              .map(([name, value]) => (
                <span key={name} className={classes.fact}>
                  {name}: {value}
                </span>
              ))}
          </div>
        </div>
        <EngineActions engine={engine} isWorking={isWorking} />
      </div>
      {engine.problem && (
        <div className={classes.problem}>
          <ErrorNotice
            error={engine.problem}
            at={engine.since}
            actions={
              isFlagTrouble(engine) && (
                <Button variant="default" size="compact-xs" onClick={onOpenProfile}>
                  {t('engine.openProfile')}
                </Button>
              )
            }
          />
        </div>
      )}
    </>
  );
}

/** Whether other flags may help: it did not start, or it runs with others than those chosen. */
const isFlagTrouble = ({ kind, state, variant, problem }: Engine): boolean =>
  kind !== 'external' &&
  (variant === 'lastGood' || problem?.key === 'engineRolledBack' || (state === 'failed' && !isPortTrouble(problem?.key)));

const isPortTrouble = (key: string | undefined): boolean => key?.startsWith('enginePort') === true;

function Address({ url }: { url: string }) {
  const { t } = useWords();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => setIsCopied(await copyText(url));
  return (
    <span className={classes.fact}>
      {t('engine.address')}: {url}
      <Tooltip label={isCopied ? t('common.copied') : t('engine.copyAddress')}>
        <ActionIcon size={20} aria-label={t('engine.copyAddress')} onClick={() => void copy()}>
          {isCopied ? <Check size={12} /> : <Copy size={12} />}
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
