import { afterEach, beforeEach, expect, vi } from 'vitest';
import { openEngineClient } from '../../../electron/engine/client.ts';
import type { EngineClient, EngineMessage } from '../../../electron/engine/client-types.ts';
import { type ScriptedEngine, type SeenRequest, scriptedEngine } from '../../fakes/scripted-engine.ts';
import { type ManualClock, manualClock } from '../engine-process/manual-clock.ts';

export const id = '0a0b0c0d-0000-4000-8000-000000000001';
export const other = '0a0b0c0d-0000-4000-8000-000000000002';
export const graph = '{"1":{"class_type":"EmptyImage","inputs":{}}}';

/** What one test plays with; the imports of a test file follow these as they change. */
export let engine: ScriptedEngine;
export let clock: ManualClock;
export let client: EngineClient;
export let messages: EngineMessage[];
export let log: string[];

export const open = (options: { url?: string; clientId?: string } = {}): EngineClient => {
  client = openEngineClient({ url: engine.url, clock, log: (line) => log.push(line), ...options });
  client.on((message) => messages.push(message));
  return client;
};
export const openReady = async (): Promise<EngineClient> => {
  open();
  await engine.nextSocket();
  await vi.waitFor(() => expect(client.isSocketOpen).toBe(true));
  return client;
};
export const accept = (request: SeenRequest): string =>
  JSON.stringify({ prompt_id: JSON.parse(request.body).prompt_id, number: 0, node_errors: {} });
export const of = <T extends EngineMessage['type']>(type: T): Extract<EngineMessage, { type: T }>[] =>
  messages.filter((message): message is Extract<EngineMessage, { type: T }> => message.type === type);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Lets time pass in small steps, so that what goes over the wire keeps up with it. */
export const passUntil = async (isDone: () => boolean): Promise<void> => {
  const end = clock.monotonic() + 900_000;
  while (!isDone()) {
    if (clock.monotonic() > end) throw new Error('a quarter of an hour passed, and nothing came of it');
    clock.pass(50);
    await turn();
  }
};
export const reopened = (sockets: number): Promise<void> =>
  passUntil(() => engine.sockets.length === sockets && client.isSocketOpen);

/** Gives each test of a file its own engine and clock, and sees that nothing is left of its client. */
export const playOnStage = (): void => {
  beforeEach(async () => {
    engine = await scriptedEngine();
    clock = manualClock();
    [messages, log] = [[], []];
  });
  afterEach(async () => {
    await client.close();
    expect(clock.waiting).toBe(0);
    await engine[Symbol.asyncDispose]();
  });
};
