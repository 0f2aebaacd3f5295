import { Button, Loader, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { FolderOpen, Plug } from 'lucide-react';
import { useState } from 'react';
import type { Install } from '../../../shared/engine.ts';
import type { EngineAdd } from '../../../shared/engine-contract.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useAsk } from '../../store/use-ask.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { attempt } from '../../ui/toasts.tsx';
import { CheckList } from './CheckList.tsx';
import { engineAt } from './engine-at.ts';
import classes from './FirstRunScreen.module.css';

/** A check starts Python, so it waits until the typing pauses. */
const typingPauseMs = 500;

/** A ComfyUI of one's own: one that was found, another folder, or the address of one that runs. */
export function ComfyChoice({ isBusy, onChoose }: { isBusy: boolean; onChoose(engine: EngineAdd): void }) {
  const { t } = useWords();
  const canPick = useHearth((state) => state.actions.includes('pickFolder'));
  const found = useAsk('installs.find', {});
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [settled] = useDebouncedValue(typed.trim(), typingPauseMs);

  const installs = found.data?.installs ?? [];
  const first = installs.find((install) => install.isUsable)?.location ?? null;
  // Nothing typed: the first usable one is as good as chosen, so that a single click is enough.
  const location = typed.trim() !== '' ? settled : (picked ?? first ?? '');
  const check = useAsk('installs.check', location === '' ? null : { location });
  const checked = check.data?.location === location ? check.data : undefined;
  const install = checked ?? installs.find((known) => known.location === location);
  const isSettled = typed.trim() === '' || typed.trim() === settled;

  const pick = async (): Promise<void> => {
    const answer = await attempt(api.call('host.pickFolder', {}));
    if (answer?.folder) setTyped(answer.folder);
  };

  return (
    <section className={classes.card} aria-labelledby="comfy-title">
      <Title order={2} id="comfy-title">
        {t('firstRun.comfy.title')}
      </Title>
      <Text size="sm">{t('firstRun.comfy.what')}</Text>

      {found.data === undefined && found.error === undefined && (
        <Text size="sm" c="dimmed">
          <Loader size={12} mr={8} aria-hidden />
          {t('firstRun.comfy.looking')}
        </Text>
      )}
      {found.error !== undefined && <ErrorNotice error={found.error} isCompact />}
      {found.data && installs.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('firstRun.comfy.none')}
        </Text>
      )}
      {installs.length > 0 && (
        <div className={classes.found} role="radiogroup" aria-label={t('firstRun.comfy.found')}>
          {installs.map((known) => (
            <FoundInstall
              key={known.location}
              install={known}
              isChosen={typed.trim() === '' && known.location === location}
              onChoose={() => {
                setTyped('');
                setPicked(known.location);
              }}
            />
          ))}
        </div>
      )}

      <div className={classes.other}>
        <TextInput
          label={t('firstRun.comfy.other')}
          description={t('firstRun.comfy.otherHint')}
          placeholder={t('firstRun.comfy.otherPlaceholder')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          spellCheck={false}
          autoComplete="off"
        />
        {canPick && (
          <Button variant="default" leftSection={<FolderOpen size={14} aria-hidden />} onClick={() => void pick()}>
            {t('firstRun.comfy.pick')}
          </Button>
        )}
      </div>

      <div aria-live="polite">
        {(check.isAsking || !isSettled) && location !== '' && (
          <Text size="sm" c="dimmed">
            <Loader size={12} mr={8} aria-hidden />
            {t('firstRun.comfy.checking')}
          </Text>
        )}
        {check.error !== undefined && !check.isAsking && <ErrorNotice error={check.error} isCompact />}
        {install && isSettled && <CheckList install={install} />}
      </div>
      <Button
        variant={install?.isUsable ? 'filled' : 'default'}
        leftSection={<Plug size={14} aria-hidden />}
        loading={isBusy}
        disabled={!install?.isUsable || !isSettled}
        onClick={() => {
          if (install) onChoose(engineAt(install));
        }}
      >
        {t('firstRun.comfy.button')}
      </Button>
    </section>
  );
}

function FoundInstall({ install, isChosen, onChoose }: { install: Install; isChosen: boolean; onChoose(): void }) {
  const { t } = useWords();
  return (
    <label className={classes.install}>
      <input type="radio" name="install" checked={isChosen} onChange={onChoose} />
      <span className={classes.place}>
        <span className={classes.path}>{install.location}</span>
        <span className={classes.meta}>
          {[t(`firstRun.layout.${install.layout}`), install.version && `ComfyUI ${install.version}`].filter(Boolean).join(' · ')}
        </span>
      </span>
    </label>
  );
}
