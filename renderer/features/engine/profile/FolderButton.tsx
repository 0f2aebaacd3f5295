import { ActionIcon } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { api } from '../../../api.ts';
import { useHearth } from '../../../store/hearth.ts';
import { attempt } from '../../../ui/toasts.tsx';

/** Picks a folder where the host can; else nothing. */
export function FolderButton({ label, onPick }: { label: string; onPick(folder: string): void }) {
  const canPick = useHearth((state) => state.actions.includes('pickFolder'));
  if (!canPick) return null;
  const pick = async (): Promise<void> => {
    const answer = await attempt(api.call('host.pickFolder', {}));
    if (answer?.folder) onPick(answer.folder);
  };
  return (
    <ActionIcon size={22} aria-label={label} onClick={() => void pick()}>
      <FolderOpen size={14} aria-hidden />
    </ActionIcon>
  );
}
