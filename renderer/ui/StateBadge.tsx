import { Check, CircleDashed, CircleDot, CircleSlash, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './StateBadge.module.css';

/** What a state means for a person. Every tone has its own shape, so that colour is never alone. */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle' | 'off';

const shapes: Record<Tone, typeof Check> = {
  good: Check,
  bad: X,
  warn: TriangleAlert,
  busy: CircleDot,
  idle: CircleDashed,
  off: CircleSlash,
};

interface StateBadgeProps {
  tone: Tone;
  /** The state in words. */
  children: ReactNode;
}

/** A state as shape, colour and word. */
export function StateBadge({ tone, children }: StateBadgeProps) {
  const Shape = shapes[tone];
  return (
    <span className={classes.root} data-tone={tone}>
      <Shape size={13} strokeWidth={2.5} aria-hidden className={classes.shape} />
      <span className={classes.word}>{children}</span>
    </span>
  );
}
