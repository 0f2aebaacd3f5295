import { AppError } from '../shared/app-error.ts';
import type { Snapshot } from '../shared/contract.ts';

/** Acts that only a desktop can do. Absent where the host has none: the client then hides them. */
export interface HostActions {
  revealFile?(file: string): void;
  /** null: the person changed their mind. */
  pickFolder?(): Promise<string | null>;
}

/** Names of the acts that this host can do. Pure. */
export const namesOf = (actions: HostActions): Snapshot['actions'] => [
  ...(actions.revealFile ? (['revealFile'] as const) : []),
  ...(actions.pickFolder ? (['pickFolder'] as const) : []),
];

/** The act itself. Throws AppError `unsupported` where the host cannot do it. */
export function needAction<K extends keyof HostActions>(actions: HostActions, what: K): NonNullable<HostActions[K]> {
  const act = actions[what];
  if (!act) throw new AppError('unsupported', 'unsupported', { what });
  return act;
}
