import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { type EngineStats, EngineUnreachable } from './client-types.ts';
import { type EngineHttp, openEngineHttp } from './engine-http.ts';
import { statsOf } from './engine-stats.ts';
import { shownUrl } from './engine-url.ts';
import { networkFault } from './network-fault.ts';

/**
 * Asks whether a ComfyUI answers at `url` (as `engineUrl` made it), and which one. Throws AppError that says what is there instead:
 * nothing, something else, a certificate nobody trusts, a guard in front, silence for `timeoutMs`.
 */
export const probeEngine = async (
  url: string,
  { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
): Promise<EngineStats> => {
  const http = openEngineHttp(url, clock);
  try {
    return await askStats(http, url, timeoutMs);
  } finally {
    http.close();
  }
};

const askStats = async (http: EngineHttp, url: string, timeoutMs: number): Promise<EngineStats> => {
  const shown = shownUrl(url);
  const answer = await http.ask({ method: 'GET', path: '/api/system_stats', timeoutMs, mayRepeat: true }).catch((error) => {
    throw faultError(error, shown, timeoutMs);
  });
  if (answer.status === 401 || answer.status === 403 || answer.status === 407) {
    throw new AppError('engine-unavailable', 'engineForbids', { url: shown, status: answer.status });
  }
  const stats = answer.status === 200 ? statsOf(answer.text) : null;
  if (!stats) throw new AppError('engine-unavailable', 'engineNotComfy', { url: shown });
  return stats;
};

const faultError = (error: unknown, url: string, timeoutMs: number): AppError => {
  const fault = networkFault(error instanceof EngineUnreachable ? error.cause : error);
  const because = { cause: error };
  switch (fault.kind) {
    case 'refused':
      return new AppError('engine-unavailable', 'engineRefusesConnection', { url }, because);
    case 'unknown-host':
      return new AppError('engine-unavailable', 'engineHostUnknown', { url }, because);
    case 'timeout':
      return new AppError('engine-unavailable', 'engineTimesOut', { url, seconds: timeoutMs / 1000 }, because);
    case 'certificate':
      return new AppError('engine-unavailable', 'engineCertificate', { url, reason: fault.reason }, because);
    case 'no-tls':
      return new AppError('engine-unavailable', 'engineNoTls', { url }, because);
    case 'not-http':
      return new AppError('engine-unavailable', 'engineNotComfy', { url }, because);
    case 'broken':
      return new AppError('engine-unavailable', 'engineConnectionBroke', { url, reason: fault.reason }, because);
  }
};
