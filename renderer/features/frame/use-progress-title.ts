import { useEffect } from 'react';
import { useHearth } from '../../store/hearth.ts';
import { workingIds } from '../../store/working.ts';
import { formatFor } from '../../ui/format.ts';

/** Shows how far the first running job is in the window's title, for a person who works elsewhere. */
export function useProgressTitle(): void {
  const percent = useHearth((state) => {
    const [first = ''] = workingIds(state).split(' ');
    const progress = state.progress[first];
    return progress ? formatFor('en').percent(progress.ratio) : null;
  });
  useEffect(() => {
    document.title = percent === null ? 'Hearth' : `${percent} · Hearth`;
  }, [percent]);
}
