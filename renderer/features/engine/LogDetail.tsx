import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { Check, Copy, X } from 'lucide-react';
import { useState } from 'react';
import type { LogLine } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { plainText } from '../../ui/ansi.ts';
import { copyText } from '../../ui/copy-text.ts';
import classes from './EngineLog.module.css';
import { LineText } from './LineText.tsx';

/** The whole of one line, however long, with when it came and how serious it is. */
export function LogDetail({ line, onClose }: { line: LogLine; onClose(): void }) {
  const { t, format } = useWords();
  const [copied, setCopied] = useState<number | null>(null);
  const copy = async (): Promise<void> => setCopied((await copyText(plainText(line.text))) ? line.n : null);
  const isCopied = copied === line.n;
  return (
    <section className={classes.detail} aria-label={t('engine.log.detail', { line: line.n })}>
      <div className={classes.detailHead}>
        <Text size="xs" c="dimmed">
          {[
            t('engine.log.detail', { line: format.number(line.n) }),
            ...(line.at === undefined ? [] : [format.exactTime(line.at)]),
            t(`engine.log.levelNames.${line.level}`),
          ].join(' · ')}
        </Text>
        <Tooltip label={isCopied ? t('common.copied') : t('engine.log.copyLine')}>
          <ActionIcon size={22} variant="subtle" color="gray" aria-label={t('engine.log.copyLine')} onClick={() => void copy()}>
            {isCopied ? <Check size={13} /> : <Copy size={13} />}
          </ActionIcon>
        </Tooltip>
        <ActionIcon size={22} variant="subtle" color="gray" aria-label={t('common.close')} onClick={onClose}>
          <X size={13} aria-hidden />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable for the keyboard. */}
      <div className={classes.detailText} tabIndex={0}>
        <LineText text={line.text} />
      </div>
    </section>
  );
}
