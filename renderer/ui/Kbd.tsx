import { Kbd as MantineKbd } from '@mantine/core';
import classes from './Kbd.module.css';
import { keysText } from './keys.ts';

/** A shortcut as this system writes it: `Ctrl+Enter`, on a Mac `⌘ ⏎`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <MantineKbd size="xs" className={classes.root ?? ''}>
      {keysText(keys)}
    </MantineKbd>
  );
}
