import { ActionIcon, Menu } from '@mantine/core';
import { Download, Ellipsis, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './QueueScreen.module.css';
import { exportQueue, importQueue } from './queue-file-acts.ts';

/** What is seldom done with the whole queue: keep what waits as a file, and queue such a file. */
export function QueueMenu() {
  const { t } = useWords();
  const picker = useRef<HTMLInputElement>(null);
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
        </Menu.Dropdown>
      </Menu>
      <input
        ref={picker}
        className={classes.hidden}
        type="file"
        accept=".json,application/json"
        tabIndex={-1}
        aria-label={t('queue.import')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void importQueue(file);
          // The same file once more is a choice, too.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
