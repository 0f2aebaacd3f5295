import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { errorText } from '../i18n/error-text.ts';
import { i18n } from '../i18n/i18n.ts';

const shownMs = 6_000;
/** Long enough to see what was done and to want it back. */
const undoMs = 10_000;

/** Tells of an act that failed, in words; stays until closed. */
export function showError(error: unknown): void {
  notifications.show({
    color: 'red',
    message: errorText(error),
    autoClose: false,
    closeButtonProps: { 'aria-label': i18n.t('common.close') },
  });
}

/** Tells that something was done. */
export function showDone(message: string): void {
  notifications.show({ message, autoClose: shownMs, closeButtonProps: { 'aria-label': i18n.t('common.close') } });
}

/** Tells that something was done and offers to take it back for a few seconds, by a button that says `label`. */
export function showUndo(message: string, undo: () => void, label: string = i18n.t('common.undo')): void {
  const id = notifications.show({
    autoClose: undoMs,
    closeButtonProps: { 'aria-label': i18n.t('common.close') },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text size="sm">{message}</Text>
        <Button
          variant="subtle"
          size="compact-xs"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  });
}

/** Runs an act and tells of its failure; for buttons, which have nobody to throw to. */
export function attempt<T>(act: Promise<T>): Promise<T | undefined> {
  return act.catch((error: unknown) => {
    showError(error);
    return undefined;
  });
}
