import type { EngineClient } from '../engine/client-types.ts';

/** Prompts that may still be at an engine although their attempts have ended: nothing is handed over beside them. */
export interface Ghosts {
  /** Whether there may be any. */
  areThere(): boolean;
  add(prompt: string): void;
  /** Asks the engine, and takes from it what is still there; some may need another try. Rejects when it does not answer. */
  driveOut(): Promise<void>;
}

/** What an earlier host left is not known until the engine was asked; `isSettled`: its attempt has ended. */
export const createGhosts = (
  client: Pick<EngineClient, 'queue' | 'interrupt' | 'forget'>,
  isSettled: (prompt: string) => boolean,
): Ghosts => {
  // The empty one stands for those of an earlier host.
  const ghosts = new Set(['']);
  return {
    areThere: () => ghosts.size > 0,
    add: (prompt) => void ghosts.add(prompt),
    async driveOut() {
      const { running, pending } = await client.queue();
      for (const id of [...running, ...pending]) if (isSettled(id)) ghosts.add(id);
      for (const ghost of [...ghosts]) {
        if (running.includes(ghost)) await client.interrupt(ghost);
        else if (pending.includes(ghost)) await client.forget(ghost);
        else ghosts.delete(ghost);
      }
    },
  };
};
