import { useState } from 'react';
import type { SettingsPatch } from '../../../shared/settings.ts';
import { api } from '../../api.ts';
import { errorText } from '../../i18n/error-text.ts';

export interface SettingSaver {
  isSaved: boolean;
  /** Why the last change was not taken, in words. */
  refusal: string | null;
  refuse(words: string | null): void;
  save(patch: SettingsPatch): void;
}

/** Saves one setting at once and tells how that went. The value itself comes from the store, once the host has it. */
export function useSetting(): SettingSaver {
  const [isSaved, setIsSaved] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const refuse = (words: string | null): void => {
    setIsSaved(false);
    setRefusal(words);
  };
  const save = (patch: SettingsPatch): void => {
    refuse(null);
    api.call('settings.set', patch).then(
      () => setIsSaved(true),
      (error: unknown) => setRefusal(errorText(error)),
    );
  };
  return { isSaved, refusal, refuse, save };
}
