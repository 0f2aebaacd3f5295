import { useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { i18n } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/use-words.ts';
import { hearthStore } from '../../store/hearth.ts';
import { jobTitle } from '../../store/job-title.ts';
import { go, setHelpOpen } from '../../store/view.ts';
import { workingIds } from '../../store/working.ts';
import { cancelJob } from './cancel-job.ts';

type Hotkeys = Parameters<typeof useHotkeys>[0];

/**
 * A shortcut by its letter, and by the key's place while a keyboard writes Hangul (`ㅂ` where Q is) or an input method swallows
 * the letter. Latin layouts keep their own letters.
 */
const shortcut = (byLetter: string, byPlace: string, act: () => void): Hotkeys => [
  [byLetter, act],
  [
    byPlace,
    (event) => {
      const isLetterHidden = event.key === 'Process' || (event.key.length === 1 && event.key.charCodeAt(0) > 127);
      if (!isLetterHidden) return;
      event.preventDefault();
      act();
    },
    { usePhysicalKeys: true, preventDefault: false },
  ],
];

/** Ends the first job at work; nothing where none is. */
export function cancelRunning(of: Parameters<typeof jobTitle>[2]): void {
  const state = hearthStore.getState();
  const [first = ''] = workingIds(state).split(' ');
  const job = state.openJobs[first];
  if (job) void cancelJob(job.id, jobTitle(job, state.templates[job.template], of));
}

/** The shortcuts that work on every screen, as ComfyUI's users have them in their fingers. */
export function useShortcuts(): void {
  const { of } = useWords();
  // Those with a modifier also work while typing; plain letters must not.
  useHotkeys(
    [
      ['mod+alt+Enter', () => cancelRunning(of)],
      ...shortcut('mod+k', 'mod+k', () => spotlight.toggle()),
      ['mod+,', () => go('settings')],
      ...shortcut('mod+`', 'mod+backquote', () => go('engine')),
    ],
    [],
  );
  useHotkeys([
    ...shortcut('q', 'q', () => go('queue')),
    ...shortcut('i', 'i', () => go('incidents')),
    ['shift+?', () => setHelpOpen(true)],
  ]);
}

/** Every shortcut with what it does, for the list of them. Pure but for the language. */
export const shortcutList = (): { keys: string; words: string; where?: string }[] => [
  { keys: 'Ctrl+Enter', words: i18n.t('frame.shortcuts.queue'), where: i18n.t('frame.shortcuts.onGenerate') },
  { keys: 'Ctrl+Shift+Enter', words: i18n.t('frame.shortcuts.front'), where: i18n.t('frame.shortcuts.onGenerate') },
  { keys: 'Ctrl+Alt+Enter', words: i18n.t('frame.shortcuts.interrupt') },
  { keys: 'Ctrl+K', words: i18n.t('frame.shortcuts.palette') },
  { keys: 'Q', words: i18n.t('frame.shortcuts.openQueue') },
  { keys: 'Ctrl+`', words: i18n.t('frame.shortcuts.openLog') },
  { keys: 'I', words: i18n.t('frame.shortcuts.openIncidents') },
  { keys: 'Ctrl+,', words: i18n.t('frame.shortcuts.openSettings') },
  { keys: '?', words: i18n.t('frame.shortcuts.help') },
];
