import type { BenchmarkRun } from '../../../shared/benchmark.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './benchmarks.module.css';
import { runTitle } from './run-title.ts';
import { outcomeWords } from './run-words.ts';
import { verdictWords } from './verdict-words.ts';

/** One run: what it compared and what came out, in a sentence. */
export function RunRow({ run }: { run: BenchmarkRun }) {
  const { t, of, format, say } = useWords();
  const template = useHearth((state) => state.templates[run.plan.template]);
  const { tone, text } = outcomeWords(t, run);
  const [sentence] =
    run.state === 'running'
      ? [t('benchmarks.live.taken', { taken: run.taken, wanted: run.wanted })]
      : run.state === 'refused' && run.problem
        ? [say(run.problem)]
        : verdictWords(t, run);
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <a href={placeOf({ screen: 'benchmarks', id: run.id })} className={classes.rowTitle}>
          {runTitle(t, run)}
        </a>
        <p>{sentence}</p>
      </div>
      <div className={classes.rowState}>
        <StateBadge tone={tone}>{text}</StateBadge>
        {run.isDirty && <StateBadge tone="warn">{t('benchmarks.dirty')}</StateBadge>}
      </div>
      <div className={classes.rowWhen}>
        <span>{template ? of(template.title) : run.plan.template}</span>
        <time className={classes.dim} dateTime={run.startedAt}>
          {format.time(run.startedAt)}
        </time>
      </div>
    </li>
  );
}
