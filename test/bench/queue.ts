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
const rounds = 18;
/** Each does so many in a row: what came before has emptied the processor's caches, for everybody alike. */
const inRow = 20;
/** Until everything that is measured is compiled, as it is in a host that has run for a while. */
const warmRounds = 12;
const pageJobs = 100;
/** A page may take so long at any size, ms. */
const pageGoalMs = 20;
/** What an operation costs in the longest table beside the shortest. */
const growthGoal = 1.5;
/** plainjob keeps no attempts, no timeline and no order but age: less to write. */
const peerGoal = 0.5;
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

/** Every time of one operation at one size. */
interface Times {
  ours: number[];
  bare: number[];
  peer: number[];
}
/** One operation of everybody who has it; each answers with its time in ms. */
interface Acts {
  ours(): Promise<number>;
  bare(): number;
  /** Takes away what a row of `bare` left. */
  clear?(): void;
  peer?(): number;
}
/** Who comes first, second and third: each order there is. */
const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
] as const;
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
  let turn = 0;
  let isWarmth = false;
  const begin = (forWarmth: boolean): void => {
    isWarmth = forWarmth;
    for (let write = 0; write < 2; write++) probe.write();
    turn++;
  };
  /** Everybody a few times. What was written just before makes a difference, so every order comes as often. */
  const contend = async (name: Operation, { ours, bare: bareAct, clear, peer: peerAct }: Acts): Promise<void> => {
    const of = (isWarmth ? undefined : times.get(name)) ?? none();
    const all = [async () => of.ours.push(await ours()), () => of.bare.push(bareAct()), () => peerAct && of.peer.push(peerAct())];
    for (const who of orders[turn % orders.length] ?? []) {
      for (let time = 0; time < inRow; time++) await all[who]?.();
      if (who === 1) clear?.();
    }
  };
  const list = (filter: JobFilter): Promise<number> => timed(() => queue.list({ filter, order: 'newest', limit: pageJobs }));

  return {
    size,
    times,
    claims,
    /** What a host does again and again is measured in a row, not between pages that empty the processor's caches. */
    rounds: [
      async (forWarmth: boolean): Promise<void> => {
        begin(forWarmth);
        await contend('enqueue', {
          ours: () => timed(() => queue.enqueue({ template: 'sd15', values, count: 1, priority: 'normal', isFront: false })),
          bare: bare.enqueue,
          clear: bare.clear,
          peer: () => peer.enqueue(values),
        });
      },
      async (forWarmth: boolean): Promise<void> => {
        begin(forWarmth);
        await contend('claim and settle', {
          async ours() {
            const attempt = randomUUID();
            const claim = await timed(() =>
              ledger.commit(() => {
                const job = ledger.jobs.firstFew(null, anyWork, 1)[0];
                if (job) settler.claim(job, lane, attempt);
              }),
            );
            if (!isWarmth) claims.push(claim);
            const settle = await timed(() =>
              ledger.commit(() => settler.succeeded(settler.collecting(attempt, noOutputs)?.id ?? '', [])),
            );
            return claim + settle;
          },
          bare: () => bare.claimAndSettle(randomUUID()),
          peer: peer.claimAndSettle,
        });
      },
      async (forWarmth: boolean): Promise<void> => {
        begin(forWarmth);
        await contend('first page', { ours: () => list({}), bare: () => bare.firstPage(pageJobs) });
        await contend('page of one state', {
          ours: () => list({ states: ['succeeded'] }),
          bare: () => bare.pageOfState(pageJobs),
        });
        await contend('page of one template', {
          ours: () => list({ template: 'sd15', states: ['queued'] }),
          bare: () => bare.pageOfTemplate(pageJobs),
        });
      },
    ],
    /** Fdatasync of the same rounds. */
    async close(): Promise<{ p99: number }> {
      peer.close();
      const sync = probe.end();
      await table.close();
      return sync;
    },
  };
};

/** What the queue costs with few and many jobs in its table. The sizes take turns, so that the machine's
 * mood hits all of them. */
export const run = async (tell: Tell): Promise<void> => {
  const contests: Awaited<ReturnType<typeof openContest>>[] = [];
  for (const size of sizes) contests.push(await openContest(size));
  for (const phase of [0, 1, 2]) {
    for (let round = 0; round < warmRounds + rounds; round++) {
      for (const contest of contests) await contest.rounds[phase]?.(round < warmRounds);
    }
  }

  for (const { size, times, claims, close } of contests) {
    const sync = await close();
    const label = size.toLocaleString('en');
    for (const name of ['enqueue', 'claim and settle'] as const) {
      const { ours, bare, peer } = times.get(name) ?? { ours: [], bare: [], peer: [] };
      const against = (who: string, theirs: readonly number[], goal: number): void =>
        tell({
          metric: `${name} beside ${who}, ${label} jobs (${middle(ours).toPrecision(3)} ms)`,
          value: middle(theirs) / middle(ours),
          unit: '×',
          goal,
          better: 'higher',
          against: { name: `${who}, ms`, value: middle(theirs) },
          ratio: middle(theirs) / middle(ours),
        });
      against('bare statements', bare, 0.8);
      against('plainjob', peer, peerGoal);
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
