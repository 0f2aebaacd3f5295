import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

/**
 * Runs `act` while no other process runs under the same lock. SQLite holds it with a lock of the system's, so it ends with its
 * process, however that dies: there is no stale lock that two could take over at once.
 * @template T
 * @param {string} file is made where it is missing, and stays
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export const holdLock = async (file, act) => {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Database(file, { timeout: 0 });
  try {
    for (;;) {
      try {
        db.exec('BEGIN EXCLUSIVE');
        break;
      } catch (error) {
        if (error.code !== 'SQLITE_BUSY') throw error;
        await sleep(100);
      }
    }
    return await act();
  } finally {
    db.close();
  }
};
