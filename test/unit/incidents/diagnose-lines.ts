import { diagnoseLog } from '../../../electron/incidents/diagnose-log.ts';
import type { MemoryAtEnd } from '../../../electron/incidents/memory-at-end.ts';
import type { Diagnosis } from '../../../shared/incident.ts';
import type { CrashLog } from '../../fixtures/crash-logs/fixture.ts';

/** Diagnoses bytes as they come, in chunks of any size. */
export const diagnoseBytes = async (
  bytes: Buffer,
  { exit, signal, outcome, version, memory }: Partial<CrashLog> & { memory?: MemoryAtEnd | null } = {},
  chunk = bytes.length || 1,
): Promise<Diagnosis> => {
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  })();
  const options = {
    exit: exit ?? null,
    signal: signal ?? null,
    outcome: outcome ?? null,
    version: version ?? null,
    memory: memory ?? null,
  };
  return (await diagnoseLog(chunks, options)).diagnosis;
};

/** Diagnoses a made-up log. */
export const diagnoseLines = ({ lines, ...outside }: CrashLog): Promise<Diagnosis> =>
  diagnoseBytes(Buffer.from(`${lines.join('\n')}\n`), outside);
