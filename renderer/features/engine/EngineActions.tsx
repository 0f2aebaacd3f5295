import { ActionIcon, Button, Menu } from '@mantine/core';
import { Cpu, EllipsisVertical, History, Play, Plus, RotateCw, ShieldCheck, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Engine } from '../../../shared/engine.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { setSettingUp } from '../../store/view.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { engineName } from '../../ui/engine-name.ts';
import { attempt } from '../../ui/toasts.tsx';
import classes from './EngineScreen.module.css';
import { TwinDialog } from './TwinDialog.tsx';

type StartWish = { port?: number; isSafe?: boolean; isLastGood?: boolean };

/** Start, also safely or with the flags that last worked, stop, restart, remove. Asks before a running job has to begin again. */
export function EngineActions({ engine, isWorking }: { engine: Engine; isWorking: boolean }) {
  const { t } = useWords();
  const { id, state, freePort } = engine;
  const name = engineName(t, engine);
  const [asked, setAsked] = useState<'stop' | 'restart' | 'safeRestart' | 'remove' | 'twin' | null>(null);
  const isExternal = engine.kind === 'external';
  const isDown = state === 'stopped' || state === 'failed';
  const isLeaving = state === 'stopping';

  const start = (wish: StartWish = {}): void => void attempt(api.call('engines.start', { id, ...wish }));
  const stop = (): void => void attempt(api.call('engines.stop', { id }));
  const restart = (): void => void attempt(api.call('engines.restart', { id }));
  const safeRestart = (): void => void attempt(api.call('engines.restart', { id, isSafe: true }));
  const remove = (): void => void attempt(api.call('engines.remove', { id }));

  return (
    <div className={classes.buttons}>
      {isDown && freePort !== null && (
        <Button onClick={() => start({ port: freePort })}>{t('engine.usePort', { port: freePort })}</Button>
      )}
      {isDown && (
        <Button
          variant={freePort === null ? 'filled' : 'default'}
          leftSection={<Play size={14} aria-hidden />}
          onClick={() => start()}
        >
          {isExternal ? t('engine.connect') : t('engine.start')}
        </Button>
      )}
      {state === 'failed' && !isExternal && engine.hasOtherLastGood && (
        <Button variant="default" leftSection={<History size={14} aria-hidden />} onClick={() => start({ isLastGood: true })}>
          {t('engine.lastGood')}
        </Button>
      )}
      {isDown && !isExternal && (
        <Button
          variant="default"
          leftSection={<ShieldCheck size={14} aria-hidden />}
          title={t('engine.safeStartHint')}
          onClick={() => start({ isSafe: true })}
        >
          {t('engine.safeStart')}
        </Button>
      )}
      {!isDown && !isExternal && (
        <Button
          variant="default"
          leftSection={<RotateCw size={14} aria-hidden />}
          disabled={isLeaving}
          onClick={() => (isWorking ? setAsked('restart') : restart())}
        >
          {t('engine.restart')}
        </Button>
      )}
      {!isDown && (
        <Button
          variant="default"
          leftSection={<Square size={13} aria-hidden />}
          disabled={isLeaving}
          onClick={() => (isWorking && !isExternal ? setAsked('stop') : stop())}
        >
          {isExternal ? t('engine.disconnect') : t('engine.stop')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('engine.more', { name })}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isDown && !isExternal && (
            <Menu.Item
              leftSection={<ShieldCheck size={14} aria-hidden />}
              disabled={isLeaving}
              onClick={() => (isWorking ? setAsked('safeRestart') : safeRestart())}
            >
              {t('engine.safeRestart')}
            </Menu.Item>
          )}
          {engine.kind === 'managed' && (
            <Menu.Item leftSection={<Cpu size={14} aria-hidden />} onClick={() => setAsked('twin')}>
              {t('engine.twin')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Plus size={14} aria-hidden />} onClick={() => setSettingUp(true)}>
            {t('engine.add')}
          </Menu.Item>
          <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} onClick={() => setAsked('remove')}>
            {t('engine.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'twin' && <TwinDialog engine={engine} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        isOpen={asked === 'stop'}
        title={t('engine.stopTitle', { name })}
        confirmLabel={t('engine.stopNow')}
        onConfirm={stop}
        onClose={() => setAsked(null)}
      >
        {t('engine.stopText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'restart' || asked === 'safeRestart'}
        title={t('engine.restartTitle', { name })}
        confirmLabel={asked === 'safeRestart' ? t('engine.safeRestart') : t('engine.restartNow')}
        onConfirm={asked === 'safeRestart' ? safeRestart : restart}
        onClose={() => setAsked(null)}
      >
        {t('engine.stopText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={t('engine.removeTitle', { name })}
        confirmLabel={t('engine.remove')}
        onConfirm={remove}
        onClose={() => setAsked(null)}
      >
        {t('engine.removeText')}
      </ConfirmDialog>
    </div>
  );
}
