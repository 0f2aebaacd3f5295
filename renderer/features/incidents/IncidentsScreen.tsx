import { logFilePlace } from '../../store/log-file.ts';
import { useView } from '../../store/view.ts';
import { IncidentList } from './IncidentList.tsx';
import { IncidentPage } from './IncidentPage.tsx';
import { LogDrop } from './LogDrop.tsx';
import { LogFilePage } from './LogFilePage.tsx';

/** What went wrong: the list of kinds, one incident as a story, or what is thought of a log that somebody gave. */
export function IncidentsScreen() {
  const id = useView(({ place }) => (place.screen === 'incidents' ? place.id : null));
  return (
    <LogDrop>
      {id === logFilePlace ? <LogFilePage /> : id === null ? <IncidentList /> : <IncidentPage key={id} id={id} />}
    </LogDrop>
  );
}
