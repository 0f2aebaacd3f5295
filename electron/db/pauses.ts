import { Pause, type PauseOwner } from '../../shared/job.ts';
import type { Db } from './database.ts';

/** Who holds the queue. Owners stack; each releases its own. */
export interface PauseRows {
  /** Oldest first. */
  all(): Pause[];
  /** The same owner again keeps its time and takes the new text. */
  put(pause: Pause): void;
  /** Whether that owner held one. */
  drop(owner: PauseOwner): boolean;
}

interface Row {
  owner: string;
  text: string;
  words_json: string | null;
  since: number;
}
const Words = Pause.pick({ key: true, params: true });

/** Prepares the statements once. */
export const createPauseRows = (db: Db): PauseRows => {
  const all = db.prepare<[], Row>('SELECT owner, text, words_json, since FROM pauses ORDER BY since, owner');
  const put = db.prepare(
    `INSERT INTO pauses (owner, text, words_json, since) VALUES (?, ?, ?, ?)
     ON CONFLICT (owner) DO UPDATE SET text = excluded.text, words_json = excluded.words_json`,
  );
  const drop = db.prepare('DELETE FROM pauses WHERE owner = ?');
  return {
    all: () =>
      all.all().map((row) =>
        Pause.parse({
          owner: row.owner,
          text: row.text,
          since: new Date(row.since).toISOString(),
          ...(row.words_json === null ? {} : Words.parse(JSON.parse(row.words_json))),
        }),
      ),
    put({ owner, text, since, key, params }) {
      const words = key === undefined ? null : JSON.stringify({ key, ...(params ? { params } : {}) });
      put.run(owner, text, words, Date.parse(since));
    },
    drop: (owner) => drop.run(owner).changes > 0,
  };
};
