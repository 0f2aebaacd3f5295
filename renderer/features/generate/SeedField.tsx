import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import { Dices, History } from 'lucide-react';
import { randomSeed } from '../../../shared/check-value.ts';
import type { Parameter } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { drawSeed } from './draw-seed.ts';
import type { ControlProps } from './FieldFrame.tsx';
import classes from './form.module.css';
import { NumberField } from './NumberField.tsx';

interface SeedFieldProps {
  control: ControlProps;
  /** `random`, or the seed as typed. */
  text: string;
  range: Pick<Parameter, 'min' | 'max'>;
  /** The seed of the last picture of this template, where there is one. */
  last: string | null;
  onChange: (text: string) => void;
}

/** A new seed for every picture, or one that stays. */
export function SeedField({ control, text, range, last, onChange }: SeedFieldProps) {
  const { t } = useWords();
  const isRandom = text === randomSeed;
  return (
    <div className={classes.seed}>
      <SegmentedControl
        {...(isRandom ? { id: control.id } : {})}
        aria-label={t('generate.seedKind')}
        value={isRandom ? 'random' : 'fixed'}
        data={[
          { value: 'random', label: t('generate.seedRandom') },
          { value: 'fixed', label: t('generate.seedFixed') },
        ]}
        onChange={(kind) => onChange(kind === 'random' ? randomSeed : (last ?? drawSeed(range)))}
      />
      {isRandom ? (
        <span className={classes.seedHint}>{t('generate.seedNewEach')}</span>
      ) : (
        <NumberField control={control} text={text} range={range} onChange={onChange} />
      )}
      <Tooltip label={t('generate.seedRoll')}>
        <ActionIcon variant="default" size={30} aria-label={t('generate.seedRoll')} onClick={() => onChange(drawSeed(range))}>
          <Dices size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={last === null ? t('generate.seedNoLast') : t('generate.seedLast', { seed: last })}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={last === null ? t('generate.seedNoLast') : t('generate.seedLast', { seed: last })}
          disabled={last === null}
          onClick={() => last !== null && onChange(last)}
        >
          <History size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
