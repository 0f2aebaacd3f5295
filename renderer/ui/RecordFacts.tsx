import { Button } from '@mantine/core';
import { FileJson } from 'lucide-react';
import type { Record } from '../../shared/record.ts';
import { useWords } from '../i18n/use-words.ts';
import classes from './RecordFacts.module.css';
import { recordRows } from './record-rows.ts';
import { saveText } from './save-text.ts';

interface RecordFactsProps {
  record: Record;
  /** For a narrow column whose other facts end at its right side. */
  isNarrow?: boolean;
}

/** What an attempt was made from and on: enough to make its pictures again, with the way to keep it as a file. */
export function RecordFacts({ record, isNarrow = false }: RecordFactsProps) {
  const { t, format } = useWords();
  return (
    <>
      <dl className={classes.facts} data-narrow={isNarrow || undefined}>
        {recordRows(t, format, record).map(({ key, label, text, isCode }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className={isCode ? classes.code : classes.text}>{text}</dd>
          </div>
        ))}
      </dl>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<FileJson size={14} aria-hidden />}
        onClick={() => saveText(`hearth-record-${record.attempt}.json`, `${JSON.stringify(record, null, 2)}\n`)}
      >
        {t('record.export')}
      </Button>
    </>
  );
}
