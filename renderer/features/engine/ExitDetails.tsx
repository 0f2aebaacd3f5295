import type { ExitSummary } from '../../../shared/launch.ts';
import { useWords } from '../../i18n/use-words.ts';
import { plainText } from '../../ui/ansi.ts';
import classes from './EngineHistory.module.css';
import { meaningText } from './step-words.ts';

/** How a process ended, as far as the system told, and what it said last. */
export function ExitDetails({ exit, pid }: { exit: ExitSummary; pid: number | null }) {
  const { t, format } = useWords();
  const gb = (bytes: number): string => t('enginePast.monitor.gb', { value: format.gib(bytes) });
  const meaning = exit.meaning === null ? null : (meaningText(t, exit.meaning) ?? exit.meaning);
  const rows: [string, string | null][] = [
    [t('enginePast.history.code'), exit.code === null ? null : String(exit.code)],
    [t('enginePast.history.signal'), exit.signal],
    [t('enginePast.history.meaning'), meaning],
    [t('enginePast.history.uptime'), format.duration(exit.uptimeMs)],
    [
      t('enginePast.history.memory'),
      t('enginePast.history.memoryOf', { free: gb(exit.ramFreeBytes), total: gb(exit.ramTotalBytes) }),
    ],
    [t('enginePast.history.process'), pid === null ? null : String(pid)],
  ];
  return (
    <>
      <dl className={classes.facts}>
        {rows.map(([name, value]) => value !== null && <Fact key={name} name={name} value={value} />)}
      </dl>
      {exit.lastLines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable for the keyboard.
        <section className={classes.lines} aria-label={t('enginePast.history.lastLinesLabel')} tabIndex={0}>
          <div>
            {exit.lastLines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: written lines never move.
              <div key={index} className={classes.logLine}>
                <span className={classes.number}>{exit.firstLine + index}</span>
                <span>{plainText(line)}</span>
              </div>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
