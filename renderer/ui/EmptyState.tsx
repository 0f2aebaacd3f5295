import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What to do next, in one sentence. */
  hint?: string;
  /** The one next step. */
  action?: ReactNode;
  /** Nothing else on the page has a heading. */
  isWholePage?: boolean;
}

/** What a screen without content shows: what is missing and the one next step. */
export function EmptyState({ icon, title, hint, action, isWholePage = false }: EmptyStateProps) {
  return (
    <Stack className={classes.root} align="center" justify="center" gap="sm">
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <Text fw={600} m={0} component={isWholePage ? 'h1' : 'p'}>
        {title}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed" ta="center" maw={420}>
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  );
}
