import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { go } from './view.ts';

/** What somebody wants to see of a launch's log: one of its lines among all, or those of one attempt alone. */
type LogAt = { engine: string; launch: string } & ({ line: number } | { attempt: string });

const logAt = createStore<{ wanted: LogAt | null }>(() => ({ wanted: null }));

/** Opens the log of a launch there. */
export function openLogAt(wanted: LogAt): void {
  logAt.setState({ wanted });
  go('engine', wanted.engine);
}

/** Where this engine's log should open; null: nobody asked. */
export const useLogAt = (engine: string): LogAt | null =>
  useStore(logAt, ({ wanted }) => (wanted?.engine === engine ? wanted : null));

/** The wish is fulfilled, or overtaken by what the person chose since. */
export const forgetLogAt = (): void => logAt.setState({ wanted: null });
