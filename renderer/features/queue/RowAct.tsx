import { ActionIcon, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';

interface RowActProps {
  label: string;
  /** Of the row that it acts on. */
  title: string;
  icon: LucideIcon;
  run: () => void;
}

/** One thing that can be done with a row of the table; the row's own click stays out of it, and its keys are the table's. */
export function RowAct({ label, title, icon: Icon, run }: RowActProps) {
  const { t } = useWords();
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={26}
        tabIndex={-1}
        aria-label={t('queue.actOn', { act: label, title })}
        onClick={(event) => {
          event.stopPropagation();
          run();
        }}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
