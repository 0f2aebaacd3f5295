import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { go } from './view.ts';

/** A line of a launch's log that somebody wants to see in the whole log. */
interface LogAt {
  engine: string;
  launch: string;
  line: number;
}

const logAt = createStore<{ wanted: LogAt | null }>(() => ({ wanted: null }));

/** Opens the whole log of a launch at one of its lines. */
export function openLogAt(wanted: LogAt): void {
  logAt.setState({ wanted });
  go('engine', wanted.engine);
}

/** The line that this engine's log should open at; null: nobody asked. */
export const useLogAt = (engine: string): LogAt | null =>
  useStore(logAt, ({ wanted }) => (wanted?.engine === engine ? wanted : null));

/** The wish is fulfilled, or overtaken by what the person chose since. */
export const forgetLogAt = (): void => logAt.setState({ wanted: null });
