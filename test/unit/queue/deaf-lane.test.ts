import { expect, test } from 'vitest';
import { usingWorld } from './using-world.ts';

const { world, p } = usingWorld();

/** A job for an engine that answers before its socket is open. */
const waiting = async () => {
  const process = world.addEngine('gpu');
  process.isSocketLate = true;
  const { engines } = await world.boot();
  const job = await p.submitOne();
  await world.clock.advance(300);
  return { process, job, client: engines.client('gpu') };
};

test('the first job of an engine waits a moment for its socket, so that all of it is heard', async () => {
  const { process, job, client } = await waiting();
  expect(process.starts.size).toBe(0);
  client?.setSocket(true);
  await world.clock.advance(20);
  expect(process.starts.size).toBe(1);
  await p.until(job);
  expect(p.job(job).state).toBe('succeeded');
});

test('where none comes it runs all the same', async () => {
  const { process, job } = await waiting();
  await world.clock.advance(1_000);
  expect(process.starts.size).toBe(1);
  await p.until(job);
  expect(p.job(job).state).toBe('succeeded');
});
