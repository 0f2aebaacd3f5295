import type { Evidence } from '../../../shared/evidence.ts';
import { useWords } from '../../i18n/use-words.ts';
import classes from './MemoryTrail.module.css';
import { type MemorySeries, memorySeries } from './memory-series.ts';
import { Section } from './Section.tsx';

const width = 300;
const height = 56;

/** Memory in use before the end, where it was read. */
export function MemoryTrail({ evidence }: { evidence: Evidence }) {
  const { t } = useWords();
  const series = memorySeries(evidence.memory);
  if (series.length === 0) return null;
  return (
    <Section title={t('incidents.memory.title')}>
      {series.map((each) => (
        <Trail key={each.kind} series={each} />
      ))}
    </Section>
  );
}

function Trail({ series: { kind, totalBytes, points } }: { series: MemorySeries }) {
  const { t, format } = useWords();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const spanMs = Math.max(1, last.at - first.at);
  const line = points
    .map(({ at, bytes }) => `${((at - first.at) / spanMs) * width},${height - (bytes / totalBytes) * height}`)
    .join(' ');
  const name = t(`incidents.memory.${kind}`);
  const time = format.seconds(spanMs);
  const [from, to, total] = [first.bytes, last.bytes, totalBytes].map((bytes) => format.gib(bytes));
  return (
    <figure className={classes.trail}>
      <figcaption>
        <span>{name}</span>
        <span>{t('incidents.facts.of', { used: to, total })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('incidents.memory.chart', { kind: name, time, from, to, total })}
      >
        <polygon points={`0,${height} ${line} ${width},${height}`} className={classes.area} />
        <polyline points={line} className={classes.line} />
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{t('incidents.memory.ago', { time })}</span>
        <span>{t('incidents.memory.end')}</span>
      </div>
    </figure>
  );
}
