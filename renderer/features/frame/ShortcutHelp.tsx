import { Modal, Table, Text } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { setHelpOpen, useView } from '../../store/view.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { shortcutList } from './use-shortcuts.ts';

/** The list of shortcuts, opened with `?`. */
export function ShortcutHelp() {
  const { t } = useWords();
  const isOpen = useView((view) => view.isHelpOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={() => setHelpOpen(false)}
      title={t('frame.help')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {shortcutList().map(({ keys, words, where }) => (
            <Table.Tr key={keys}>
              <Table.Td>
                {words}
                {where && (
                  <Text span size="sm" c="dimmed">
                    {' '}
                    {where}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right">
                <Kbd keys={keys} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
