import { ActionIcon, Anchor, Button, Menu } from '@mantine/core';
import { ArrowLeft, Download, EllipsisVertical, FileJson, FileSpreadsheet, Pencil, Play, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { BenchmarkRun, BenchmarkSample } from '../../../shared/benchmark.ts';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { saveText } from '../../ui/save-text.ts';
import { runCsv, runJson } from './export-run.ts';
import { changePlan, exportPlan, removeRun, startPlan } from './plan-acts.ts';
import { RunName } from './RunName.tsx';
import classes from './run.module.css';
import { runFileName } from './run-file-name.ts';
import { runTitle } from './run-title.ts';
import { outcomeWords } from './run-words.ts';

/** What was compared and when, and what can be done with it. */
export function RunHead({ run, samples }: { run: BenchmarkRun; samples: readonly BenchmarkSample[] }) {
  const { t, format } = useWords();
  const [isAsking, setIsAsking] = useState(false);
  const { tone, text } = outcomeWords(t, run);
  const title = runTitle(t, run);
  const isOver = run.state !== 'running';
  return (
    <header className={classes.head}>
      <div className={classes.what}>
        <Anchor href={placeOf({ screen: 'benchmarks', id: null })} size="sm" className={classes.back ?? ''}>
          <ArrowLeft size={14} aria-hidden /> {t('benchmarks.back')}
        </Anchor>
        <RunName run={run} title={title} />
        <p className={classes.stateLine} role="status">
          <StateBadge tone={tone}>{text}</StateBadge>
          {run.isDirty && <StateBadge tone="warn">{t('benchmarks.dirty')}</StateBadge>}
          <span className={classes.dim}>{format.exactTime(run.startedAt)}</span>
        </p>
      </div>
      {isOver && (
        <div className={classes.acts}>
          <Button variant="default" leftSection={<Play size={14} aria-hidden />} onClick={() => void startPlan(run.plan)}>
            {t('benchmarks.verdict.again')}
          </Button>
          <Button variant="default" leftSection={<Pencil size={14} aria-hidden />} onClick={() => changePlan(run.plan, title)}>
            {t('benchmarks.verdict.change')}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<Download size={14} aria-hidden />}>
                {t('benchmarks.exports.title')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<FileSpreadsheet size={14} aria-hidden />}
                onClick={() => saveText(`${runFileName(run)}.csv`, `\uFEFF${runCsv(run, samples)}`, 'text/csv')}
              >
                {t('benchmarks.exports.csv')}
              </Menu.Item>
              <Menu.Item
                leftSection={<FileJson size={14} aria-hidden />}
                onClick={() => saveText(`${runFileName(run)}.json`, runJson(run, samples))}
              >
                {t('benchmarks.exports.json')}
              </Menu.Item>
              <Menu.Item leftSection={<FileJson size={14} aria-hidden />} onClick={() => exportPlan(run.plan, title)}>
                {t('benchmarks.exports.plan')}
              </Menu.Item>
              <Menu.Item leftSection={<Printer size={14} aria-hidden />} onClick={() => window.print()}>
                {t('benchmarks.exports.print')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" aria-label={t('benchmarks.more', { name: title })}>
                <EllipsisVertical size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} color="red" onClick={() => setIsAsking(true)}>
                {t('benchmarks.remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('benchmarks.removeRunTitle')}
        confirmLabel={t('benchmarks.remove')}
        onConfirm={() => void removeRun(run.id)}
        onClose={() => setIsAsking(false)}
      >
        {t('benchmarks.removeRunText', { time: format.time(run.startedAt), count: samples.length })}
      </ConfirmDialog>
    </header>
  );
}
