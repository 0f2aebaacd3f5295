import { useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { i18n } from '../../i18n/i18n.ts';
import { useWords } from '../../i18n/use-words.ts';
import { hearthStore } from '../../store/hearth.ts';
import { jobTitle } from '../../store/job-title.ts';
import { go, setHelpOpen } from '../../store/view.ts';
import { workingIds } from '../../store/working.ts';
import { cancelJob } from './cancel-job.ts';

/** By the key's place, so that they also work while a Korean keyboard writes Hangul. */
const physical = { usePhysicalKeys: true };

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
      ['mod+alt+Enter', () => cancelRunning(of), physical],
      ['mod+k', () => spotlight.toggle(), physical],
      ['mod+comma', () => go('settings'), physical],
      ['mod+backquote', () => go('engine'), physical],
      // A Mac's system takes ⌘`.
      ['ctrl+backquote', () => go('engine'), physical],
    ],
    [],
  );
  useHotkeys([
    ['q', () => go('queue'), physical],
    ['shift+slash', () => setHelpOpen(true), physical],
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
  { keys: 'Ctrl+,', words: i18n.t('frame.shortcuts.openSettings') },
  { keys: '?', words: i18n.t('frame.shortcuts.help') },
];
