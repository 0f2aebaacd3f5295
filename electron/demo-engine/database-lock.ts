import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pidExists } from '../lib/pid-exists.ts';

/**
 * Takes the lock beside the database file, as ComfyUI does: a second engine on the same database is told so and goes on without it.
 * A lock whose owner is gone counts as free.
 */
export const takeDatabaseLock = (database: string | null): { isLocked: boolean; release(): void } => {
  if (database === null) return { isLocked: false, release() {} };
  const file = `${database}.lock`;
  const owner = ownerOf(file);
  if (owner !== null && owner !== process.pid && pidExists(owner)) return { isLocked: true, release() {} };
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid));
  } catch {
    // A folder that cannot be written to does not keep the engine from starting.
  }
  return {
    isLocked: false,
    release() {
      try {
        rmSync(file, { force: true });
      } catch {
        // It was never there.
      }
    },
  };
};

const ownerOf = (file: string): number | null => {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
};
