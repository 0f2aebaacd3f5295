import { Slider } from '@mantine/core';
import type { ControlProps } from './FieldFrame.tsx';
import classes from './form.module.css';
import { NumberField } from './NumberField.tsx';
import { type StepRange, stepCount, stepDecimal, stepIndex } from './step-decimal.ts';

/** Longer ranges are easier to type than to aim at. */
const longestSlider = 400;

/** Whether a range is worth a slider. Pure. */
export const isSlidable = (range: StepRange): boolean => {
  const steps = stepCount(range);
  return steps !== null && steps >= 4 && steps <= longestSlider;
};

interface SliderFieldProps {
  control: ControlProps;
  text: string;
  range: StepRange;
  label: string;
  onChange: (text: string) => void;
}

/** A slider over the steps of a range with the number beside it. It counts steps, not fractions, so that it adds no tail of nines. */
export function SliderField({ control, text, range, label, onChange }: SliderFieldProps) {
  const steps = stepCount(range) ?? 0;
  const valueAt = (index: number): string => stepDecimal(String(range.min), range, index);
  return (
    <div className={classes.slider}>
      <Slider
        className={classes.track}
        size={4}
        min={0}
        max={steps}
        step={1}
        value={Math.min(steps, stepIndex(text, range))}
        label={null}
        thumbLabel={label}
        thumbProps={{ 'aria-valuetext': text }}
        onChange={(index) => onChange(valueAt(index))}
      />
      <NumberField control={control} text={text} range={range} onChange={onChange} />
    </div>
  );
}
