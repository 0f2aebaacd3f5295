import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { FileJson } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './templates.module.css';

interface WorkflowDropProps {
  isBusy: boolean;
  onOpen: (text: string, fileName: string) => void;
}

/** Takes a workflow file: chosen, dropped, or its text pasted anywhere on the page. */
export function WorkflowDrop({ isBusy, onOpen }: WorkflowDropProps) {
  const { t } = useWords();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file) onOpen(await file.text(), file.name);
  };
  useWindowEvent('paste', (event) => {
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (file) void take(file);
    else if (text.trim() !== '') onOpen(text, t('templates.pasted'));
  });
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard; dropping needs a mouse anyway.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <FileJson size={32} strokeWidth={1.5} aria-hidden />
      <Button loading={isBusy} onClick={() => picker.current?.click()}>
        {t('templates.chooseFile')}
      </Button>
      <span className={classes.dim}>{t('templates.dropHint')}</span>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t('templates.chooseFile')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          void take(file);
        }}
      />
    </div>
  );
}
