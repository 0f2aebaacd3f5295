import { ansiSpans } from '../../ui/ansi.ts';
import classes from './EngineLog.module.css';

/** A line in the colours it was written in. */
export function LineText({ text }: { text: string }) {
  return (
    <span className={classes.text}>
      {ansiSpans(text).map((span, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a written line never move.
          key={index}
          data-color={span.color ?? undefined}
          className={span.isBold ? classes.bold : undefined}
        >
          {span.text}
        </span>
      ))}
    </span>
  );
}
