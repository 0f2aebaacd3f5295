import { ChevronDown, ChevronUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { ControlProps } from './FieldFrame.tsx';
import classes from './form.module.css';
import { type StepRange, stepDecimal } from './step-decimal.ts';

interface NumberFieldProps {
  control: ControlProps;
  /** As typed; it may not be a number yet. */
  text: string;
  range: StepRange;
  onChange: (text: string) => void;
}

const ticksOf: Partial<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** A number as text with steps: nothing typed is lost or rounded, and steps stay on the written grid. */
export function NumberField({ control, text, range, onChange }: NumberFieldProps) {
  const step = (ticks: number): void => onChange(stepDecimal(text, range, ticks));
  const onKeyDown = (event: KeyboardEvent): void => {
    const ticks = ticksOf[event.key];
    if (ticks === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(event.shiftKey ? ticks * 10 : ticks);
  };
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return (
    <div className={classes.number}>
      <input
        {...control}
        className={classes.input}
        type="text"
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-valuenow={Number.isNaN(value) ? undefined : value}
        aria-valuetext={text}
        aria-valuemin={range.min === undefined ? undefined : Number(range.min)}
        aria-valuemax={range.max === undefined ? undefined : Number(range.max)}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {/* For the mouse; the arrow keys do the same, and a screen reader hears of the spin button only. */}
      <div className={classes.steppers} aria-hidden>
        <button type="button" tabIndex={-1} onClick={() => step(1)}>
          <ChevronUp size={12} />
        </button>
        <button type="button" tabIndex={-1} onClick={() => step(-1)}>
          <ChevronDown size={12} />
        </button>
      </div>
    </div>
  );
}
