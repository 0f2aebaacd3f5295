import { useStore } from 'zustand';
import type { CostSample } from '../../../shared/cost.ts';
import { api } from '../../api.ts';
import { createLive } from '../../store/live.ts';
import { useAsk } from '../../store/use-ask.ts';

const told = createLive<Readonly<Record<string, readonly CostSample[]>>>({}, (store) =>
  api.on('cost.changed', ({ template, samples }) => store.setState({ [template]: samples })),
);
const none: readonly CostSample[] = [];

/** What attempts of a template took on this machine, kept fresh while it is read. */
export function useCostSamples(template: string): readonly CostSample[] {
  const newer = useStore(told, (state) => state[template]);
  const { data } = useAsk('costs.samples', { template });
  return newer ?? (data?.template === template ? data.samples : none);
}
