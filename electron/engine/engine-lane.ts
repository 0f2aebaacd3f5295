import type { Problem } from '../../shared/engine.ts';
import type { EngineRow } from '../db/engines.ts';
import { type Clock, pause } from '../lib/clock.ts';
import type { EngineClient } from './client-types.ts';
import type { EngineRun } from './engine-run.ts';
import type { LaneEnd } from './engines.ts';
import type { SupervisorDeps } from './supervisor-types.ts';

/** Live messages are worth a moment's wait; without them outcomes come over HTTP all the same. */
const socketMs = 1_500;
const quietAskMs = 150;

type LaneDeps = Pick<SupervisorDeps, 'clock' | 'onLane'>;

/** Tells of the lane over a ready run, once its socket is open or took too long. `isStill`: the run has not ended meanwhile. */
export const raiseLane = (run: EngineRun, row: EngineRow, client: EngineClient, isStill: () => boolean, deps: LaneDeps): void => {
  const { clock, onLane } = deps;
  const raise = (): void => {
    stopWaiting();
    stopListening();
    if (run.isLaneUp || !isStill()) return;
    const { launchId, folders } = run.record;
    run.lane = { engineId: row.id, launchId, kind: row.kind, client, folders, isAdopted: run.process.isAdopted };
    run.isLaneUp = true;
    onLane({ type: 'up', lane: run.lane });
    if (!run.hasOpenClaims) onLane({ type: 'claims', engineId: row.id, launchId, isOpen: false });
  };
  const stopWaiting = clock.after(socketMs, raise);
  const stopListening = client.on((message) => {
    if (message.type === 'socket' && message.isOpen) raise();
  });
  if (client.isSocketOpen) raise();
};

/** Opens or closes a run to new prompts, and tells so when that is news. */
export const setClaims = (run: EngineRun, row: EngineRow, isOpen: boolean, { onLane }: Pick<LaneDeps, 'onLane'>): void => {
  // What is to be drained takes nothing, however lively it is.
  const next = isOpen && run.drainTo === null;
  if (run.hasOpenClaims === next) return;
  run.hasOpenClaims = next;
  if (run.isLaneUp) onLane({ type: 'claims', engineId: row.id, launchId: run.record.launchId, isOpen: next });
};

/** Tells that nothing of this run can write any more. `last`: its last words. */
export const dropLane = (
  run: EngineRun,
  row: EngineRow,
  why: LaneEnd,
  last: { oneLine: string; said?: Problem['said'] },
  { onLane }: Pick<LaneDeps, 'onLane'>,
): void => {
  if (!run.isLaneUp) return;
  run.isLaneUp = false;
  run.lane = null;
  onLane({ type: 'down', engineId: row.id, launchId: run.record.launchId, why, ...last });
};

/** Asks the engine to let go of our prompt, and waits until nothing runs there. Prompts of others are waited for, never ended. */
export const quietDown = async (client: EngineClient | null, promptId: string | null, clock: Clock): Promise<void> => {
  if (!client) return;
  if (promptId !== null) await client.interrupt(promptId);
  while ((await client.queue()).running.length > 0) await pause(clock, quietAskMs);
};
