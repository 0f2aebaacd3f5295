import type { TFunction } from 'i18next';
import type { GraphInput, JobChange } from '../../shared/job-change.ts';

const shown = (value: GraphInput): string => (Array.isArray(value) ? `#${value[0]}` : String(value));
const nodeText = (node: string, name: string): string => `${name} #${node}`;

/** One change of a job as a person reads it; `nameOf`: a parameter's name by its key. Pure but for the words. */
export function changeText(t: TFunction, change: JobChange, nameOf: (key: string) => string = (key) => key): string {
  switch (change.op) {
    case 'value':
      return t('incidents.changes.set', {
        name: nameOf(change.key),
        before: change.before === null ? '–' : shown(change.before),
        after: shown(change.after),
      });
    case 'input': {
      const name = `${nodeText(change.node, change.class)}, ${change.input}`;
      if (change.after === null) return t('incidents.changes.without', { name });
      return t('incidents.changes.set', {
        name,
        before: change.before === null ? '–' : shown(change.before),
        after: shown(change.after),
      });
    }
    case 'class':
      return withInputs(
        t('incidents.changes.set', { name: `#${change.node}`, before: change.before, after: change.after }),
        change.inputs,
      );
    case 'bypass':
      return t('incidents.changes.without', { name: nodeText(change.node, change.class) });
    case 'add':
      return withInputs(t('incidents.changes.added', { name: nodeText(change.node, change.class) }), change.inputs);
  }
}

const withInputs = (text: string, inputs: Readonly<Record<string, GraphInput>>): string => {
  const list = Object.entries(inputs).map(([name, value]) => `${name} ${shown(value)}`);
  return list.length === 0 ? text : `${text} (${list.join(', ')})`;
};
