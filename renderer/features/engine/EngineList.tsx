import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { placeOf } from '../../store/place.ts';
import { setSettingUp } from '../../store/view.ts';
import { isEngineWorking } from '../../store/working.ts';
import { EngineStateBadge } from '../../ui/EngineStateBadge.tsx';
import { engineName } from '../../ui/engine-name.ts';
import classes from './EngineScreen.module.css';

/** Every engine with its state; shown where there is more than one. */
export function EngineList({ current }: { current: string }) {
  const { t } = useWords();
  const order = useHearth((state) => state.engineOrder);
  return (
    <nav className={classes.list} aria-label={t('engine.engines')}>
      {order.map((id) => (
        <EngineItem key={id} id={id} isCurrent={id === current} />
      ))}
      <Button
        variant="subtle"
        color="gray"
        justify="flex-start"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => setSettingUp(true)}
      >
        {t('engine.add')}
      </Button>
    </nav>
  );
}

function EngineItem({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const { t } = useWords();
  const engine = useHearth((state) => state.engines[id]);
  const isWorking = useHearth(isEngineWorking(id));
  if (!engine) return null;
  return (
    <a className={classes.item} href={placeOf({ screen: 'engine', id })} aria-current={isCurrent}>
      <span className={classes.name}>{engineName(t, engine)}</span>
      <EngineStateBadge engine={engine} isWorking={isWorking} />
    </a>
  );
}
