import { ChartColumn, Cpu, Images, ListOrdered, PencilLine, Settings2, Siren } from 'lucide-react';
import type { screens } from '../../store/place.ts';

export type RailScreen = (typeof screens)[number];

/** Each screen's sign, the same in the rail and among the commands. */
export const screenIcons: Record<RailScreen, typeof Cpu> = {
  generate: PencilLine,
  queue: ListOrdered,
  gallery: Images,
  engine: Cpu,
  incidents: Siren,
  benchmarks: ChartColumn,
  settings: Settings2,
};
