import type { Value, Values } from '../../shared/job.ts';
import type { BatchRow } from '../db/batches.ts';
import type { ResolvedRequest } from '../templates/values.ts';

/** Longest text of a value that is kept for reading, and so many values of an axis. */
const shownText = 200;
const shownValues = 12;

const cut = (value: Value): Value =>
  typeof value === 'string' && value.length > shownText ? `${value.slice(0, shownText - 1).trimEnd()}…` : value;
const cutAll = (values: Values): Values => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, cut(value)]));

/** The row of a batch but for its place in the table: what its jobs share and what they differ in, short enough to be told often. Pure. */
export const batchRowOf = (
  id: string,
  shared: Pick<BatchRow, 'key' | 'template' | 'version' | 'priority' | 'created_at'>,
  { count, seeds, values, axes }: ResolvedRequest,
): Omit<BatchRow, 'ended_at' | 'first_seq'> => ({
  id,
  count,
  created_at: shared.created_at,
  key: shared.key,
  template: shared.template,
  version: shared.version,
  priority: shared.priority,
  values_json: JSON.stringify(cutAll(values)),
  axes_json: JSON.stringify(
    axes.map((axis) => ({ key: axis.key, count: axis.values.length, values: axis.values.slice(0, shownValues).map(cut) })),
  ),
  seeds,
});
