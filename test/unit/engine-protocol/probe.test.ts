import { createServer, type Server } from 'node:net';
import tls from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openEngineClient } from '../../../electron/engine/client.ts';
import { probeEngine } from '../../../electron/engine/probe.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { scriptedEngine } from '../../fakes/scripted-engine.ts';
import { loopbackTls } from '../../fixtures/loopback-tls.ts';
import { manualClock } from '../engine-process/manual-clock.ts';

const stats = JSON.stringify({
  system: {
    comfyui_version: '0.28.0',
    python_version: '3.11.7 (main)',
    pytorch_version: '2.9.1',
    argv: ['main.py', '--cpu'],
    ram_total: 9,
    ram_free: 5,
  },
  devices: [{ name: 'cuda:0 NVIDIA RTX', vram_total: 8, vram_free: 4 }],
});
const probe = (url: string) => probeEngine(url, { clock: systemClock, timeoutMs: 5_000 });
const systemCertificates = tls.getCACertificates('default');

afterEach(() => {
  tls.setDefaultCACertificates(systemCertificates);
  vi.unstubAllEnvs();
});

describe('probeEngine', () => {
  test('tells version, arguments and device', async () => {
    await using engine = await scriptedEngine();
    engine.replies.set('GET /api/system_stats', () => stats);
    expect(await probe(engine.url)).toEqual({
      version: '0.28.0',
      argv: ['main.py', '--cpu'],
      python: '3.11.7',
      torch: '2.9.1',
      device: 'cuda:0 NVIDIA RTX',
      ramTotalBytes: 9,
      ramFreeBytes: 5,
      vramTotalBytes: 8,
      vramFreeBytes: 4,
    });
  });

  test('running on the processor it has no VRAM, though it tells the RAM once more', async () => {
    await using engine = await scriptedEngine();
    const devices = [{ name: 'cpu', type: 'cpu', index: null, vram_total: 9, vram_free: 5 }];
    engine.replies.set('GET /api/system_stats', () => JSON.stringify({ ...JSON.parse(stats), devices }));
    expect(await probe(engine.url)).toMatchObject({ ramTotalBytes: 9, vramTotalBytes: null, vramFreeBytes: null });
  });

  test.each([
    [{ status: 403 }, 'engineForbids', { status: 403 }],
    [{ status: 401, body: 'who?' }, 'engineForbids', { status: 401 }],
    [{ status: 404 }, 'engineNotComfy', {}],
    [{ status: 500 }, 'engineNotComfy', {}],
    ['<html>hello</html>', 'engineNotComfy', {}],
    ['{"ok": true}', 'engineNotComfy', {}],
  ])('what answers %j is said to be that', async (reply, key, params) => {
    await using engine = await scriptedEngine();
    engine.replies.set('GET /api/system_stats', () => reply);
    await expect(probe(engine.url)).rejects.toMatchObject({
      code: 'engine-unavailable',
      key,
      params: { url: engine.url, ...params },
    });
  });

  test('nobody there', async () => {
    const engine = await scriptedEngine();
    await engine[Symbol.asyncDispose]();
    await expect(probe(engine.url)).rejects.toMatchObject({ key: 'engineRefusesConnection', params: { url: engine.url } });
  });

  test('a name that leads nowhere', async () => {
    await expect(probe('http://no-such-host.invalid:8188')).rejects.toMatchObject({ key: 'engineHostUnknown' });
  });

  test('silence', async () => {
    await using engine = await scriptedEngine();
    const clock = manualClock();
    const asked = new Promise<void>((resolve) => {
      engine.replies.set('GET /api/system_stats', () => {
        resolve();
        return null;
      });
    });
    const probed = probeEngine(engine.url, { clock, timeoutMs: 5_000 });
    await asked;
    clock.pass(5_000);
    await expect(probed).rejects.toMatchObject({ key: 'engineTimesOut', params: { seconds: 5 } });
    expect(clock.waiting).toBe(0);
  });

  test('a password is neither needed in the message nor shown', async () => {
    const engine = await scriptedEngine();
    await engine[Symbol.asyncDispose]();
    const error = await probe(engine.url.replace('http://', 'http://me:secret@')).catch(String);
    expect(error).not.toContain('secret');
  });

  test.each([
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9\r\n', 'engineNotComfy'],
    ['hangs up', '', 'engineConnectionBroke'],
  ])('a program that %s', async (_what, words, key) => {
    const server: Server = createServer(
      (socket) =>
        void socket
          .on('error', () => {})
          .resume()
          .end(words),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(probe(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ key });
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('https', () => {
  test('a certificate that nobody trusts is said, and nothing is sent', async () => {
    await using engine = await scriptedEngine({ tls: loopbackTls });
    await expect(probe(engine.url)).rejects.toMatchObject({
      key: 'engineCertificate',
      params: { reason: expect.stringMatching(/self.signed/) },
    });
    expect(engine.requests).toEqual([]);
  });

  test('a trusted one serves HTTP and socket', async () => {
    tls.setDefaultCACertificates([...systemCertificates, loopbackTls.cert]);
    await using engine = await scriptedEngine({ tls: loopbackTls });
    engine.replies.set('GET /api/system_stats', () => stats);
    expect(await probe(engine.url)).toMatchObject({ version: '0.28.0' });
    const client = openEngineClient({ url: engine.url, clock: systemClock });
    await engine.nextSocket();
    await vi.waitFor(() => expect(client.isSocketOpen).toBe(true));
    await client.close();
  });

  test('an address of the wrong kind', async () => {
    await using engine = await scriptedEngine();
    await expect(probe(engine.url.replace('http:', 'https:'))).rejects.toMatchObject({ key: 'engineNoTls' });
  });
});

test('[::1] serves HTTP and socket', async ({ skip }) => {
  const engine = await scriptedEngine({ host: '::1' }).catch(() => null);
  if (!engine) return skip('this machine has no IPv6 loopback');
  engine.replies.set('GET /api/system_stats', () => stats);
  expect(await probe(engine.url)).toMatchObject({ version: '0.28.0' });
  const client = openEngineClient({ url: engine.url, clock: systemClock });
  await engine.nextSocket();
  await vi.waitFor(() => expect(client.isSocketOpen).toBe(true));
  await client.close();
  await engine[Symbol.asyncDispose]();
});

test('no proxy stands between us and an engine', async () => {
  await using engine = await scriptedEngine();
  engine.replies.set('GET /api/system_stats', () => stats);
  // A proxy that refuses everything.
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9');
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  vi.stubEnv('NO_PROXY', '');
  expect(await probe(engine.url)).toMatchObject({ version: '0.28.0' });
});
