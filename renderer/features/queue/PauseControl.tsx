import { Button, Group, Popover, TextInput } from '@mantine/core';
import { Pause as PauseIcon } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { attempt } from '../../ui/toasts.tsx';

/** Stops handing out work, with a reason for whoever comes by later. */
export function PauseControl() {
  const { t } = useWords();
  const isPaused = useHearth((state) => state.pauses.some(({ owner }) => owner === 'person'));
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  if (isPaused) return null;
  const pause = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsOpen(false);
    await attempt(api.call('queue.pause', { text: text.trim() }));
    setText('');
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      hideDetached={false}
      width={300}
    >
      <Popover.Target>
        <Button variant="default" leftSection={<PauseIcon size={14} aria-hidden />} onClick={() => setIsOpen(!isOpen)}>
          {t('queue.pauseWhy')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={(event) => void pause(event)}>
          <TextInput
            label={t('queue.pauseReason')}
            description={t('queue.pauseMeaning')}
            placeholder={t('queue.pauseExample')}
            maxLength={500}
            value={text}
            data-autofocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm" mt="md">
            <Button variant="default" onClick={() => setIsOpen(false)}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('queue.pause')}</Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
