import { ActionIcon, Button, Menu } from '@mantine/core';
import { Download, EllipsisVertical, Pencil, Play, Trash2 } from 'lucide-react';
import type { SavedPlan } from '../../../shared/benchmark.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useBenchmarks } from '../../store/benchmarks.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './benchmarks.module.css';
import { editPlan, exportPlan, removePlan, startPlan } from './plan-acts.ts';
import { oftenWords, outcomeWords } from './run-words.ts';
import { isSameWork } from './same-work.ts';

/** A kept plan: what it compares, what came out last, and the acts. */
export function PlanRow({ saved }: { saved: SavedPlan }) {
  const { t, of, format } = useWords();
  const { name, plan } = saved;
  const template = useHearth((state) => state.templates[plan.template]);
  const last = useBenchmarks(({ runs }) => runs.find((run) => isSameWork(run.plan, plan)));
  const isMeasuring = useBenchmarks(({ runs }) => runs.some(({ state }) => state === 'running'));
  const outcome = last && outcomeWords(t, last);
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <button type="button" className={classes.rowTitle} onClick={() => editPlan(saved)}>
          {name}
        </button>
        <p className={classes.dim}>
          {t('benchmarks.planLine', {
            template: template ? of(template.title) : plan.template,
            count: plan.configurations.length,
            often: oftenWords(t, plan),
          })}
        </p>
      </div>
      <div className={classes.rowState}>
        {last && outcome ? (
          <>
            <a href={placeOf({ screen: 'benchmarks', id: last.id })} className={classes.over}>
              <StateBadge tone={outcome.tone}>{outcome.text}</StateBadge>
            </a>
            <span className={classes.dim}>{format.time(last.startedAt)}</span>
          </>
        ) : (
          <span className={classes.dim}>{t('benchmarks.neverRun')}</span>
        )}
      </div>
      <div className={classes.rowActs}>
        <Button
          variant="default"
          leftSection={<Play size={13} aria-hidden />}
          aria-label={t('benchmarks.runItNamed', { name })}
          disabled={isMeasuring}
          onClick={() => void startPlan(plan)}
        >
          {t('benchmarks.runIt')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" aria-label={t('benchmarks.more', { name })}>
              <EllipsisVertical size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Pencil size={14} aria-hidden />} onClick={() => editPlan(saved)}>
              {t('benchmarks.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<Download size={14} aria-hidden />} onClick={() => exportPlan(plan, name)}>
              {t('benchmarks.export')}
            </Menu.Item>
            <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} color="red" onClick={() => void removePlan(saved)}>
              {t('benchmarks.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </li>
  );
}
