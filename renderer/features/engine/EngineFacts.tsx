import { Table, Text, Title } from '@mantine/core';
import type { Engine } from '../../../shared/engine.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useAsk } from '../../store/use-ask.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type FactRow, factRows, type NodeRow, nodeRows } from '../../ui/fact-rows.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import classes from './EngineScreen.module.css';

/** What the engine's boot log said, with what changed since the start before; what it did not say is left out. */
export function EngineFacts({ engine }: { engine: Engine }) {
  const { t, format } = useWords();
  // Another launch has another one before it.
  const { data } = useAsk('engines.facts', { id: engine.id }, engine.launchId);
  const previous = data?.previous ?? null;
  const rows = factRows(t, format, engine.bootFacts, previous?.facts ?? null);
  const nodes = nodeRows(engine.bootFacts, previous?.facts ?? null);
  // Before anything was said, everything would look changed.
  if (rows.every(({ value }) => value === null))
    return <EmptyState title={t('engine.facts.none')} hint={t('engine.facts.noneHint')} />;
  const isChanged = rows.some(({ was }) => was !== undefined) || nodes.some(({ change }) => change !== null);
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('engine.facts.hint')}{' '}
        {previous &&
          t(isChanged ? 'engine.facts.changedSince' : 'engine.facts.sameSince', { time: format.exactTime(previous.startedAt) })}
      </Text>
      <dl className={classes.table}>
        {rows.map((row) => (
          <Fact key={row.name} row={row} />
        ))}
      </dl>
      {nodes.length > 0 && (
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
              {nodes.map((node) => (
                <Node key={node.name} node={node} />
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </>
  );
}

function Fact({ row: { name, value, was } }: { row: FactRow }) {
  const { t } = useWords();
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {value ?? t('engine.facts.notSaid')}
        {was !== undefined && (
          <span className={classes.mark}>
            {t('engine.facts.changed')}
            <span className={classes.was}>{t('engine.facts.was', { value: was ?? t('engine.facts.notSaid') })}</span>
          </span>
        )}
      </dd>
    </>
  );
}

function Node({ node: { name, seconds, isFailed, change } }: { node: NodeRow }) {
  const { t, format } = useWords();
  const words = {
    new: t('engine.facts.nodeNew'),
    gone: t('engine.facts.nodeGone'),
    broke: t('engine.facts.nodeBroke'),
    mended: t('engine.facts.nodeMended'),
  };
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>
        {change !== 'gone' && (
          <StateBadge tone={isFailed ? 'bad' : 'good'}>
            {isFailed ? t('engine.facts.nodeFailed') : t('engine.facts.nodeOk')}
          </StateBadge>
        )}
        {change !== null && <span className={classes.mark}>{words[change]}</span>}
      </Table.Td>
      <Table.Td ta="right">{seconds === null ? '' : format.duration(seconds * 1000)}</Table.Td>
    </Table.Tr>
  );
}
