import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The host's token from the data folder, made at the first start and kept, so that an open tab survives a restart. */
export function loadToken(dataDir: string): string {
  const file = join(dataDir, 'token');
  try {
    const token = readFileSync(file, 'utf8').trim();
    if (/^[\w-]{32,}$/.test(token)) {
      chmodSync(file, 0o600);
      return token;
    }
  } catch {
    // Not there yet.
  }
  const token = randomBytes(32).toString('base64url');
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return token;
}
