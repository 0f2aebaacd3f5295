import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface AskingButtonProps extends ButtonProps {
  /** What to ask before the act; null: nothing is at risk, so it is done at once. */
  question: { title: string; text: string; confirmLabel: string } | null;
  onAct(): void;
  title?: string | undefined;
  'aria-label'?: string | undefined;
  children: ReactNode;
}

/** A button that asks first where its act throws something away. */
export function AskingButton({ question, onAct, children, ...look }: AskingButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button {...look} onClick={() => (question ? setIsAsking(true) : onAct())}>
        {children}
      </Button>
      {question && (
        <ConfirmDialog
          isOpen={isAsking}
          title={question.title}
          confirmLabel={question.confirmLabel}
          onConfirm={onAct}
          onClose={() => setIsAsking(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </>
  );
}
