import type { BenchmarkPlan, SavedPlan } from '../../../shared/benchmark.ts';
import { readPlanFile } from '../../../shared/read-plan-file.ts';
import { api } from '../../api.ts';
import { i18n } from '../../i18n/i18n.ts';
import { go } from '../../store/view.ts';
import { saveText } from '../../ui/save-text.ts';
import { attempt, showDone, showUndo } from '../../ui/toasts.tsx';
import { beginDraft, draftPlan, newPlanPlace, type PresetId } from './plan-draft.ts';
import { planFileText } from './plan-file.ts';

export const openPreset = (preset: PresetId): void => {
  beginDraft(preset);
  go('benchmarks', newPlanPlace);
};
export const openNewPlan = (): void => openPreset('own');

/** Opens a plan to be changed, and perhaps run. */
export const changePlan = (plan: BenchmarkPlan, name: string, savedId: string | null = null): void => {
  draftPlan(plan, name, savedId);
  go('benchmarks', newPlanPlace);
};
export const editPlan = ({ id, name, plan }: SavedPlan): void => changePlan(plan, name, id);

/** Starts measuring and goes where it can be watched; what the host refuses is told. */
export async function startPlan(plan: BenchmarkPlan): Promise<void> {
  const run = await attempt(api.call('benchmarks.start', plan));
  if (run) go('benchmarks', run.id);
}

/** Keeps the plan of a run that measures under a name, which the run gets too; what the host does not keep is told beside the run. */
export async function keepNamed(plan: BenchmarkPlan, name: string, savedId: string | null, run: string): Promise<void> {
  await attempt(api.call('benchmarks.savePlan', { name, plan, ...(savedId !== null && { id: savedId }) }));
  await attempt(api.call('benchmarks.rename', { id: run, name }));
}

const fileName = (name: string): string =>
  `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^-|-$/g, '') || 'plan'}.json`;

/** Hands a plan to the browser as the file that the command line reads. */
export const exportPlan = (plan: BenchmarkPlan, name: string): void => saveText(fileName(name), planFileText(plan));

/** Lets a person pick a plan file and opens it in the editor. */
export function pickPlanFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.onchange = () => {
    const [file] = input.files ?? [];
    if (file) void openPlanFile(file);
  };
  input.click();
}

async function openPlanFile(file: File): Promise<void> {
  const plan = await attempt(file.text().then(readPlanFile));
  if (plan) changePlan(plan, file.name.replace(/\.json$/i, ''));
}

/** A deleted plan can be had back for a while. */
export async function removePlan({ id, name, plan }: SavedPlan): Promise<void> {
  if (!(await attempt(api.call('benchmarks.removePlan', { id })))) return;
  showUndo(i18n.t('benchmarks.planRemoved', { name }), () => void attempt(api.call('benchmarks.savePlan', { id, name, plan })));
}

export async function removeRun(id: string): Promise<void> {
  if (!(await attempt(api.call('benchmarks.remove', { id })))) return;
  go('benchmarks');
  showDone(i18n.t('benchmarks.runRemoved'));
}
