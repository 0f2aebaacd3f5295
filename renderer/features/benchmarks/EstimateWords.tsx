import type { BenchmarkEstimate } from '../../../shared/benchmark-outlook.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { engineName } from '../../ui/engine-name.ts';
import classes from './plan.module.css';

/** Times below this share apart are told as one. */
const near = 1.25;

/** What a run will take and do, before anything is started. */
export function EstimateWords({ estimate }: { estimate: BenchmarkEstimate }) {
  const { t, format, say } = useWords();
  const known = useHearth((state) => state.engines);
  const { ms, prompts, counted, starts, queue, cautions } = estimate;
  const engines = estimate.engines.map(({ id, name, isRunning }) => {
    const engine = known[id];
    return { name: engine ? engineName(t, engine) : name, isRunning };
  });
  const names = engines.map(({ name }) => name).join(', ');
  const time = ms && (ms[1] <= ms[0] * near ? format.duration((ms[0] + ms[1]) / 2) : null);
  const range = ms && t('benchmarks.plan.estimateRange', { low: format.duration(ms[0]), high: format.duration(ms[1]) });
  const restored = engines.filter(({ isRunning }) => isRunning).map(({ name }) => name);
  const stopped = engines.filter(({ isRunning }) => !isRunning).map(({ name }) => name);
  const lines = [
    prompts[0] === prompts[1]
      ? t('benchmarks.plan.willPrompts', { counted: counted[0], warmups: prompts[0] - counted[0] })
      : t('benchmarks.plan.willPromptsRange', { low: prompts[0], high: prompts[1] }),
    starts[0] === starts[1]
      ? t('benchmarks.plan.willStarts', { engines: names, count: starts[0] })
      : t('benchmarks.plan.willStartsRange', { engines: names, low: starts[0], high: starts[1] }),
    queue.running > 0 ? t('benchmarks.plan.willFinish', { count: queue.running }) : '',
    queue.waiting > 0 ? t('benchmarks.plan.willWait', { count: queue.waiting }) : t('benchmarks.plan.willPause'),
    restored.length > 0 ? t('benchmarks.plan.willRestore', { engines: restored.join(', ') }) : '',
    stopped.length > 0 ? t('benchmarks.plan.willStop', { engines: stopped.join(', ') }) : '',
  ].filter((line) => line !== '');
  return (
    <>
      {time !== null || range !== null ? (
        <p className={classes.time}>{time === null ? range : t('benchmarks.plan.estimate', { time })}</p>
      ) : (
        <p>{t('benchmarks.plan.estimateUnknown')}</p>
      )}
      <ul className={classes.will}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {cautions.map((caution) => (
        <p key={caution.key} className={classes.caution}>
          {say(caution)}
        </p>
      ))}
    </>
  );
}
