import type { Axis } from '../../../shared/batch.ts';
import type { CostSample } from '../../../shared/cost.ts';
import { combinationAt } from '../../../shared/grid.ts';
import { type GridCost, gridCost } from '../../../shared/grid-cost.ts';
import type { Values } from '../../../shared/job.ts';
import type { Template } from '../../../shared/template.ts';
import { useWords, type Words } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { engineName } from '../../ui/engine-name.ts';
import { memoryRange, timeRange } from '../../ui/ranges.ts';
import classes from './queue-bar.module.css';

interface GridPreviewProps {
  template: Template;
  request: { values: Values; axes: Axis[]; total: number };
  /** Seeds for each combination. */
  seeds: number;
  samples: readonly CostSample[];
}

/** Combinations that are named before the rest is counted. */
const namedCombinations = 4;
const longestText = 40;

/** What pressing the button would queue: how many jobs, the first of them, how long they take and what they need. */
export function GridPreview({ template, request, seeds, samples }: GridPreviewProps) {
  const words = useWords();
  const { t, of, format } = words;
  const heavyWork = useHearth(({ settings }) => settings.heavyWork);
  const heavyEngine = useHearth(({ settings, engines }) => {
    const engine = settings.heavyEngine === null ? undefined : engines[settings.heavyEngine];
    return engine ? engineName(t, engine) : null;
  });
  const { axes, total } = request;
  const label = (key: string): string => {
    const parameter = template.parameters.find((known) => known.key === key);
    return parameter ? of(parameter.label) : key;
  };
  const cost = gridCost(template, request, samples);
  const isHeavy = heavyWork > 0 && cost.mostWork > heavyWork;
  const factors = [
    ...axes.flatMap(({ key, values }) => (values.length > 1 ? [`${label(key)} ${format.number(values.length)}`] : [])),
    ...(seeds > 1 ? [t('batches.vary.seeds', { count: seeds, n: format.number(seeds) })] : []),
  ];
  const combinations = total / seeds;
  const named = Array.from({ length: Math.min(namedCombinations, combinations) }, (_, place) =>
    Object.entries(combinationAt(axes, place))
      .map(([key, value]) => `${label(key)} ${cut(String(value))}`)
      .join(' · '),
  );
  return (
    <div className={classes.preview} aria-live="polite">
      {total > 1 && (
        <p>
          <strong>{t('batches.vary.jobs', { count: total, n: format.number(total) })}</strong>
          {axes.length > 0 && ` = ${factors.join(' × ')}`}
        </p>
      )}
      <p>{[costText(words, cost, total), isHeavy && heavyText(words, heavyEngine)].filter(Boolean).join(' · ')}</p>
      {axes.length > 0 && (
        <details>
          <summary>{t('batches.vary.first')}</summary>
          <ol>
            {named.map((text) => (
              <li key={text} title={text}>
                {text}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText - 1).trimEnd()}…` : text);

/** "about 4.1–5.2 s each, 12:10–15:40 in all, 6.2 GB"; honest where nothing is known. */
const costText = ({ t, format }: Words, { each, total, peak }: GridCost, count: number): string => {
  if (!each || !total) return t('batches.cost.unknown');
  const memory = memoryRange(peak, format, t);
  const one = timeRange(each.low * 1000, each.high * 1000, format);
  const time =
    count === 1
      ? t('batches.cost.one', { time: one })
      : t('batches.cost.many', { each: one, time: timeRange(total.low * 1000, total.high * 1000, format) });
  return memory === null ? time : `${time} · ${memory}`;
};

const heavyText = ({ t }: Words, engine: string | null): string =>
  engine === null ? t('batches.cost.heavy') : t('batches.cost.heavyOn', { engine });
