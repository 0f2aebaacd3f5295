import { Button, Text, Title } from '@mantine/core';
import { Check, Play } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './FirstRunScreen.module.css';

/** Pictures within a second, on any machine. */
export function DemoChoice({ isBusy, onChoose }: { isBusy: boolean; onChoose(): void }) {
  const { t } = useWords();
  return (
    <section className={classes.card} aria-labelledby="demo-title">
      <Title order={2} id="demo-title">
        {t('firstRun.demo.title')}
      </Title>
      <Text size="sm">{t('firstRun.demo.what')}</Text>
      <ul className={classes.needs}>
        {[t('firstRun.demo.needs'), t('firstRun.demo.time')].map((words) => (
          <li key={words}>
            <Check size={14} color="var(--tone-good)" aria-hidden />
            {words}
          </li>
        ))}
      </ul>
      <Button leftSection={<Play size={14} aria-hidden />} loading={isBusy} onClick={onChoose}>
        {t('firstRun.demo.button')}
      </Button>
    </section>
  );
}
