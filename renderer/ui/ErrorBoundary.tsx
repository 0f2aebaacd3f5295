import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { i18n } from '../i18n/i18n.ts';
import classes from './ErrorBoundary.module.css';
import { ErrorNotice } from './ErrorNotice.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Keeps a screen that broke from taking the page with it: the frame, the queue and the way to other screens stay. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <div className={classes.root}>
        <ErrorNotice
          error={new AppError('internal', 'screenBroke', { detail: String(this.state.error) })}
          actions={<Button onClick={() => window.location.reload()}>{i18n.t('common.reload')}</Button>}
        />
      </div>
    );
  }
}
