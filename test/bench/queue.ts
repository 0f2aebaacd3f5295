import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../electron/db/database.ts';
import type { Lane } from '../../electron/engine/engines.ts';
import { anyWork } from '../../electron/queue/heavy.ts';
import { createLedger } from '../../electron/queue/ledger.ts';
import { createSettler } from '../../electron/queue/settle.ts';
import type { JobFilter } from '../../shared/contract.ts';
import { openQueue } from './enqueue.ts';
import { measureFdatasync } from './fdatasync.ts';
import type { Tell } from './figure.ts';
import { percentile } from './percentile.ts';

const sizes = [1_000, 100_000];
const rounds = 150;
const pageJobs = 100;

const timed = async (act: () => unknown): Promise<number> => {
  const from = performance.now();
  await act();
  return performance.now() - from;
};

/** The least that a claim and the end of its attempt have to write, without the queue. */
const bareWork = (db: Db) => {
  const first = db
    .prepare<[], string>(
      "SELECT id FROM jobs INDEXED BY jobs_claim WHERE state = 'queued' AND attempt IS NULL ORDER BY grade, rank LIMIT 1",
    )
    .pluck();
  const insert = db.prepare(
    "INSERT INTO attempts (id, job, engine, launch, client, state, started_at) VALUES (?, ?, 'bare', '', '', 'open', 0)",
  );
  const take = db.prepare('UPDATE jobs SET attempt = ? WHERE id = ?');
  const end = db.prepare("UPDATE attempts SET state = 'succeeded', ended_at = 0 WHERE id = ?");
  const finish = db.prepare("UPDATE jobs SET state = 'succeeded', attempt = NULL, finished_at = 0 WHERE id = ?");
  const event = db.prepare("INSERT INTO job_events (job, at, to_state, reason, attempt) VALUES (?, 0, 'succeeded', 'stored', ?)");
  return {
    claim: db.transaction((attempt: string): string => {
      const job = first.get() ?? '';
      insert.run(attempt, job);
      take.run(attempt, job);
      return job;
    }),
    settle: db.transaction((attempt: string, job: string) => {
      end.run(attempt);
      finish.run(job);
      // One line for each state on the way.
      for (let line = 0; line < 3; line++) event.run(job, attempt);
    }),
  };
};

const measure = async (tell: Tell, size: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  const { db, deps, queue } = await openQueue(folder);
  const label = size.toLocaleString('en');
  for (let left = size; left > 0; left -= 10_000)
    await queue.enqueue({
      template: 'sd15',
      values: { prompt: 'a lighthouse at dusk' },
      count: Math.min(left, 10_000),
      priority: 'normal',
      isFront: false,
    });

  const ledger = createLedger(deps);
  const settler = createSettler(ledger, deps);
  // Claims read no more of a lane than this.
  const lane = { engineId: 'ours', launchId: '', folders: null, client: { clientId: '' } } as unknown as Lane;
  const bare = bareWork(db);
  const claims: number[] = [];
  const ratios: number[] = [];
  const bares: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [attempt, other] = [randomUUID(), randomUUID()];
    const claim = await timed(() =>
      ledger.commit(() => {
        const job = ledger.jobs.firstFew(null, anyWork, 1)[0];
        if (job) settler.claim(job, lane, attempt);
      }),
    );
    const settle = await timed(() =>
      ledger.commit(() => settler.succeeded(settler.collecting(attempt, noOutputs)?.id ?? '', [])),
    );
    let job = '';
    const bareMs =
      (await timed(() => (job = bare.claim.immediate(other)))) + (await timed(() => bare.settle.immediate(other, job)));
    claims.push(claim);
    bares.push(bareMs);
    ratios.push(bareMs / (claim + settle));
  }
  tell({
    metric: `claim and settle, ${label} jobs in the table`,
    value: percentile(ratios, 0.5),
    unit: '×',
    goal: 0.8,
    better: 'higher',
    against: { name: 'bare statements, ms', value: percentile(bares, 0.5) },
    ratio: percentile(ratios, 0.5),
  });
  const sync = measureFdatasync(folder);
  tell({
    metric: `claim p99, ${label} jobs in the table`,
    value: percentile(claims, 0.99),
    unit: 'ms',
    goal: 5 + 2 * sync.p99,
    better: 'lower',
    against: { name: 'fdatasync p99, ms', value: sync.p99 },
    ratio: percentile(claims, 0.99) / sync.p99,
  });

  const page = db.prepare('SELECT * FROM jobs ORDER BY seq DESC LIMIT ?');
  const filtered = db.prepare("SELECT * FROM jobs WHERE state = 'succeeded' ORDER BY seq DESC LIMIT ?");
  const lists: [string, JobFilter, typeof page][] = [
    ['first page', {}, page],
    ['page of one state', { states: ['succeeded'] }, filtered],
  ];
  for (const [name, filter, statement] of lists) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await timed(() => queue.list({ filter: filter, order: 'newest', limit: pageJobs })));
      theirs.push(await timed(() => statement.all(pageJobs)));
    }
    const [value, against] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
    tell({
      metric: `${name} (${pageJobs} jobs), ${label} in the table`,
      value,
      unit: 'ms',
      goal: 20,
      better: 'lower',
      against: { name: 'bare rows, ms', value: against },
      ratio: value / against,
    });
  }
  ledger.flush();
  await queue.stop();
  db.close();
  rmSync(folder, { recursive: true });
};

const noOutputs = { files: [], texts: [], ending: null };

/** What the queue costs with few and many jobs in its table. */
export const run = async (tell: Tell): Promise<void> => {
  for (const size of sizes) await measure(tell, size);
};
