import WebSocket from 'ws';
import { socketPort } from '../../electron/web/ports.ts';
import { type Client, connect } from '../../shared/rpc.ts';
import type { Hearth } from '../e2e/hearth.ts';

/** Speaks the contract with a running host, as the window does. */
export const openHostClient = ({ url, token }: Pick<Hearth, 'url' | 'token'>): Promise<{ client: Client; close: () => void }> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/rpc`, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      maxPayload: 0,
    });
    socket.on('error', reject);
    socket.once('open', () => resolve({ client: connect(socketPort(socket)), close: () => socket.terminate() }));
  });

/** Address of the ready engine. Rejects when the host has none that becomes ready. */
export const readyEngine = async (client: Client): Promise<string> => {
  let stop = (): void => {};
  const changed = new Promise<string>((resolve) => {
    stop = client.on('engine.changed', ({ state, url }) => {
      if (state === 'ready' && url) resolve(url);
    });
  });
  const { engines } = await client.call('app.snapshot', {});
  const url = engines.find(({ state }) => state === 'ready')?.url ?? (await changed);
  stop();
  return url;
};
