import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampled, solid } from '../../contract/graphs.ts';
import { finished, get, run } from '../../contract/wire.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { DemoProcess } from './demo-process.ts';

const checkpoint = 'v1-5-pruned-emaonly-fp16.safetensors';

describe('the process', () => {
  test('says where it can be reached and what it runs on, in colours', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path);
    const green = '\u001b[32m[INFO]\u001b[0m ';
    expect(engine.stderr).toContain(`${green}To see the GUI go to: ${engine.url}\n`);
    expect(engine.stderr).toContain(`${green}Device: cuda:0 NVIDIA Demo GPU 16GB : cudaMallocAsync\n`);
    expect(engine.stdout).toBe('');
    const { system } = (await get(engine.url, '/system_stats')).json;
    expect(system.argv.slice(1, 3)).toEqual(['--base-directory', folder.path]);
  });

  test('ends with 0 after SIGINT, and takes its temp files with it', async () => {
    await using folder = await tempFolder();
    await mkdir(join(folder.path, 'temp'));
    await writeFile(join(folder.path, 'temp', 'old.png'), 'left behind');
    await using engine = await DemoProcess.start(folder.path);
    expect(existsSync(join(folder.path, 'temp', 'old.png'))).toBe(false);
    engine.child.kill('SIGINT');
    expect(await engine.ended()).toEqual({ code: 0, signal: null });
    expect(engine.stderr).toContain('Stopped server');
    expect(existsSync(join(folder.path, 'temp'))).toBe(false);
  });

  test('aborts when SIGINT comes while it samples', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path);
    await engine.submit(sampled(checkpoint, 1, 9000));
    await engine.said('0/9000');
    engine.child.kill('SIGINT');
    expect(await engine.ended()).toEqual({ code: null, signal: 'SIGABRT' });
    expect(engine.stderr).toContain('Stopped server');
    expect(engine.stderr).toContain('terminate called without an active exception');
  });

  test('dies of SIGTERM at once, and leaves its temp files', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path);
    engine.child.kill('SIGTERM');
    expect(await engine.ended()).toEqual({ code: null, signal: 'SIGTERM' });
    expect(existsSync(join(folder.path, 'temp'))).toBe(true);
  });

  test('boots wholly before it finds its port taken, and ends with 1', async () => {
    await using folder = await tempFolder();
    await using first = await DemoProcess.start(folder.path);
    await using second = await DemoProcess.spawn(folder.path, '--port', String(first.port));
    expect(await second.ended()).toEqual({ code: 1, signal: null });
    expect(second.stderr).toContain('Could not acquire lock on database');
    expect(second.stderr.indexOf('Starting server')).toBeGreaterThan(second.stderr.indexOf('ComfyUI version: 0.28.0'));
    expect(second.stderr).toContain(`Port ${first.port} is already in use on address 127.0.0.1.`);
    expect((await get(first.url, '/prompt')).status).toBe(200);
  });

  test.each([
    [['--nope'], 'error: unrecognized arguments: --nope'],
    [['--cpu', '--lowvram'], 'error: argument --lowvram: not allowed with argument --cpu'],
    [['--fail', 'everything'], "unknown kind 'everything'"],
  ])('ends with 2 on %j', async (flags, message) => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.spawn(folder.path, ...flags);
    expect(await engine.ended()).toEqual({ code: 2, signal: null });
    expect(engine.stderr).toMatch(/^usage: /);
    expect(engine.stderr).toContain(message);
    expect(engine.stdout).toBe('');
  });

  test.each([
    [['--help'], '--disable-async-offload'],
    [['--fail', 'help'], 'dead-worker'],
    [['--list-feature-flags'], 'show_signin_button'],
  ])('prints %j and ends with 0', async (flags, text) => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.spawn(folder.path, ...flags);
    expect(await engine.ended()).toEqual({ code: 0, signal: null });
    expect(engine.stdout).toContain(text);
  });

  test('ends with 1 and a reason when its folder cannot be made', async () => {
    await using folder = await tempFolder();
    await writeFile(join(folder.path, 'file'), '');
    await using engine = await DemoProcess.spawn(join(folder.path, 'file', 'base'));
    expect(await engine.ended()).toEqual({ code: 1, signal: null });
    expect(engine.stderr).toContain('OSError: ENOTDIR');
  });

  test('ends with 0 before it listens when it is only tested', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.spawn(folder.path, '--quick-test-for-ci');
    expect(await engine.ended()).toEqual({ code: 0, signal: null });
    expect(engine.stderr).not.toContain('Starting server');
  });

  test('leaves metadata out of files when told to', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(
      folder.path,
      '--disable-metadata',
      '--output-directory',
      join(folder.path, 'mine'),
    );
    const entry = await run(engine.url, solid('plain'));
    const { filename } = entry.outputs['2'].images[0];
    expect(existsSync(join(folder.path, 'mine', filename))).toBe(true);
    expect((await get(engine.url, `/view?filename=${filename}`)).text).not.toContain('EmptyImage');
  });

  test('draws the same picture for the same values, and another one for another seed or text', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path, '--cache-none', '--disable-metadata');
    const bytes = async (seed: number, text = 'a lighthouse'): Promise<string> => {
      const graph = sampled(checkpoint, seed);
      graph['6'] = { class_type: 'CLIPTextEncode', inputs: { text, clip: ['4', 1] } };
      const { filename } = (await run(engine.url, graph)).outputs['9'].images[0];
      return (await get(engine.url, `/view?filename=${filename}`)).text;
    };
    const first = await bytes(1);
    expect(await bytes(1)).toBe(first);
    expect(await bytes(2)).not.toBe(first);
    expect(await bytes(1, 'a castle')).not.toBe(first);
  });

  test('answers while it draws', async () => {
    await using folder = await tempFolder();
    await using engine = await DemoProcess.start(folder.path);
    const graph = sampled(checkpoint, 1, 1);
    graph['5'] = { class_type: 'EmptyLatentImage', inputs: { width: 1536, height: 1536, batch_size: 1 } };
    const id = await engine.submit(graph);
    let answers = 0;
    let isDone = false;
    void finished(engine.url, id).then(() => {
      isDone = true;
    });
    for (; !isDone; answers++) expect((await get(engine.url, '/prompt')).status).toBe(200);
    expect(answers).toBeGreaterThan(10);
  });
});
