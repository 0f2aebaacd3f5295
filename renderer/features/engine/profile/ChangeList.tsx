import { Text, Title } from '@mantine/core';
import type { ProfileChange } from '../../../../shared/flag.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import classes from './profile.module.css';

/** What the next start would do otherwise than the last one that worked; null: none worked yet. */
export function ChangeList({ changes }: { changes: readonly ProfileChange[] | null }) {
  const { t } = useWords();
  return (
    <section className={classes.box}>
      <Title order={2} size="h3">
        {t('profiles.changes')}
      </Title>
      {(changes === null || changes.length === 0) && (
        <Text size="xs" c="dimmed">
          {changes === null ? t('profiles.noGood') : t('profiles.noChanges')}
        </Text>
      )}
      <ul className={classes.changes}>
        {changes?.map(({ name, before, after }) => (
          <li key={name}>
            <StateBadge tone={before === null ? 'good' : after === null ? 'off' : 'busy'}>
              {before === null ? t('profiles.added') : after === null ? t('profiles.removed') : t('profiles.changed')}
            </StateBadge>
            <span>
              {before !== null && <del className={classes.flag}>{before}</del>}{' '}
              {after !== null && <ins className={classes.flag}>{after}</ins>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
