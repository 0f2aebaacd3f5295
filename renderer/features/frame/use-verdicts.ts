import { useEffect } from 'react';
import { api } from '../../api.ts';
import { i18n } from '../../i18n/i18n.ts';
import { remedyText } from '../../i18n/incident-text.ts';
import { undoTrial } from '../../store/remedy-trial.ts';
import { showDone, showUndo } from '../../ui/toasts.tsx';

/** Tells on every screen how a trial ended, once; a confirmed one can be undone at once. */
export function useVerdicts(): void {
  useEffect(() => {
    /** Only those that were seen running: a page that is opened later tells nothing of old ones. */
    const running = new Set<string>();
    return api.on('trial.changed', ({ id, state, remedy, canUndo }) => {
      if (state === 'running') {
        running.add(id);
        return;
      }
      if (!running.delete(id)) return;
      const words = remedyText(i18n.t, remedy);
      const confirmed = i18n.t('incidents.confirmedToast', { remedy: words });
      if (state === 'confirmed' && canUndo) showUndo(confirmed, () => undoTrial(id));
      else if (state === 'confirmed') showDone(confirmed);
      else if (state === 'rejected') showDone(i18n.t('incidents.rejectedToast', { remedy: words }));
    });
  }, []);
}
