import { useWindowEvent } from '@mantine/hooks';
import { FileSearch } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { readLogFile } from '../../store/log-file.ts';
import classes from './LogDrop.module.css';

/** A pasted word is no log. */
const shortestPaste = 40;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Takes a log that is dropped or pasted anywhere on the screen. */
export function LogDrop({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const [isOver, setIsOver] = useState(false);
  /** Elements below are left and entered all the time; the screen is left when none is any more. */
  const depth = useRef(0);
  const hasFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  const leave = (): void => {
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setIsOver(false);
  };
  useWindowEvent('paste', (event) => {
    if (isTyping(event.target)) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (file) readLogFile(file, file.name);
    else if (text.trim().length >= shortestPaste) readLogFile(new Blob([text]), t('incidents.file.pasted'));
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button in the screen's head does the same by keyboard; dropping needs a mouse anyway.
    <div
      className={classes.root}
      onDragEnter={(event) => {
        if (!hasFile(event)) return;
        depth.current++;
        setIsOver(true);
      }}
      onDragOver={(event) => {
        if (hasFile(event)) event.preventDefault();
      }}
      onDragLeave={leave}
      onDrop={(event) => {
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        const file = event.dataTransfer.files[0];
        if (file) readLogFile(file, file.name);
      }}
    >
      {children}
      {isOver && (
        <div className={classes.veil}>
          <FileSearch size={36} strokeWidth={1.5} aria-hidden />
          <strong>{t('incidents.file.drop')}</strong>
          <span>{t('incidents.file.dropHint')}</span>
        </div>
      )}
    </div>
  );
}
