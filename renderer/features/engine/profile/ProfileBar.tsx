import { ActionIcon, Button, Menu, Modal, Select, Text, TextInput } from '@mantine/core';
import { Copy, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Profile } from '../../../../shared/engine.ts';
import { api } from '../../../api.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { attempt } from '../../../ui/toasts.tsx';
import classes from './profile.module.css';
import { dropDraft } from './profile-draft.ts';

interface ProfileBarProps {
  profiles: readonly Profile[];
  profile: Profile;
  usedId: string | null;
  onChoose(id: string): void;
  /** Said beside the choice. */
  note: ReactNode;
  /** Save and the like. */
  children: ReactNode;
}

/** Which profile is shown; new, copied, renamed, removed. */
export function ProfileBar({ profiles, profile, usedId, onChoose, note, children }: ProfileBarProps) {
  const { t } = useWords();
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null);
  const isTaken = (name: string): boolean => profiles.some((other) => other.name.toLowerCase() === name.toLowerCase());
  const freeName = (make: (number: number) => string): string => {
    for (let number = 1; ; number++) if (!isTaken(make(number))) return make(number);
  };
  const create = async (wish: Pick<Profile, 'name' | 'flags' | 'env'> & { copyOf?: string }): Promise<void> => {
    const made = await attempt(api.call('profiles.save', wish));
    if (made) onChoose(made.id);
  };
  const copy = (): void => {
    const name = freeName((number) => `${t('profiles.copyName', { name: profile.name })}${number === 1 ? '' : ` ${number}`}`);
    void create({ name, flags: profile.flags, env: profile.env, copyOf: profile.id });
  };
  const remove = (): void => {
    void attempt(
      api.call('profiles.remove', { id: profile.id, isForced: true }).then(() => {
        dropDraft(profile.id);
        onChoose('default');
      }),
    );
  };
  return (
    <div className={classes.bar}>
      <Select
        aria-label={t('profiles.choose')}
        data={profiles.map(({ id, name }) => ({ value: id, label: id === usedId ? t('profiles.inUse', { name }) : name }))}
        value={profile.id}
        onChange={(id) => id !== null && onChoose(id)}
        w={230}
      />
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('profiles.more', { name: profile.name })}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() =>
              void create({ name: freeName((number) => t('profiles.newName', { number: number + 1 })), flags: [], env: {} })
            }
          >
            {t('profiles.new')}
          </Menu.Item>
          <Menu.Item leftSection={<Copy size={14} aria-hidden />} onClick={copy}>
            {t('profiles.duplicate')}
          </Menu.Item>
          <Menu.Item leftSection={<Pencil size={14} aria-hidden />} onClick={() => setAsked('rename')}>
            {t('profiles.rename')}
          </Menu.Item>
          {profile.id !== 'default' && (
            <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} onClick={() => setAsked('remove')}>
              {t('profiles.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Text size="sm" c="dimmed" className={classes.barNote} component="div">
        {note}
      </Text>
      <div className={classes.acts}>{children}</div>
      {asked === 'rename' && <RenameDialog key={profile.id} profile={profile} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={t('profiles.removeTitle', { name: profile.name })}
        confirmLabel={t('profiles.remove')}
        onConfirm={remove}
        onClose={() => setAsked(null)}
      >
        {t('profiles.removeText')}
      </ConfirmDialog>
    </div>
  );
}

function RenameDialog({ profile, onClose }: { profile: Profile; onClose(): void }) {
  const { t } = useWords();
  const [name, setName] = useState(profile.name);
  const save = async (): Promise<void> => {
    const saved = await attempt(api.call('profiles.save', { ...profile, name }));
    if (saved) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('profiles.renameTitle', { name: profile.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={classes.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label={t('profiles.name')}
          value={name}
          maxLength={80}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={classes.acts}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === ''}>
            {t('profiles.rename')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
