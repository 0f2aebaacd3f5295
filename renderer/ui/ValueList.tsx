import { inputUrl } from '../../shared/addresses.ts';
import classes from './ValueList.module.css';
import type { ValueLine } from './value-lines.ts';

/** Values with their names, the changed ones stronger; long texts keep their line breaks. */
export function ValueList({ lines }: { lines: readonly ValueLine[] }) {
  return (
    <dl className={classes.root}>
      {lines.map(({ key, label, text, type, isDefault }) => (
        <div key={key} className={classes.line} data-long={type === 'text' || undefined} data-default={isDefault || undefined}>
          <dt>{label}</dt>
          <dd>{type === 'image' ? <img src={inputUrl(text)} alt={label} loading="lazy" /> : text}</dd>
        </div>
      ))}
    </dl>
  );
}
