import { Spotlight } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { useCommands } from './use-commands.tsx';

/** Everything Hearth can do, by typing a part of its name (Ctrl+K). */
export function CommandPalette() {
  const { t } = useWords();
  const commands = useCommands();
  return (
    <Spotlight
      actions={commands}
      // Opened by the page's own shortcut, which also works while typing.
      shortcut={null}
      nothingFound={t('frame.palette.nothing')}
      limit={40}
      scrollable
      maxHeight={420}
      highlightQuery={false}
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
      attributes={{ content: { 'aria-label': t('frame.commands') } }}
      searchProps={{
        placeholder: t('frame.palette.placeholder'),
        'aria-label': t('frame.palette.placeholder'),
        leftSection: <Search size={16} aria-hidden />,
      }}
    />
  );
}
