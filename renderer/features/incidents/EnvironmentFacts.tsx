import type { Evidence } from '../../../shared/evidence.ts';
import { knownWords } from '../../i18n/known-words.ts';
import { useWords } from '../../i18n/use-words.ts';
import { deviceName } from '../../ui/device-name.ts';
import { factRows } from '../../ui/fact-rows.ts';
import classes from './IncidentPage.module.css';

/** How the process ended, what it was started as, what its boot said, and the machine: as they were then. */
export function EnvironmentFacts({ evidence }: { evidence: Evidence }) {
  const { t, format } = useWords();
  const { exit, launch, profile, bootFacts, gpus, hearth, system, ramFreeBytes, ramTotalBytes } = evidence;
  const flags = profile?.flags.map(({ flag, value }) => (value === null ? flag : `${flag} ${value}`)).join(' ');
  const env = Object.entries(profile?.env ?? {}).map(([name, value]) => `${name}=${value}`);
  const packs = bootFacts?.customNodes ?? null;
  const failed = packs?.filter((pack) => pack.failed) ?? [];
  const drivers = [...new Set(gpus.flatMap(({ driver }) => driver ?? []))];
  const rows: [string, string | null | undefined][] = [
    [t('incidents.facts.signal'), exit?.signal],
    [t('incidents.facts.code'), exit?.code === undefined || exit.code === null ? null : String(exit.code)],
    [
      t('incidents.facts.meaning'),
      exit?.meaning ? (knownWords(t, `enginePast.history.meanings.${exit.meaning}`) ?? exit.meaning) : null,
    ],
    [t('incidents.facts.uptime'), exit ? format.duration(exit.uptimeMs) : null],
    [t('incidents.facts.profile'), profile?.name],
    [t('incidents.facts.flags'), profile ? [flags, ...env].filter(Boolean).join(' ') || t('incidents.facts.none') : null],
    ...(bootFacts ? factRows(t, format, bootFacts, null).map(({ name, value }): [string, string | null] => [name, value]) : []),
    [
      t('incidents.facts.customNodes'),
      packs === null
        ? null
        : failed.length === 0
          ? String(packs.length)
          : t('incidents.facts.failedNodes', { count: packs.length, names: failed.map(({ name }) => name).join(', ') }),
    ],
    [t('incidents.facts.gpu'), gpus.map(({ name }) => deviceName(name)).join(', ') || null],
    [t('incidents.facts.driver'), drivers.join(', ') || null],
    [t('incidents.facts.ram'), t('incidents.facts.of', { used: format.gib(ramFreeBytes), total: format.gib(ramTotalBytes) })],
    [t('incidents.facts.system'), system],
    [t('incidents.facts.hearth'), hearth],
    [t('incidents.facts.command'), launch?.command.join(' ')],
  ];
  return (
    <dl className={classes.facts} data-narrow>
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
