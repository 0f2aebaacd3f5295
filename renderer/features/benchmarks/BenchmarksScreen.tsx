import { useView } from '../../store/view.ts';
import { BenchmarkList } from './BenchmarkList.tsx';
import './print.css';
import { PlanEditor } from './PlanEditor.tsx';
import { newPlanPlace } from './plan-draft.ts';
import { RunPage } from './RunPage.tsx';

/** Plans and runs; one plan as it is made; or one run, live or with its verdict. */
export function BenchmarksScreen() {
  const id = useView(({ place }) => (place.screen === 'benchmarks' ? place.id : null));
  if (id === null) return <BenchmarkList />;
  return id === newPlanPlace ? <PlanEditor /> : <RunPage key={id} id={id} />;
}
