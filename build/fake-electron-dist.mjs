import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What marks the fuses inside Electron's binary; behind it: version, number of fuses, one digit for each. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Writes a folder that electron-builder takes for an unpacked Electron for Linux, so that packing can be proven offline.
 * @param {string} folder where; must not exist yet
 * @param {string} version of Electron
 */
export const writeFakeElectronDist = (folder, version) => {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  const fuses = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, 9]), Buffer.from('0'.repeat(9))]);
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.alloc(64, 0x20), fuses, Buffer.alloc(64, 0x20)]));
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak', 'locales/ko.pak', 'chrome-sandbox'])
    writeFileSync(join(folder, name), name);
};
