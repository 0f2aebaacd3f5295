import { Button, Group, Modal, Switch, Text } from '@mantine/core';
import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import type { IncidentReport } from '../../../shared/evidence.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useAsk } from '../../store/use-ask.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { saveText } from '../../ui/save-text.ts';
import classes from './ReportDialog.module.css';

interface ReportDialogProps {
  incident: string;
  isOpen: boolean;
  onClose(): void;
}

/** The report as it will be shared, to be read before it is: what was taken out, copy, save. */
export function ReportDialog({ incident, isOpen, onClose }: ReportDialogProps) {
  const { t } = useWords();
  const [isWithPrompts, setIsWithPrompts] = useState(false);
  const [copied, setCopied] = useState<string | null>(null);
  const { data, error } = useAsk('incidents.report', isOpen ? { id: incident, isWithPrompts } : null);
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) setCopied(text);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="xl"
      title={t('incidents.report.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="sm" mb="sm">
        {t('incidents.report.hint')}
      </Text>
      <Switch
        label={t('incidents.report.prompts')}
        checked={isWithPrompts}
        onChange={(event) => setIsWithPrompts(event.currentTarget.checked)}
      />
      {error !== undefined && <ErrorNotice error={error} isCompact />}
      {data && (
        <>
          <Text size="sm" c="dimmed" my="sm" role="status">
            <TakenOut redactions={data.redactions} />
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable for the keyboard. */}
          <section className={classes.preview} aria-label={t('incidents.report.preview')} tabIndex={0}>
            <pre>{data.text}</pre>
          </section>
          <Group justify="flex-end" gap="sm" mt="md">
            <Button
              variant="default"
              leftSection={copied === data.text ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
              onClick={() => void copy(data.text)}
            >
              {copied === data.text ? t('common.copied') : t('incidents.report.copy')}
            </Button>
            <Button
              leftSection={<Download size={14} aria-hidden />}
              onClick={() => saveText(data.fileName, data.text, 'text/markdown')}
            >
              {t('incidents.report.save', { name: data.fileName })}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

function TakenOut({ redactions }: Pick<IncidentReport, 'redactions'>) {
  const { t, language } = useWords();
  if (redactions.length === 0) return t('incidents.report.takenOutNothing');
  const what = new Intl.ListFormat(language, { type: 'conjunction' }).format(
    redactions.map(({ kind, count }) => t(`incidents.report.kinds.${kind}`, { count })),
  );
  return t('incidents.report.takenOut', { what });
}
