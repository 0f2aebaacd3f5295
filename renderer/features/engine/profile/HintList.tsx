import { Button, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { FlagSetting } from '../../../../shared/engine.ts';
import type { FlagHint, FlagPage } from '../../../../shared/flag.ts';
import { joinValues } from '../../../../shared/flag-values.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/use-words.ts';
import type { ChangeFlag } from './FlagLine.tsx';
import classes from './profile.module.css';

interface HintListProps {
  page: FlagPage;
  flags: readonly FlagSetting[];
  onChange: ChangeFlag;
}

/** Flags that fit this machine, each with its reason and a button: nothing is applied by itself. */
export function HintList({ page, flags, onChange }: HintListProps) {
  const { t } = useWords();
  const open = page.hints.filter(({ flag }) => !flags.some((setting) => setting.flag === flag));
  if (open.length === 0) return null;
  const use = ({ flag, value }: FlagHint): void => {
    const set = page.flags.find((info) => info.flag === flag)?.exclusive ?? null;
    const others = set === null ? [] : page.flags.filter(({ exclusive }) => exclusive === set).map((info) => info.flag);
    onChange(flag, [value], others);
  };
  return (
    <section className={classes.box}>
      <Title order={2} size="h3">
        {t('profiles.hintsTitle')}
      </Title>
      {open.map((hint) => {
        const words = joinValues([hint.flag, ...(hint.value === null ? [] : [hint.value])]);
        return (
          <div key={hint.flag} className={classes.hint}>
            <Text size="xs" c="dimmed">
              {reasonOf(t, hint)}
            </Text>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={t('profiles.hintUse', { flag: words })}
              onClick={() => use(hint)}
            >
              <code>{words}</code>
            </Button>
          </div>
        );
      })}
    </section>
  );
}

function reasonOf(t: TFunction, { key, params }: FlagHint): string {
  const full = `profiles.hints.${key}`;
  // The key comes from the host, which may know reasons that this page does not.
  return i18n.exists(full) ? String(t(full as 'common.close', { ...params })) : '';
}
