import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/use-words.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  /** The act with what goes: `Delete 48 pictures, 1.2 GB?` */
  title: string;
  children?: ReactNode;
  /** The act as a verb; never "OK". */
  confirmLabel: string;
  onConfirm(): void;
  onClose(): void;
}

/** Asks once before something is thrown away that cannot come back. */
export function ConfirmDialog({ isOpen, title, children, confirmLabel, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useWords();
  const confirm = (): void => {
    onClose();
    onConfirm();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Text size="sm" component="div">
        {children}
      </Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button color="red.8" onClick={confirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
