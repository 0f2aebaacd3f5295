import { AppError } from '../../shared/app-error.ts';
import { readHostFile, tokenPattern } from '../host-file.ts';
import { UsageError } from '../lib/parse-args.ts';
import { pidExists } from '../lib/pid-exists.ts';
import { dataFolderOf } from '../parse-config.ts';
import type { CliIo } from './cli-io.ts';

/** Where a host should answer, and with what it is asked. */
export interface HostTarget {
  /** Without a slash at its end. */
  url: string;
  token: string;
  /** What to say when nobody answers there. */
  missing(): AppError;
}

/**
 * The host that a client command means: HEARTH_URL and HEARTH_TOKEN where set, else the data folder's `host.json`. Throws AppError
 * when no host can be running there, UsageError for an address that is none.
 */
export function findHost(data: string | undefined, io: CliIo): HostTarget {
  const folder = dataFolderOf(data, io);
  const file = readHostFile(folder);
  const { HEARTH_URL: givenUrl, HEARTH_TOKEN: givenToken } = io.env;
  if (givenUrl) {
    if (!/^https?:\/\//i.test(givenUrl) || !URL.canParse(givenUrl))
      throw new UsageError(`HEARTH_URL is no http address: "${givenUrl}".`);
    const { origin, pathname, searchParams } = new URL(givenUrl);
    const url = origin + pathname.replace(/\/+$/, '');
    return target(url, givenToken || searchParams.get('token') || file?.token || '');
  }
  const missing = (): AppError => new AppError('disconnected', 'noHost', { folder });
  // A stale file must not send the token to whoever has that port now.
  if (!file || !pidExists(file.pid)) throw missing();
  return givenToken ? target(file.url, givenToken) : { url: file.url, token: file.token, missing };
}

/** A host that the environment names, at least in part. Throws AppError for a token that none can have. */
function target(url: string, token: string): HostTarget {
  const missing = (): AppError => new AppError('disconnected', 'noHostAt', { url });
  if (!tokenPattern.test(token)) throw missing();
  return { url, token, missing };
}
