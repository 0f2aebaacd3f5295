import { expect, test } from 'vitest';
import type { JobSweepRows } from '../../../electron/db/job-sweeps.ts';
import type { Ledger } from '../../../electron/queue/ledger.ts';
import { createSweeper } from '../../../electron/queue/sweep.ts';
import type { Cancellation, UndoBook } from '../../../electron/queue/undo-book.ts';

test('what ran when everything was cancelled, and waits again by then, is cancelled with it and under the same undo', async () => {
  const undo: Cancellation = { keep() {}, finish: () => null, answered() {}, abandon() {} };
  const looks = [[{ id: 'turned', state: 'running' }], [{ id: 'claimed', state: 'submitted' }]];
  const asked: unknown[] = [];
  // Only these are used of a ledger and of the rows.
  const ledger = { jobs: { atWork: () => looks.shift() ?? [] }, events: {} } as unknown as Ledger;
  const rows = { inState: () => [] } as unknown as JobSweepRows;
  const undos: Pick<UndoBook, 'open'> = { open: () => undo };
  const sweeper = createSweeper(ledger, rows, undos as UndoBook, {
    matcher: () => () => true,
    async cancelJobs(ids, cancellation) {
      asked.push([ids, cancellation]);
      return { jobs: ids, undo: 'both' };
    },
    onMany() {},
    onWork() {},
    now: () => 0,
    async breathe() {},
  });
  expect(await sweeper.cancel({})).toEqual({ changed: 2, undo: 'both' });
  expect(asked).toEqual([[['turned', 'claimed'], undo]]);
});
