import { Table, Text, Title } from '@mantine/core';
import type { BootFacts } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './EngineScreen.module.css';

/** What the engine's boot log said; what it did not say is left out. */
export function EngineFacts({ facts }: { facts: BootFacts }) {
  const { t, format } = useWords();
  const onOff = (value: boolean | null): string | null =>
    value === null ? null : value ? t('engine.facts.on') : t('engine.facts.off');
  const gib = (mb: number | null): string | null =>
    mb === null ? null : t('engine.facts.gib', { value: format.gib(mb * 1024 ** 2) });
  const streams = facts.asyncOffloadStreams;
  const rows: [string, string | null][] = [
    [t('engine.facts.comfyui'), facts.comfyui],
    [t('engine.facts.python'), facts.python],
    [t('engine.facts.torch'), facts.torch],
    [t('engine.facts.frontend'), facts.frontend],
    [t('engine.facts.device'), facts.device],
    [t('engine.facts.vram'), gib(facts.vramMb)],
    [t('engine.facts.ram'), gib(facts.ramMb)],
    [t('engine.facts.vramState'), facts.vramState],
    [t('engine.facts.allocator'), facts.allocator],
    [
      t('engine.facts.asyncOffload'),
      streams === null ? null : streams === 0 ? t('engine.facts.off') : t('engine.facts.streams', { count: streams }),
    ],
    [t('engine.facts.pinnedMemory'), gib(facts.pinnedMemoryMb)],
    [t('engine.facts.dynamicVram'), onOff(facts.dynamicVram)],
    [t('engine.facts.attention'), facts.attention],
  ];
  const known = rows.filter((row): row is [string, string] => row[1] !== null);
  if (known.length === 0) return <EmptyState title={t('engine.facts.none')} hint={t('engine.facts.noneHint')} />;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('engine.facts.hint')}
      </Text>
      <dl className={classes.table}>
        {known.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {facts.customNodes && facts.customNodes.length > 0 && (
        <>
          <Title order={2} id="custom-nodes" mb="xs">
            {t('engine.facts.customNodes')}
          </Title>
          <Table maw={720} verticalSpacing={4} aria-labelledby="custom-nodes">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('engine.facts.node')}</Table.Th>
                <Table.Th>{t('engine.facts.nodeState')}</Table.Th>
                <Table.Th ta="right">{t('engine.facts.loadTime')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {facts.customNodes.map((node) => (
                <Table.Tr key={node.name}>
                  <Table.Td>{node.name}</Table.Td>
                  <Table.Td>
                    <StateBadge tone={node.failed ? 'bad' : 'good'}>
                      {node.failed ? t('engine.facts.nodeFailed') : t('engine.facts.nodeOk')}
                    </StateBadge>
                  </Table.Td>
                  <Table.Td ta="right">{node.seconds === null ? '' : format.duration(node.seconds * 1000)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
