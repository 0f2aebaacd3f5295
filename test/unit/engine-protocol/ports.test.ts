import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { holderFromLsof, listeningInodes, pidFromNetstat } from '../../../electron/engine/port-holder.ts';
import { nextFreePort, portState } from '../../../electron/engine/ports.ts';

const servers: Server[] = [];
const listen = async (host: string, port = 0): Promise<number> => {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

describe('portState', () => {
  test.each(['127.0.0.1', '0.0.0.0'])('a port taken on %s is not free, and its holder is named', async (host) => {
    const port = await listen(host);
    const state = await portState(port);
    expect(state.isFree).toBe(false);
    // Elsewhere a tool has to be there for it.
    if (process.platform === 'linux')
      expect(state.holder).toMatchObject({ pid: process.pid, name: expect.stringContaining('node') });
    expect((await portState(port, '0.0.0.0')).isFree).toBe(false);
  });

  test('a port is free again when its holder has gone', async () => {
    const port = await listen('127.0.0.1');
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await portState(port)).toEqual({ isFree: true, holder: null });
  });

  test('looking at it does not take it', async () => {
    const port = await nextFreePort(20_000);
    expect((await portState(port)).isFree).toBe(true);
    expect(await listen('127.0.0.1', port)).toBe(port);
  });
});

describe('nextFreePort', () => {
  test('passes over taken ones', async () => {
    const port = await listen('127.0.0.1');
    const next = await nextFreePort(port);
    expect(next).not.toBe(port);
    expect((await portState(next)).isFree).toBe(true);
  });

  test('finds one beyond the last', async () => {
    expect(await nextFreePort(65_536)).toBeGreaterThan(0);
  });
});

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1FFC 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 70261 1 0000 100 0 0 10 0
   1: 0100007F:1FFC 0100007F:A0B2 01 00000000:00000000 00:00000000 00000000  1000        0 70262 1 0000 20 4 30 10 -1
   2: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 312 1 0000 100 0 0 10 0
`;
test.each([
  [8188, ['70261']],
  [22, ['312']],
  [41138, []],
])('sockets that listen on %i', (port, inodes) => {
  expect(listeningInodes(table, port)).toEqual(inodes);
});

test.each([
  ['p4120\ncpython3.11\nf7\n', { pid: 4120, name: 'python3.11' }],
  ['p12\n', { pid: 12, name: '?' }],
  ['', null],
])('lsof %j', (text, holder) => {
  expect(holderFromLsof(text)).toEqual(holder);
});

test.each([
  ['  TCP    127.0.0.1:8188         0.0.0.0:0              LISTENING       4120\r\n', 4120],
  ['  TCP    [::1]:8188             [::]:0                 ABHÖREN         77\r\n', 77],
  ['  TCP    127.0.0.1:8188         127.0.0.1:50123        ESTABLISHED     4120\r\n', null],
  ['  TCP    127.0.0.1:18188        0.0.0.0:0              LISTENING       5\r\n', null],
  ['', null],
])('netstat %j', (text, pid) => {
  expect(pidFromNetstat(text, 8188)).toBe(pid);
});
