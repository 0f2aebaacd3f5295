import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Layers, X } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';

interface VaryToggleProps {
  label: string;
  isVaried: boolean;
  onToggle: () => void;
}

/** Begins to vary a parameter, or goes back to one value. */
export function VaryToggle({ label, isVaried, onToggle }: VaryToggleProps) {
  const { t } = useWords();
  if (isVaried)
    return (
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<X size={12} aria-hidden />}
        aria-label={t('batches.vary.backOf', { label })}
        onClick={onToggle}
      >
        {t('batches.vary.back')}
      </Button>
    );
  return (
    <Tooltip label={t('batches.vary.hint')}>
      <ActionIcon variant="subtle" color="gray" size={20} aria-label={t('batches.vary.of', { label })} onClick={onToggle}>
        <Layers size={13} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
