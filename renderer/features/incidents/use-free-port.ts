import type { Incident, OfferedRemedy } from '../../../shared/incident.ts';
import { useHearth } from '../../store/hearth.ts';

/** The port on which the engine of an open incident could start now, for the remedy that wants another one; else null. */
export const useFreePort = ({ engine: id, state }: Incident, remedy: OfferedRemedy): number | null =>
  useHearth(({ engines }) => {
    const engine = engines[id];
    const isDown = engine?.state === 'failed' || engine?.state === 'stopped';
    return remedy.id === 'other-port' && state === 'open' && isDown ? engine.freePort : null;
  });
