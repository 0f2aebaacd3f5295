import { Button, Tabs } from '@mantine/core';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Engine } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { setSettingUp, useView } from '../../store/view.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EngineFacts } from './EngineFacts.tsx';
import { EngineHead } from './EngineHead.tsx';
import { EngineHistory } from './EngineHistory.tsx';
import { EngineList } from './EngineList.tsx';
import { EngineLog } from './EngineLog.tsx';
import classes from './EngineScreen.module.css';
import { ProfileTab } from './profile/ProfileTab.tsx';

// Charts are the largest part of the renderer, so they come only when somebody looks.
const EngineMonitor = lazy(async () => ({ default: (await import('./EngineMonitor.tsx')).EngineMonitor }));

/** One engine: its state in a sentence, what can be done with it, its log, facts and memory. */
export function EngineScreen() {
  const { t } = useWords();
  const wanted = useView((view) => view.place.id);
  const order = useHearth((state) => state.engineOrder);
  const id = wanted !== null && order.includes(wanted) ? wanted : order[0];
  const engine = useHearth((state) => (id === undefined ? undefined : state.engines[id]));
  if (!engine) {
    return (
      <EmptyState
        title={t('engine.none')}
        hint={t('engine.noneHint')}
        action={
          <Button leftSection={<Plus size={14} aria-hidden />} onClick={() => setSettingUp(true)}>
            {t('engine.add')}
          </Button>
        }
      />
    );
  }
  return (
    <div className={classes.root}>
      {order.length > 1 && <EngineList current={engine.id} />}
      <div className={classes.one}>
        <EngineTabs key={engine.id} engine={engine} />
      </div>
    </div>
  );
}

type Tab = 'log' | 'profile' | 'facts' | 'history' | 'monitor';

function EngineTabs({ engine }: { engine: Engine }) {
  const { t } = useWords();
  const [tab, setTab] = useState<Tab>('log');
  /** Older launch whose log is open. */
  const [launch, setLaunch] = useState<string | null>(null);
  const showLog = (launchId: string): void => {
    setLaunch(launchId === engine.launchId ? null : launchId);
    setTab('log');
  };
  return (
    <>
      <EngineHead engine={engine} onOpenProfile={() => setTab('profile')} />
      <Tabs value={tab} onChange={(next) => setTab(next as Tab)} className={classes.tabs ?? ''}>
        <Tabs.List px={8}>
          <Tabs.Tab value="log">{t('engine.tabs.log')}</Tabs.Tab>
          <Tabs.Tab value="profile">{t('engine.tabs.profile')}</Tabs.Tab>
          <Tabs.Tab value="facts">{t('engine.tabs.facts')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('engine.tabs.history')}</Tabs.Tab>
          <Tabs.Tab value="monitor">{t('engine.tabs.monitor')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="log" className={classes.panel ?? ''}>
          <EngineLog engine={engine} launch={launch} onLaunch={setLaunch} />
        </Tabs.Panel>
        <Tabs.Panel value="profile" className={classes.panel ?? ''}>
          <ProfileTab engine={engine} />
        </Tabs.Panel>
        <Tabs.Panel value="facts" className={classes.scrolling ?? ''} tabIndex={0}>
          <EngineFacts engine={engine} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.scrolling ?? ''} tabIndex={0}>
          <EngineHistory engine={engine} onLog={showLog} />
        </Tabs.Panel>
        <Tabs.Panel value="monitor" className={classes.scrolling ?? ''} tabIndex={0}>
          <Suspense fallback={null}>
            <EngineMonitor id={engine.id} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
