import { Button, Group, Text } from '@mantine/core';
import { Check, Copy, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { asTrouble, troubleKey } from '../i18n/error-text.ts';
import { useWords } from '../i18n/use-words.ts';
import { copyText } from './copy-text.ts';
import classes from './ErrorNotice.module.css';
import { splitSentences } from './split-sentences.ts';

interface ErrorNoticeProps {
  /** An AppError, or a Problem, JobError or template problem as the host stores it. */
  error: unknown;
  /** When it happened, ISO 8601; goes with the copied details. */
  at?: string;
  /** The acts that help, the best one first. */
  actions?: ReactNode;
  /** For places with little room: no details row. */
  isCompact?: boolean;
}

/** What happened as the headline, what it means and what to do now below, the code and time only among the details. */
export function ErrorNotice({ error, at, actions, isCompact = false }: ErrorNoticeProps) {
  const { t, language, format, say } = useWords();
  const [isCopied, setIsCopied] = useState(false);
  const trouble = asTrouble(error);
  const [what, ...rest] = splitSentences(say(error), language);
  const details = JSON.stringify({ code: troubleKey(trouble), at, message: trouble.message, params: trouble.params }, null, 2);
  const copy = async (): Promise<void> => setIsCopied(await copyText(details));
  return (
    <div className={classes.root} role="alert">
      <TriangleAlert size={16} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <Text fw={600} size="sm">
          {what}
        </Text>
        {rest.length > 0 && <Text size="sm">{rest.join(' ')}</Text>}
        {(actions || !isCompact) && (
          <Group gap="sm" mt="sm">
            {actions}
            {!isCompact && (
              <>
                <Button
                  className={classes.copy ?? ''}
                  variant="subtle"
                  color="gray"
                  size="compact-xs"
                  leftSection={isCopied ? <Check size={13} /> : <Copy size={13} />}
                  onClick={() => void copy()}
                >
                  {isCopied ? t('common.copied') : t('common.copyDetails')}
                </Button>
                <span className={classes.code}>
                  {troubleKey(trouble)}
                  {at && ` · ${format.exactTime(at)}`}
                </span>
              </>
            )}
          </Group>
        )}
      </div>
    </div>
  );
}
