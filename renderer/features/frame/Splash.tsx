import { Loader, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { Logo } from '../../ui/Logo.tsx';
import classes from './Splash.module.css';

/** A connection that takes no longer needs no words. */
const quietMs = 300;

/** The page before the host said anything; speaks only when that takes long or fails. */
export function Splash() {
  const { t } = useWords();
  const isLost = useHearth((state) => state.connection === 'lost');
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), quietMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={classes.root}>
      <Title order={1} className={classes.name ?? ''}>
        <Logo size={36} />
        Hearth
      </Title>
      {isLost ? (
        <div className={classes.words} role="alert">
          <Text fw={600}>{t('frame.unreachable')}</Text>
          <Text c="dimmed">{t('frame.unreachableHint')}</Text>
        </div>
      ) : (
        isLate && <Loader size="sm" type="dots" aria-label={t('common.loading')} />
      )}
    </main>
  );
}
