import { api } from '../api.ts';
import { attempt } from '../ui/toasts.tsx';
import { go } from './view.ts';

/** Has a remedy tried and proved, and goes where its steps can be watched. */
export async function tryRemedy(incident: string, remedy: string): Promise<void> {
  if (await attempt(api.call('incidents.applyRemedy', { id: incident, remedy }))) go('incidents', incident);
}

/** Ends a trial in the middle; everything is as it was before. */
export const stopTrial = (id: string): void => void attempt(api.call('incidents.stopTrial', { id }));

/** Takes a confirmed change back; a running engine restarts without it. */
export const undoTrial = (id: string): void => void attempt(api.call('incidents.undoTrial', { id }));
