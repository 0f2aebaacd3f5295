import { Button, Group, Modal } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import classes from './QueueScreen.module.css';
import { type ImportPlan, runImport } from './queue-file-acts.ts';

interface ImportDialogProps {
  plan: ImportPlan;
  onClose(): void;
}

/** Lines that are named before the rest is counted. */
const shownLines = 8;

/** What a file would bring, before anything of it is queued: how many jobs, of which templates, and what stands against it. */
export function ImportDialog({ plan, onClose }: ImportDialogProps) {
  const { t, of, format } = useWords();
  const templates = useHearth((state) => state.templates);
  const { file, added, known, problems } = plan;
  const canQueue = problems.length === 0 && added > 0;
  const n = format.number(added);
  const title =
    problems.length > 0
      ? t('queue.importCannot', { file })
      : canQueue
        ? t('queue.importTitle', { count: added, n, file })
        : t('queue.importNothing', { file });
  const run = (): void => {
    onClose();
    void runImport(plan);
  };
  const lines =
    problems.length > 0
      ? problems.map(({ why, place, count }) => ({
          key: why,
          text: t('queue.importProblem', { count, n: format.number(count), place, why }),
        }))
      : plan.templates.map(({ template, version, count }) => {
          const here = templates[template];
          const name = here ? of(here.title) : template;
          return {
            key: `${template} ${version}`,
            text: t('queue.importOf', { count, n: format.number(count), title: name, version }),
          };
        });
  const more = lines.length - shownLines;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <ul className={classes.importLines}>
        {lines.slice(0, shownLines).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
        {more > 0 && <li>{t('queue.importMore', { count: more, n: format.number(more) })}</li>}
      </ul>
      {known > 0 && <p className={classes.importNote}>{t('queue.importKnown', { count: known, n: format.number(known) })}</p>}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus={!canQueue || undefined}>
          {t(canQueue ? 'common.cancel' : 'common.close')}
        </Button>
        {canQueue && (
          <Button onClick={run} data-autofocus>
            {t('queue.importConfirm', { count: added, n })}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
