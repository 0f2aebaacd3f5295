import type { TFunction } from 'i18next';
import type { FlagInfo } from '../../../../shared/flag.ts';
import { i18n } from '../../../i18n/i18n.ts';
import type { FlagRow } from './flag-rows.ts';

/** What a flag does: our own words in the reader's language where there are some, else the installation's. */
export function flagHelp(t: TFunction, info: FlagInfo): string {
  const key = `flagHelp.${info.flag.slice(2)}`;
  // Flags come from the installation, which may know ones that we have no words for.
  return i18n.exists(key) ? t(key as 'common.close') : info.help;
}

/** Everything that may be looked for besides the name: both helps. */
export const flagSearchWords = (t: TFunction, info: FlagInfo): string => `${flagHelp(t, info)} ${info.help}`;

/** What a set of flags decides. */
export const setTitle = (t: TFunction, row: Extract<FlagRow, { kind: 'set' }>): string =>
  row.name === 'other'
    ? t('profiles.sets.other', { flags: row.infos.map(({ flag }) => flag).join(', ') })
    : t(`profiles.sets.${row.name}`);
