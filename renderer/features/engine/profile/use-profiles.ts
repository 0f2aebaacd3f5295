import { useEffect } from 'react';
import type { Profile } from '../../../../shared/engine.ts';
import { api } from '../../../api.ts';
import { type Answer, useAsk } from '../../../store/use-ask.ts';

/** All launch profiles, asked again whenever one changes. */
export function useProfiles(): Answer<{ profiles: Profile[] }> {
  const answer = useAsk('profiles.list', {});
  const { again } = answer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is a new function each time and always does the same.
  useEffect(() => {
    const stops = [api.on('profile.changed', again), api.on('profile.removed', again)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return answer;
}
