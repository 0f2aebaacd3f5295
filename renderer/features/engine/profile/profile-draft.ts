import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FlagSetting, Profile } from '../../../../shared/engine.ts';
import type { ChangeFlag } from './FlagLine.tsx';
import { withFlag } from './flag-rows.ts';

/** A profile as somebody edits it. */
export interface ProfileEdit {
  /** As the host had it when the edit began. */
  base: Profile;
  flags: FlagSetting[];
  env: Record<string, string>;
}

/** Edits live as long as the page, so that another tab or screen costs none of them. By profile id. */
const draftStore = createStore<Readonly<Record<string, ProfileEdit>>>(() => ({}));

/** The edit of a profile; null: it is shown as stored. */
export const useDraft = (id: string | undefined): ProfileEdit | null =>
  useStore(draftStore, (drafts) => (id === undefined ? null : (drafts[id] ?? null)));

const isSame = (a: Pick<Profile, 'flags' | 'env'>, b: Pick<Profile, 'flags' | 'env'>): boolean =>
  JSON.stringify([a.flags, Object.entries(a.env).sort()]) === JSON.stringify([b.flags, Object.entries(b.env).sort()]);

/** Begins or goes on with an edit; one that is back at where it began is none. */
export function editProfile(profile: Profile, change: Partial<Pick<ProfileEdit, 'flags' | 'env'>>): void {
  draftStore.setState((drafts) => {
    const edit = { ...(drafts[profile.id] ?? { base: profile, flags: profile.flags, env: profile.env }), ...change };
    const { [profile.id]: _, ...others } = drafts;
    return isSame(edit, edit.base) ? others : { ...others, [profile.id]: edit };
  }, true);
}

/** Gives one flag other values, on top of whatever the edit holds by now. */
export const editFlag = (profile: Profile, ...change: Parameters<ChangeFlag>): void => {
  const { flags } = draftStore.getState()[profile.id] ?? profile;
  editProfile(profile, { flags: withFlag(flags, ...change) });
};

export const dropDraft = (id: string): void => draftStore.setState(({ [id]: _, ...others }) => others, true);

/** Whether the stored profile is another one than the edit began with. Pure. */
export const isOvertaken = (edit: ProfileEdit, stored: Profile): boolean => !isSame(edit.base, stored);
