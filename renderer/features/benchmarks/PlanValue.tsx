import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { Value } from '../../../shared/job.ts';
import type { Parameter } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import classes from './plan.module.css';
import { type Supplied, usualValue } from './read-draft.ts';

interface PlanValueProps {
  parameter: Parameter;
  /** As typed; undefined: as usual. */
  value: Value | undefined;
  supplied: Supplied;
  problem: string | undefined;
  /** undefined: back to what is usual. */
  onChange: (value: Value | undefined) => void;
}

/** One value of the work, as plain as a form can be: what is measured is seldom tuned. */
export function PlanValue({ parameter, value, supplied, problem, onChange }: PlanValueProps) {
  const { t, of } = useWords();
  const { type, role, choices, default: usual } = parameter;
  const shown = value ?? usualValue(parameter, supplied);
  const text = shown === undefined ? '' : String(shown);
  const isWide = type === 'text' || type === 'image' || role === 'model';
  const common = { label: of(parameter.label), error: problem, className: isWide ? (classes.wide ?? '') : '' };
  const put = (next: string): void => onChange(usual !== undefined && next === String(usual) ? undefined : next);
  switch (type) {
    case 'text':
      return (
        <Textarea
          {...common}
          autosize
          minRows={role === 'prompt' ? 2 : 1}
          maxRows={6}
          spellCheck={false}
          value={text}
          onChange={(event) => put(event.currentTarget.value)}
        />
      );
    case 'boolean':
      return <Switch {...common} checked={shown === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
    case 'choice': {
      const list = Array.isArray(choices) ? choices : (supplied[parameter.key] ?? (shown === undefined ? [] : [shown]));
      const known = list.map(String);
      return (
        <Select
          {...common}
          searchable={list.length > 8}
          data={known.includes(text) || text === '' ? known : [text, ...known]}
          value={text === '' ? null : text}
          onChange={(next) => onChange(list.find((choice) => String(choice) === next))}
        />
      );
    }
    case 'image':
      return (
        <TextInput
          {...common}
          readOnly
          value={text}
          placeholder={t('benchmarks.plan.noImage')}
          description={t('benchmarks.plan.imageNote')}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => put(event.currentTarget.value)}
        />
      );
  }
}
