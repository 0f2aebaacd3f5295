import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './Banners.module.css';

interface BannerProps {
  tone: 'bad' | 'warn' | 'busy';
  icon?: ReactNode;
  what: string;
  more?: string;
  actions?: ReactNode;
  /** Told when the reader is free, not at once: for what goes well. */
  isPolite?: boolean;
}

/** One thing that must not be overlooked: what happened, what it means, what to do. */
export function Banner({ tone, icon, what, more, actions, isPolite = false }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role={isPolite ? 'status' : 'alert'}>
      <span className={classes.icon}>{icon ?? <TriangleAlert size={16} aria-hidden />}</span>
      <span className={classes.text}>
        <strong>{what}</strong> {more}
      </span>
      <span className={classes.actions}>{actions}</span>
    </div>
  );
}
