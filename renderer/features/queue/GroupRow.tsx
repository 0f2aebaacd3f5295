import { ChevronDown, ChevronRight } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { GridCell } from '../../ui/GridCell.tsx';
import { GroupActs } from './GroupActs.tsx';
import classes from './JobTable.module.css';
import type { GroupName } from './job-groups.ts';
import { toggleGroup } from './queue-view.ts';

interface GroupRowProps {
  group: GroupName;
  total: number;
  isOpen: boolean;
}

/** The heading of a group with its count and what can be done with all of it. */
export function GroupRow({ group, total, isOpen }: GroupRowProps) {
  const { t, format } = useWords();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <GridCell className={classes.group}>
      <button type="button" className={classes.groupToggle} aria-expanded={isOpen} onClick={() => toggleGroup(group)}>
        <Chevron size={14} aria-hidden />
        {t(`queue.groups.${group}`)}
        <span className={classes.count}>{format.number(total)}</span>
      </button>
      <GroupActs group={group} total={total} />
    </GridCell>
  );
}
