import { z } from 'zod';
import type { Db } from './database.ts';

/** Steps of a person that were ticked, by the id of the remedy. */
export interface RemedyStepRows {
  set(incident: string, remedy: string, doneAt: number | null): void;
  done(incident: string): string[];
}

const Ids = z.array(z.string());

/** Statements over the ticked steps, prepared once. */
export const createRemedyStepRows = (db: Db): RemedyStepRows => {
  const put = db.prepare('INSERT OR IGNORE INTO remedy_steps (incident, remedy, done_at) VALUES (?, ?, ?)');
  const drop = db.prepare('DELETE FROM remedy_steps WHERE incident = ? AND remedy = ?');
  const all = db.prepare('SELECT remedy FROM remedy_steps WHERE incident = +? ORDER BY done_at').pluck();
  return {
    set(incident, remedy, doneAt) {
      if (doneAt === null) drop.run(incident, remedy);
      else put.run(incident, remedy, doneAt);
    },
    done: (incident) => Ids.parse(all.all(incident)),
  };
};
