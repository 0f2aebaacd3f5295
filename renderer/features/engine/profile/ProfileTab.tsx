import { useState } from 'react';
import type { Engine } from '../../../../shared/engine.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { useAsk } from '../../../store/use-ask.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { ProfileEditor } from './ProfileEditor.tsx';
import classes from './profile.module.css';
import { useProfiles } from './use-profiles.ts';

/** The launch profiles, with the flags that this engine's own installation knows. */
export function ProfileTab({ engine }: { engine: Engine }) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const isExternal = engine.kind === 'external';
  const { data, error } = useProfiles();
  const page = useAsk('engines.flags', isExternal ? null : { id: engine.id }, engine.state);
  if (isExternal) return <EmptyState title={t('profiles.external')} hint={t('profiles.externalHint')} />;
  const failure = error ?? page.error;
  if (failure !== undefined && (!data || !page.data)) {
    return (
      <div className={classes.failure}>
        <ErrorNotice error={failure} />
      </div>
    );
  }
  if (!data || !page.data) return <EmptyState title={t('profiles.loading')} />;
  const usedId = engine.profileId ?? null;
  const profile =
    data.profiles.find(({ id }) => id === chosen) ?? data.profiles.find(({ id }) => id === usedId) ?? data.profiles[0];
  if (!profile) return null;
  return (
    <ProfileEditor
      key={profile.id}
      engine={engine}
      page={page.data}
      profiles={data.profiles}
      profile={profile}
      onChoose={setChosen}
    />
  );
}
