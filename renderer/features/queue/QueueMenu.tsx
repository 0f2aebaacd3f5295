import { ActionIcon, Menu } from '@mantine/core';
import { Download, Ellipsis, Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { attempt } from '../../ui/toasts.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { cancelWaiting } from './job-acts.ts';
import { groupStates } from './job-groups.ts';
import classes from './QueueScreen.module.css';
import { exportQueue, type ImportPlan, planImport } from './queue-file-acts.ts';

/** What is seldom done with the whole queue: keep what waits as a file, queue such a file, cancel everything. */
export function QueueMenu() {
  const { t, format } = useWords();
  const count = useHearth(({ counts }) => groupStates.waiting.reduce((sum, state) => sum + counts[state], 0));
  const picker = useRef<HTMLInputElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const look = async (file: File): Promise<void> => setPlan((await attempt(planImport(file))) ?? null);
  const params = { count, n: format.number(count) };
  return (
    <>
      <Menu withInitialFocusPlaceholder={false} hideDetached={false} shadow="md" position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} variant="default" aria-label={t('queue.more')}>
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item data-autofocus leftSection={<Download size={14} aria-hidden />} onClick={() => void exportQueue()}>
            {t('queue.export')}
          </Menu.Item>
          <Menu.Item leftSection={<Upload size={14} aria-hidden />} onClick={() => picker.current?.click()}>
            {t('queue.import')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<X size={14} aria-hidden />} disabled={count === 0} onClick={() => setIsAsking(true)}>
            {t('queue.cancelWaiting')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('queue.cancelAllTitle', params)}
        confirmLabel={t('queue.cancelAllConfirm', params)}
        onConfirm={() => void cancelWaiting()}
        onClose={() => setIsAsking(false)}
      >
        {t('queue.cancelAllMeaning')}
      </ConfirmDialog>
      {plan && <ImportDialog plan={plan} onClose={() => setPlan(null)} />}
      <input
        ref={picker}
        className={classes.hidden}
        type="file"
        accept=".json,application/json"
        tabIndex={-1}
        aria-label={t('queue.import')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void look(file);
          // The same file once more is a choice, too.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
