import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LaunchRecord, reachedAt, readLaunch, writeLaunch } from '../../../electron/engine/launch-file.ts';
import { usesFolder } from '../../../electron/engine/process-table.ts';

const record: LaunchRecord = {
  launchId: 'a',
  pid: 7,
  startTime: '1',
  command: ['python', 'main.py', '--port', '8188'],
  url: 'http://127.0.0.1:8188',
  logFile: '/logs/a.log',
  logFrom: 0,
  profile: 'Default',
  clientId: null,
  marker: null,
  folders: null,
};

describe('where the engine of a record is reached', () => {
  it.each([
    ['http://127.0.0.1:8188', ['--port', '8188'], 'http://127.0.0.1:8188'],
    ['http://localhost:8188/', ['--port', '8188'], 'http://localhost:8188'],
    ['https://[::1]:8188', ['--port=8188'], 'https://[::1]:8188'],
    ['http://127.0.0.1:9000', [], 'http://127.0.0.1:9000'],
    ['http://127.0.0.1:1', ['--port', '8188'], 'http://127.0.0.1:8188'],
    ['http://192.0.2.1:8188', ['--port', '8188'], 'http://127.0.0.1:8188'],
    ['http://127.0.0.1.example.com:8188', ['--port', '8188'], 'http://127.0.0.1:8188'],
    ['http://user:secret@127.0.0.1:8188/x', ['--port', '8188'], 'http://127.0.0.1:8188'],
    ['file:///etc/passwd', ['--port', '8188'], 'http://127.0.0.1:8188'],
    ['nonsense', ['--port', '8188', '--tls-keyfile', 'k'], 'https://127.0.0.1:8188'],
    ['nonsense', ['--port', '1', '--port', '8188'], 'http://127.0.0.1:8188'],
    ['nonsense', ['--port', '70000'], null],
    ['nonsense', [], null],
    ['http://192.0.2.1:8188', [], null],
  ])('%s with %j: %s', (url, words, reached) => {
    expect(reachedAt({ url, command: ['python', ...words] })).toBe(reached);
  });
});

describe('the record on disk', () => {
  const file = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-launch-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return join(folder, 'launch.json');
  };

  it('is read as it was written', () => {
    const place = file();
    writeLaunch(place, record);
    expect(readLaunch(place)).toEqual(record);
  });

  it.each([
    ['nothing', ''],
    ['half', JSON.stringify(record).slice(0, 60)],
    ['another shape', '[]'],
    ['a pid that is none', JSON.stringify({ ...record, pid: -1 })],
    ['no command', JSON.stringify({ ...record, command: [] })],
    ['no address anywhere', JSON.stringify({ ...record, url: 'x', command: ['python'] })],
  ])('is none where it holds %s', (_case, text) => {
    const place = file();
    writeFileSync(place, text);
    expect(readLaunch(place)).toBeNull();
  });

  it('is none where there is none', () => {
    expect(readLaunch(file())).toBeNull();
  });
});

describe('whose folder a command line names', () => {
  const folder = '/data with space/engines/comfyui';
  it.each([
    [`python main.py --temp-directory ${folder} --port 1`, true],
    [`python main.py --base-directory ${folder}/base`, true],
    [`python main.py --database-url sqlite:///${folder}/comfyui.db`, true],
    [`python main.py --temp-directory ${folder}-2`, false],
    [`tail -f ${folder}/x.log`, false],
    ['python main.py', false],
  ])('%s: %s', (line, isIt) => {
    expect(usesFolder(line, folder)).toBe(isIt);
  });

  it('knows the slashes and quotes of Windows', () => {
    expect(usesFolder('"C:\\p\\python.exe" main.py --temp-directory "C:\\My data\\e" --port 1', 'C:\\My data\\e')).toBe(true);
    expect(usesFolder('python.exe --database-url sqlite:///C:/d/e/comfyui.db', 'C:\\d\\e')).toBe(true);
  });
});
