import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/database.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { createVirtualClock, rest } from '../../fakes/virtual-clock.ts';
import { openBook, openCourse } from './course-stage.ts';

test('a trial runs a job that has run through since as it was changed by an earlier remedy', async () => {
  await using folder = await tempFolder();
  const db = openDatabase(join(folder.path, 'hearth.db'));
  const clock = createVirtualClock();
  const [id, copy] = [randomUUID(), randomUUID()];
  const changes = {
    remedy: 'tiled-vae',
    changes: [{ op: 'class', node: '8', before: 'VAEDecode', after: 'VAEDecodeTiled', inputs: {} }],
  };
  const asked: unknown[] = [];
  const { book, begun } = openBook(db, clock.now, {
    needsStart: false,
    needsJob: true,
    origin: id,
    originState: 'succeeded',
    copyValues: { steps: 2 },
  });
  const course = openCourse(book, begun, {
    clock,
    log: silentLog,
    settings: () => defaultSettings,
    queue: {
      get: () => ({ job: { id, template: 'sd15', version: 3, priority: 'normal', state: 'succeeded', changes } }),
      enqueue(...wish: unknown[]) {
        asked.push(wish);
        return Promise.resolve({ jobs: [{ id: copy }] });
      },
      trials: { letThrough: (_: string, job: string) => asked.push(job) },
    },
  });
  course.send({ type: 'begin' });
  await rest();
  expect(asked).toEqual([
    [expect.objectContaining({ template: 'sd15', version: 3, values: { steps: 2 }, origin: id }), changes],
    copy,
  ]);
  course.leave();
  await course.done;
  db.close();
});
