import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a header can carry: anything else is no token of ours. */
export const tokenPattern = /^[\x21-\x7e]+$/;

/** What a host tells about itself in `host.json`. It stays behind when the host ends: only who answers with the token is running. */
export const HostFile = z.object({
  /** `http://127.0.0.1:<port>` */
  url: z.url({ protocol: /^https?$/ }),
  token: z.string().regex(tokenPattern),
  pid: z.int().positive(),
  startedAt: z.iso.datetime(),
});
export type HostFile = z.infer<typeof HostFile>;

const fileIn = (dataDir: string): string => join(dataDir, 'host.json');

/** What the last host of this data folder said, or undefined if there was none or it cannot be read. */
export function readHostFile(dataDir: string): HostFile | undefined {
  try {
    return HostFile.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Replaces `host.json` in one step, readable by its owner only. */
export function writeHostFile(dataDir: string, host: HostFile): void {
  const next = `${fileIn(dataDir)}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(host)}\n`, { mode: 0o600 });
  renameSync(next, fileIn(dataDir));
}
