import { useEffect } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { GridCell } from '../../ui/GridCell.tsx';
import classes from './JobTable.module.css';
import type { GroupName } from './job-groups.ts';
import { loadMore } from './queue-store.ts';

/** The end of what was read so far: coming into sight asks for the next page. */
export function MoreRow({ group }: { group: GroupName }) {
  const { t } = useWords();
  useEffect(() => void loadMore(group), [group]);
  return <GridCell className={classes.more}>{t('common.loading')}</GridCell>;
}
