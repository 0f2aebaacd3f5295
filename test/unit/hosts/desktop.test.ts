import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { desktopOptions } from '../../../electron/desktop-options.ts';
import { watchWork } from '../../../electron/watch-work.ts';
import { createAssets } from '../../../electron/web/assets.ts';
import { windowAssets } from '../../../electron/web/to-response.ts';
import { type JobCounts, JobState } from '../../../shared/job.ts';
import { EventHub } from '../../../shared/rpc.ts';
import { nextId } from '../../fakes/fake-data.ts';

test.each<[string[], object]>([
  [[], { engineFlags: [] }],
  [['--data', '/d', '--port=0'], { data: '/d', port: '0', engineFlags: [] }],
  [['--no-sandbox', '-psn_0_1', '--data=/d', 'file.png', '--inspect'], { data: '/d', engineFlags: [] }],
  [['--engine', 'demo', '--', '--speed', '4', '--port', '1'], { engine: 'demo', engineFlags: ['--speed', '4', '--port', '1'] }],
  [['--data'], { engineFlags: [] }],
])('the desktop app started with %j', (words, expected) => {
  expect(desktopOptions(words)).toEqual(expected);
});

const counts = (some: Partial<JobCounts>): JobCounts =>
  // Every state is there, because they come from the list of all states.
  ({ ...(Object.fromEntries(JobState.options.map((state) => [state, 0])) as JobCounts), ...some });

describe('signs of work', () => {
  const watch = (first: JobCounts) => {
    const hub = new EventHub((where) => {
      throw new Error(where);
    });
    const seen: unknown[] = [];
    const stop = watchWork(hub, first, {
      progress: (ratio) => seen.push(['progress', ratio]),
      busy: (isBusy) => seen.push(['busy', isBusy]),
      finished: (outcome) => seen.push(['finished', outcome]),
    });
    const change = (some: Partial<JobCounts>): unknown[] => {
      seen.length = 0;
      hub.emit('queue.changed', { counts: counts(some), pauses: [] });
      return [...seen];
    };
    return { hub, seen, stop, change };
  };

  test('a night of work: awake while it lasts, one word at its end', () => {
    const { seen, change } = watch(counts({ succeeded: 10 }));
    expect(seen).toEqual([['progress', null]]);
    expect(change({ succeeded: 10, queued: 2 })).toEqual([
      ['progress', null],
      ['busy', true],
    ]);
    expect(change({ succeeded: 10, queued: 1, running: 1 })).toEqual([]);
    expect(change({ succeeded: 11, failed_retryable: 1 })).toEqual([['progress', null]]);
    expect(change({ succeeded: 11, dead_letter: 1 })).toEqual([
      ['progress', null],
      ['busy', false],
      ['finished', { succeeded: 1, others: 1 }],
    ]);
    expect(change({ succeeded: 11, dead_letter: 1 })).toEqual([['progress', null]]);
  });

  test('what was cancelled is no news', () => {
    const { change } = watch(counts({ queued: 2 }));
    expect(change({ cancelled: 2 })).toEqual([
      ['progress', null],
      ['busy', false],
    ]);
  });

  test('progress passes through, other events do not, and nothing after the end', () => {
    const { hub, seen, stop } = watch(counts({ running: 1 }));
    seen.length = 0;
    const progress = {
      jobId: nextId(),
      attemptId: nextId(),
      engine: 'e',
      step: null,
      node: null,
      elapsedMs: 1,
      remainingMs: null,
      preview: null,
    };
    hub.emit('job.progress', { ...progress, ratio: 0.5 });
    hub.emit('engine.removed', { id: 'e' });
    expect(seen).toEqual([['progress', 0.5]]);
    stop();
    hub.emit('job.progress', { ...progress, ratio: 0.6 });
    expect(seen).toHaveLength(1);
    expect(hub.clients).toBe(0);
  });
});

describe("the window's own scheme", () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-scheme-'));
  writeFileSync(join(folder, 'index.html'), '<title>Hearth</title>');
  writeFileSync(join(folder, 'picture.png'), '0123456789');
  const errors: unknown[] = [];
  const id = '00000000-0000-4000-8000-000000000001';
  const respond = windowAssets(
    'app://hearth',
    createAssets({
      rendererDir: folder,
      artifact: () => {
        throw new Error('hunter2');
      },
      preview: (attempt) => (attempt === id ? { mime: 'image/png', bytes: new Uint8Array([1, 2]) } : undefined),
      givenLogsDir: join(folder, 'given-logs'),
      diagnose: () => Promise.reject(new Error('not asked for here')),
      input: () => ({ file: join(folder, 'picture.png'), mime: 'image/png' }),
      addInput: async (bytes, name) => ({ value: 'v', name, bytes: bytes.length }),
    }),
    (where, error) => errors.push([where, error]),
  );

  test('serves pages with their policy', async () => {
    const page = await respond(new Request('app://hearth/'));
    expect([page.status, await page.text()]).toEqual([200, '<title>Hearth</title>']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('serves files whole and in part, and takes pictures', async () => {
    const preview = await respond(new Request(`app://hearth/previews/${id}`));
    expect([...new Uint8Array(await preview.arrayBuffer())]).toEqual([1, 2]);
    const url = `app://hearth/inputs/${'ab'.repeat(32)}.png`;
    expect(await (await respond(new Request(url))).text()).toBe('0123456789');
    const part = await respond(new Request(url, { headers: { range: 'bytes=2-4' } }));
    expect([part.status, await part.text()]).toEqual([206, '234']);
    const headers = { 'x-file-name': 'a.png' };
    const taken = await respond(new Request('app://hearth/inputs', { method: 'POST', headers, body: 'abc' }));
    expect(await taken.json()).toEqual({ value: 'v', name: 'a.png', bytes: 3 });
  });

  test('has an empty answer, no error, for a preview that is over', async () => {
    const over = await respond(new Request(`app://hearth/previews/${id.replace(/1$/, '2')}`));
    expect([over.status, await over.text(), errors]).toEqual([204, '', []]);
  });

  test.each(['app://hearth/..%2f..%2fetc/passwd', 'app://hearth/%2e%2e/%2e%2e/etc/passwd', 'app://hearth/nothing'])(
    '%s leads nowhere',
    async (url) => {
      expect((await respond(new Request(url))).status).toBe(404);
    },
  );

  test('is for one origin only, and hides what breaks', async () => {
    expect((await respond(new Request('app://other/'))).status).toBe(403);
    const broken = await respond(new Request(`app://hearth/artifacts/${id}`));
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain('hunter2');
    expect(String(errors)).toContain('hunter2');
    rmSync(folder, { recursive: true });
  });
});
