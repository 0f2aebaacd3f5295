import { AppError } from '../../shared/app-error.ts';
import type { Db } from './database.ts';
import { migrations } from './migrations/index.ts';

/** A step of the schema, numbered from 1 without gaps. Never edited once released. */
export interface Migration {
  number: number;
  name: string;
  sql: string;
}

/** Applies the missing steps, each in its own transaction with its number. Throws AppError for a database from the future. */
export const migrate = (db: Db, steps: readonly Migration[] = migrations): void => {
  const at = db.pragma('user_version', { simple: true }) as number;
  const newest = steps.at(-1)?.number ?? 0;
  if (at > newest) throw new AppError('storage', 'databaseFromFuture', { found: at, known: newest });
  for (const step of steps.filter(({ number }) => number > at)) {
    db.transaction(() => {
      db.exec(step.sql);
      db.pragma(`user_version = ${step.number}`);
    })();
  }
};
