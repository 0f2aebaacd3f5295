import { randomUUID } from 'node:crypto';
import type { Lane } from '../../electron/engine/engines.ts';
import { anyWork } from '../../electron/queue/heavy.ts';
import type { JobFilter } from '../../shared/contract.ts';
import { createBareQueue } from './bare-queue.ts';
import { openDiskProbe } from './fdatasync.ts';
import type { Tell } from './figure.ts';
import { measureIdleGap } from './idle-gap.ts';
import { openPeerQueue } from './peer-queue.ts';
import { percentile } from './percentile.ts';
import { openTable } from './queue-table.ts';

const sizes = [1_000, 100_000, 1_000_000];
const rounds = 150;
const warmRounds = 10;
const pageJobs = 100;
/** A page may take so long at any size, ms. */
const pageGoalMs = 20;
/** What an operation costs in the longest table beside the shortest. */
const growthGoal = 1.5;
const values = { prompt: 'a lighthouse at dusk' };
const noOutputs = { files: [], texts: [], ending: null };
// Claims read no more of a lane than this.
const lane = { engineId: 'ours', launchId: '', folders: null, client: { clientId: '' } } as unknown as Lane;

const timed = async (act: () => unknown): Promise<number> => {
  const from = performance.now();
  await act();
  return performance.now() - from;
};
const middle = (times: readonly number[]): number => percentile(times, 0.5);

/** Every time of one operation at one size, round by round. */
interface Times {
  ours: number[];
  bare: number[];
  peer: number[];
}
const operations = ['enqueue', 'claim and settle', 'first page', 'page of one state', 'page of one template'] as const;
type Operation = (typeof operations)[number];

/** One size: a table of ours with the bare statements over it, and the peer's beside it. */
const openContest = async (size: number) => {
  const table = await openTable(size);
  const { folder, db, queue, ledger, settler } = table;
  const bare = createBareQueue(db);
  const peer = openPeerQueue(folder, size, values);
  const probe = openDiskProbe(folder);
  const none = (): Times => ({ ours: [], bare: [], peer: [] });
  const times = new Map<Operation, Times>(operations.map((name) => [name, none()]));
  const claims: number[] = [];
  const note = (name: Operation, ours: number, bareMs: number, peerMs?: number): void => {
    const of = times.get(name) ?? none();
    of.ours.push(ours);
    of.bare.push(bareMs);
    if (peerMs !== undefined) of.peer.push(peerMs);
  };
  const list = (filter: JobFilter): Promise<number> => timed(() => queue.list({ filter, order: 'newest', limit: pageJobs }));

  return {
    size,
    times,
    claims,
    async round(): Promise<void> {
      for (let write = 0; write < 2; write++) probe.write();
      const enqueue = await timed(() =>
        queue.enqueue({ template: 'sd15', values, count: 1, priority: 'normal', isFront: false }),
      );
      note('enqueue', enqueue, bare.enqueue(), peer.enqueue(values));
      const attempt = randomUUID();
      const claim = await timed(() =>
        ledger.commit(() => {
          const job = ledger.jobs.firstFew(null, anyWork, 1)[0];
          if (job) settler.claim(job, lane, attempt);
        }),
      );
      const settle = await timed(() =>
        ledger.commit(() => settler.succeeded(settler.collecting(attempt, noOutputs)?.id ?? '', [])),
      );
      claims.push(claim);
      note('claim and settle', claim + settle, bare.claimAndSettle(randomUUID()), peer.claimAndSettle());
      note('first page', await list({}), bare.firstPage(pageJobs));
      note('page of one state', await list({ states: ['succeeded'] }), bare.pageOfState(pageJobs));
      note('page of one template', await list({ template: 'sd15', states: ['queued'] }), bare.pageOfTemplate(pageJobs));
    },
    /** What was measured so far was for warmth. */
    forget(): void {
      claims.length = 0;
      for (const name of operations) times.set(name, none());
    },
    /** Fdatasync of the same rounds. */
    async close(): Promise<{ p99: number }> {
      peer.close();
      const sync = probe.end();
      await table.close();
      return sync;
    },
  };
};

const ratioOf = (theirs: readonly number[], ours: readonly number[]): number =>
  middle(ours.map((value, round) => (theirs[round] ?? Number.NaN) / value));

/** What the queue costs with few and many jobs in its table. The sizes take turns, so that the machine's mood hits all of them. */
export const run = async (tell: Tell): Promise<void> => {
  const contests: Awaited<ReturnType<typeof openContest>>[] = [];
  for (const size of sizes) contests.push(await openContest(size));
  for (let round = 0; round < warmRounds; round++) for (const contest of contests) await contest.round();
  for (const contest of contests) contest.forget();
  for (let round = 0; round < rounds; round++) for (const contest of contests) await contest.round();

  for (const { size, times, claims, close } of contests) {
    const sync = await close();
    const label = size.toLocaleString('en');
    for (const name of ['enqueue', 'claim and settle'] as const) {
      const { ours, bare, peer } = times.get(name) ?? { ours: [], bare: [], peer: [] };
      const against = (who: string, theirs: readonly number[], goal: number): void =>
        tell({
          metric: `${name} beside ${who}, ${label} jobs (${middle(ours).toPrecision(3)} ms)`,
          value: ratioOf(theirs, ours),
          unit: '×',
          goal,
          better: 'higher',
          against: { name: `${who}, ms`, value: middle(theirs) },
          ratio: ratioOf(theirs, ours),
        });
      against('bare statements', bare, 0.8);
      against('plainjob', peer, 0.5);
    }
    tell({
      metric: `claim p99, ${label} jobs`,
      value: percentile(claims, 0.99),
      unit: 'ms',
      goal: 5 + 2 * sync.p99,
      better: 'lower',
      against: { name: 'fdatasync p99, ms', value: sync.p99 },
      ratio: percentile(claims, 0.99) / sync.p99,
    });
    for (const name of ['first page', 'page of one state', 'page of one template'] as const) {
      const { ours = [], bare = [] } = times.get(name) ?? {};
      tell({
        metric: `${name} (${pageJobs} jobs) of ${label}`,
        value: middle(ours),
        unit: 'ms',
        goal: pageGoalMs,
        better: 'lower',
        against: { name: 'bare rows, ms', value: middle(bare) },
        ratio: middle(ours) / middle(bare),
      });
    }
  }
  for (const name of operations) {
    const [small, large] = [contests.at(0), contests.at(-1)].map((contest) => middle(contest?.times.get(name)?.ours ?? []));
    const growth = (large ?? Number.NaN) / (small ?? Number.NaN);
    tell({
      metric: `growth of ${name} from 1,000 jobs to 1,000,000`,
      value: growth,
      unit: '×',
      goal: growthGoal,
      better: 'lower',
      against: { name: 'ms at 1,000', value: small ?? Number.NaN },
      ratio: growth,
    });
  }
  await measureIdleGap(tell);
};
