import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { solidPicture } from '../../../electron/demo-engine/draw/picture.ts';
import { encodePng } from '../../../electron/demo-engine/draw/png-encode.ts';
import { decodePng } from '../../../electron/lib/png-decode.ts';
import { type Graph, run } from '../../contract/wire.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { DemoProcess } from './demo-process.ts';

const workflows = fileURLToPath(new URL('../../../workflows', import.meta.url));

test('every shipped template runs, and gives a picture', async () => {
  await using folder = await tempFolder();
  await mkdir(join(folder.path, 'input'));
  await writeFile(join(folder.path, 'input', 'given.png'), await encodePng(solidPicture(96, 64, 0x336699), [], 4));
  await using engine = await DemoProcess.start(folder.path, '--speed', '200');
  const names = readdirSync(workflows);
  expect(names).toContain('sd15');
  for (const name of names) {
    const graph: Graph = JSON.parse(readFileSync(join(workflows, name, 'graph.json'), 'utf8'));
    for (const node of Object.values(graph)) if (node.class_type === 'LoadImage') node.inputs.image = 'given.png';
    const { status, outputs } = await run(engine.url, graph);
    expect([name, status.status_str]).toEqual([name, 'success']);
    const [image] = Object.values<{ images: { filename: string; subfolder: string }[] }>(outputs).flatMap(({ images }) => images);
    const bytes = readFileSync(join(folder.path, 'output', image?.subfolder ?? '', image?.filename ?? ''));
    expect((await decodePng(bytes)).picture.width).toBeGreaterThan(90);
  }
});
