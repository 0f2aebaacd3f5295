import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Engine } from '../../../shared/engine.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { go } from '../../store/view.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { engineName } from '../../ui/engine-name.ts';

/** Asks for which card one more engine of the same ComfyUI is, and adds it. */
export function TwinDialog({ engine, onClose }: { engine: Engine; onClose(): void }) {
  const { t } = useWords();
  const beside = useHearth((state) => state.engineOrder.filter((id) => state.engines[id]?.folder === engine.folder).length);
  const [device, setDevice] = useState(String(beside));
  const [refusal, setRefusal] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const name = engineName(t, engine);
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    try {
      const added = await api.call('engines.addTwin', { id: engine.id, device: device.replaceAll(' ', '') });
      onClose();
      go('engine', added.id);
    } catch (error) {
      setRefusal(error);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('engine.twinTitle', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={(event) => void add(event)}>
        <Text size="sm" mb="sm">
          {t('engine.twinText', { name })}
        </Text>
        <TextInput
          data-autofocus
          label={t('engine.twinDevice')}
          description={t('engine.twinDeviceHint')}
          value={device}
          onChange={(event) => setDevice(event.currentTarget.value)}
        />
        {refusal !== undefined && <ErrorNotice error={refusal} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!/^ *\d+( *, *\d+)* *$/.test(device)}>
            {t('engine.twinAdd')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
