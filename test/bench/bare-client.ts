import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import WebSocket from 'ws';

/** The least that can hand one prompt at a time to an engine: what Hearth's own cost is compared with. */
export interface BareClient {
  /** Resolves at the engine's last message for it; ms from the call on. */
  run(graph: unknown): Promise<{ promptId: string; ms: number }>;
  close(): Promise<void>;
}

const post = (agent: Agent, url: string, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } },
      (reply) => {
        reply.resume();
        reply.once('end', () => resolve(reply.statusCode ?? 0));
      },
    );
    call.once('error', reject);
    call.end(body);
  });

/** Connects to the engine at `url`. */
export const openBareClient = async (url: string): Promise<BareClient> => {
  const clientId = randomUUID();
  const agent = new Agent({ keepAlive: true });
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws?clientId=${clientId}`, { perMessageDeflate: false });
  const waiting = new Map<string, () => void>();
  socket.on('message', (data, isBinary) => {
    if (isBinary) return;
    const message: unknown = JSON.parse(String(data));
    // The shapes are ComfyUI's own; anything else falls through.
    const { type, data: body } = message as { type?: string; data?: { node?: unknown; prompt_id?: string } };
    if (type === 'executing' && body?.node === null && body.prompt_id) waiting.get(body.prompt_id)?.();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  return {
    async run(graph) {
      const promptId = randomUUID();
      const done = new Promise<void>((resolve) => waiting.set(promptId, resolve));
      const from = performance.now();
      const status = await post(
        agent,
        `${url}/prompt`,
        JSON.stringify({ prompt: graph, client_id: clientId, prompt_id: promptId }),
      );
      if (status !== 200) throw new Error(`the engine refused the prompt: ${status}`);
      await done;
      waiting.delete(promptId);
      return { promptId, ms: performance.now() - from };
    },
    async close() {
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.close();
      agent.destroy();
      await closed;
    },
  };
};

/** The engine's own start and end of each prompt in ms since the epoch, in order of execution. */
export const engineTimes = async (url: string): Promise<Map<string, { startedAt: number; endedAt: number }>> => {
  const reply = await fetch(`${url}/history`);
  const history = (await reply.json()) as Record<string, { status?: { messages?: [string, { timestamp?: number }][] } }>;
  const times = new Map<string, { startedAt: number; endedAt: number }>();
  for (const [promptId, entry] of Object.entries(history)) {
    const at = (name: string): number | undefined => entry.status?.messages?.find(([type]) => type === name)?.[1].timestamp;
    const startedAt = at('execution_start');
    const endedAt = at('execution_success');
    if (startedAt !== undefined && endedAt !== undefined) times.set(promptId, { startedAt, endedAt });
  }
  return times;
};

/** Gaps between the end of one of `promptIds` and the start of the next, in ms. */
export const idleGaps = (times: Map<string, { startedAt: number; endedAt: number }>, promptIds: readonly string[]): number[] => {
  const ours = promptIds.flatMap((id) => times.get(id) ?? []).sort((a, b) => a.startedAt - b.startedAt);
  return ours.slice(1).map(({ startedAt }, index) => startedAt - (ours[index]?.endedAt ?? startedAt));
};
