import { api } from '../../api.ts';
import { i18n } from '../../i18n/i18n.ts';
import { attempt, showError, showUndo } from '../../ui/toasts.tsx';

/** Ends a job and offers to queue it again; what it made so far is lost with the engine's step. */
export async function cancelJob(id: string, title: string): Promise<void> {
  const changed = await attempt(api.call('jobs.cancel', { ids: [id] }));
  if (!changed) return;
  for (const refused of changed.refused) showError(refused);
  if (changed.jobs.length > 0) {
    showUndo(
      i18n.t('frame.cancelled', { title }),
      () => void attempt(api.call('jobs.requeue', { ids: [id] })),
      i18n.t('frame.queueAgain'),
    );
  }
}
