import { ActionIcon, Text, Textarea, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FlagSetting, Problem } from '../../../../shared/engine.ts';
import type { CommandLine } from '../../../../shared/flag.ts';
import { api } from '../../../api.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { showError } from '../../../ui/toasts.tsx';
import classes from './profile.module.css';

interface CommandFootProps {
  engine: string;
  line: CommandLine | undefined;
  onFlags(flags: FlagSetting[]): void;
}

const settleMs = 250;

/** The command line as the host would start it, and beside it the profile's own flags as text: both ways. */
export function CommandFoot({ engine, line, onFlags }: CommandFootProps) {
  const { t } = useWords();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => setIsCopied(await copyText(line?.text ?? ''));
  return (
    <div className={classes.foot}>
      <section className={classes.footPart} aria-label={t('profiles.commandLine')}>
        <div className={classes.footHead}>
          <Text size="xs" fw={500}>
            {t('profiles.commandLine')}
          </Text>
          <Tooltip label={isCopied ? t('common.copied') : t('profiles.copy')}>
            <ActionIcon size={20} aria-label={t('profiles.copy')} onClick={() => void copy()}>
              {isCopied ? <Check size={12} /> : <Copy size={12} />}
            </ActionIcon>
          </Tooltip>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable for the keyboard. */}
        <code className={classes.command} tabIndex={0}>
          {line?.words.map(({ text, isOwn }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words may repeat, and their order is what they mean.
            <span key={index} data-own={isOwn}>
              {text === '' ? "''" : text}
            </span>
          ))}
        </code>
      </section>
      <FlagText engine={engine} text={line?.flagText ?? ''} onFlags={onFlags} />
    </div>
  );
}

function FlagText({ engine, text, onFlags }: { engine: string; text: string; onFlags(flags: FlagSetting[]): void }) {
  const { t, say } = useWords();
  /** What is being typed; null: nobody types, so the flags speak. */
  const [typed, setTyped] = useState<string | null>(null);
  const [stray, setStray] = useState<Problem | undefined>();
  const turn = useRef(0);
  const read = useDebouncedCallback(async (next: string) => {
    const mine = ++turn.current;
    try {
      const { flags, problems } = await api.call('engines.parseFlags', { id: engine, text: next });
      if (mine !== turn.current) return;
      // What belongs to no flag has no place among the rows; everything else is told there.
      setStray(problems.find(({ key }) => key === 'flagStray'));
      onFlags(flags);
    } catch (error) {
      showError(error);
    }
  }, settleMs);
  const end = (): void => {
    read.flush();
    // A word that was understood by nobody stays to be corrected.
    if (!stray) setTyped(null);
  };
  return (
    <div className={classes.footPart}>
      <Textarea
        label={t('profiles.asText')}
        placeholder={t('profiles.asTextHint')}
        value={typed ?? text}
        error={stray && say(stray)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          read(event.currentTarget.value);
        }}
        onBlur={end}
        spellCheck={false}
        autosize
        minRows={2}
        maxRows={4}
        classNames={{ input: classes.mono ?? '' }}
      />
    </div>
  );
}
