import { Tooltip } from '@mantine/core';
import { CircleAlert, CircleHelp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './form.module.css';

/** What a control inside a frame must carry, so that its name, help and problem belong to it. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

interface FieldFrameProps {
  label: string;
  help?: string;
  /** Why the value cannot be used, or what will happen to it. */
  problem?: string | undefined;
  /** Small controls at the end of the label's line. */
  aside?: ReactNode;
  /** Two short fields share a row; a line has its name beside the control instead of above it. */
  shape?: 'full' | 'half' | 'line';
  children: (control: ControlProps) => ReactNode;
}

/** One parameter of a form: its name, a mark that explains it, the control, and what is wrong with it. */
export function FieldFrame({ label, help = '', problem, aside, shape = 'full', children }: FieldFrameProps) {
  const { t } = useWords();
  const id = useId();
  const helpId = `${id}-help`;
  const problemId = `${id}-problem`;
  const describedBy = [help === '' ? '' : helpId, problem ? problemId : ''].filter(Boolean).join(' ');
  return (
    <div className={classes.field} data-shape={shape} data-invalid={problem ? true : undefined}>
      <div className={classes.head}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        {help !== '' && (
          <Tooltip label={help} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
            <button
              type="button"
              className={classes.help}
              aria-label={t('generate.helpFor', { label })}
              aria-describedby={helpId}
            >
              <CircleHelp size={13} aria-hidden />
            </button>
          </Tooltip>
        )}
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      <div className={classes.control}>
        {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': problem ? true : undefined })}
      </div>
      {help !== '' && (
        <span id={helpId} hidden>
          {help}
        </span>
      )}
      {problem && (
        <p id={problemId} className={classes.problem}>
          <CircleAlert size={13} aria-hidden />
          {problem}
        </p>
      )}
    </div>
  );
}
