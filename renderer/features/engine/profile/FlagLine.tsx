import { ActionIcon, Select, Text, Tooltip } from '@mantine/core';
import { X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { FlagSetting, Problem } from '../../../../shared/engine.ts';
import type { FlagInfo } from '../../../../shared/flag.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { splitSentences } from '../../../ui/split-sentences.ts';
import { FlagControl } from './FlagControl.tsx';
import { type FlagRow, valuesOf } from './flag-rows.ts';
import { flagHelp, setTitle } from './flag-words.ts';
import classes from './profile.module.css';

interface FlagLineProps {
  row: FlagRow;
  isSure: boolean;
  /** What the profile gives of this row's flags. */
  given: readonly FlagSetting[];
  /** What is wrong about them. */
  problems: readonly Problem[];
  onChange: ChangeFlag;
}

/** Gives a flag these values; `others` of its set go. */
export type ChangeFlag = (flag: string, values: readonly (string | null)[], others?: readonly string[]) => void;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** One flag with its control, or a set of flags as one choice; with what is wrong about it. Others' changes leave it alone. */
export const FlagLine = memo(OneLine, (before, after) => {
  const isStill = before.row === after.row && before.isSure === after.isSure && before.onChange === after.onChange;
  return isStill && isSame(before.given, after.given) && isSame(before.problems, after.problems);
});

function OneLine({ row, isSure, given, problems, onChange }: FlagLineProps) {
  if (row.kind === 'set') return <SetLine row={row} isSure={isSure} given={given} problems={problems} onChange={onChange} />;
  const { info } = row;
  return (
    <Line
      title={<Name info={info} />}
      help={<Help info={info} />}
      set={given.length > 0 ? [info.flag] : []}
      problems={problems}
      onReset={() => onChange(info.flag, [])}
    >
      <FlagControl
        info={info}
        isSure={isSure}
        values={valuesOf(given, info.flag)}
        hasError={problems.length > 0}
        onChange={(values) => onChange(info.flag, values)}
      />
    </Line>
  );
}

interface SetLineProps extends FlagLineProps {
  row: Extract<FlagRow, { kind: 'set' }>;
}

function SetLine({ row, isSure, given, problems, onChange }: SetLineProps) {
  const { t } = useWords();
  const title = setTitle(t, row);
  const names = row.infos.map(({ flag }) => flag);
  const set = row.infos.filter(({ flag }) => given.some((setting) => setting.flag === flag));
  const chosen = set[0];
  const put = (flag: string, values: (string | null)[]): void => onChange(flag, values, names);
  const choose = (flag: string | null): void => put(flag ?? names[0] ?? '', flag === null ? [] : [firstValue(row.infos, flag)]);
  return (
    <Line
      title={<span>{title}</span>}
      help={chosen ? <Help info={chosen} /> : <Names names={names} />}
      set={set.map(({ flag }) => flag)}
      problems={problems}
      onReset={() => choose(null)}
    >
      <div className={classes.stack}>
        <Select
          aria-label={title}
          placeholder={t('profiles.notSet')}
          data={names}
          value={chosen?.flag ?? null}
          onChange={choose}
          clearable
          clearButtonProps={{ 'aria-label': t('profiles.reset', { flag: title }) }}
          error={problems.length > 0}
          comboboxProps={{ width: 400, position: 'bottom-end' }}
          renderOption={({ option }) => <Option info={row.infos.find(({ flag }) => flag === option.value)} />}
          maxDropdownHeight={320}
        />
        {chosen && chosen.takes !== 'none' && (
          <FlagControl
            info={chosen}
            isSure={isSure}
            values={valuesOf(given, chosen.flag)}
            hasError={problems.length > 0}
            onChange={(values) => put(chosen.flag, values.length === 0 ? [firstValue(row.infos, chosen.flag)] : values)}
            isInSet
          />
        )}
      </div>
    </Line>
  );
}

/** What a flag begins with when it is chosen: nothing, where it may be bare; an empty value asks for one. */
const firstValue = (infos: readonly FlagInfo[], flag: string): string | null => {
  const takes = infos.find((info) => info.flag === flag)?.takes;
  return takes === 'one' || takes === 'some' ? '' : null;
};

interface LineProps {
  title: ReactNode;
  help: ReactNode;
  /** Names of what is given here. */
  set: readonly string[];
  problems: readonly Problem[];
  onReset(): void;
  children: ReactNode;
}

function Line({ title, help, set, problems, onReset, children }: LineProps) {
  const { t, language, say } = useWords();
  return (
    <div className={classes.line} data-set={set.length > 0} data-flag={set[0]}>
      <div className={classes.what}>
        <div className={classes.title}>{title}</div>
        <Text size="xs" c="dimmed" component="div">
          {help}
        </Text>
        {problems.map((problem) => (
          <Text key={`${problem.key} ${problem.message}`} size="xs" c="var(--mantine-color-error)" role="alert">
            {splitSentences(say(problem), language)
              .filter((_, index, all) => index !== 1 || all.length < 3)
              .join(' ')}
          </Text>
        ))}
      </div>
      <div className={classes.control}>{children}</div>
      <div className={classes.reset}>
        {set.length > 0 && (
          <Tooltip label={t('profiles.reset', { flag: set.join(', ') })}>
            <ActionIcon size={24} aria-label={t('profiles.reset', { flag: set.join(', ') })} onClick={onReset}>
              <X size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </div>
  );
}

function Name({ info }: { info: FlagInfo }) {
  const { t } = useWords();
  return (
    <>
      <code className={classes.flag}>{info.flag}</code>
      {info.since !== null && <span className={classes.note}>{t('profiles.since', { version: info.since })}</span>}
      {info.isOwned && <span className={classes.note}>{t('profiles.owned')}</span>}
    </>
  );
}

function Option({ info }: { info: FlagInfo | undefined }) {
  const { t } = useWords();
  if (!info) return null;
  return (
    <div>
      <code className={classes.flag}>{info.flag}</code>
      <Text size="xs" c="dimmed">
        {flagHelp(t, info)}
      </Text>
    </div>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <span className={classes.names}>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </span>
  );
}

/** Our words, with the installation's own a hover away. */
function Help({ info }: { info: FlagInfo }) {
  const { t } = useWords();
  return (
    <span className={classes.help} title={info.help}>
      {flagHelp(t, info)}
    </span>
  );
}
