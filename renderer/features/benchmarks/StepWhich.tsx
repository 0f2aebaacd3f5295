import { ActionIcon, Button, Select, TextInput, Tooltip } from '@mantine/core';
import { ArrowUpToLine, Plus, X } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useAsk } from '../../store/use-ask.ts';
import { engineName } from '../../ui/engine-name.ts';
import { PresetForm } from './PresetForm.tsx';
import classes from './plan.module.css';
import { changeConfiguration, changeDraft, type DraftConfiguration, draftConfigurations, type PlanDraft } from './plan-draft.ts';
import type { ReadDraft } from './read-draft.ts';
import { Step } from './Step.tsx';

/** More would take days. */
const mostConfigurations = 20;

/** The configurations that are held against each other; the first is what the others are compared with. */
export function StepWhich({ draft, read }: { draft: PlanDraft; read: ReadDraft }) {
  const { t } = useWords();
  const { configurations } = draft;
  const letter = String.fromCharCode('A'.charCodeAt(0) + configurations.length);
  return (
    <Step number={2} title={t('benchmarks.plan.which')}>
      <PresetForm draft={draft} />
      <p className={classes.note}>{t('benchmarks.plan.compared')}</p>
      <ol className={classes.configurations}>
        {configurations.map((one, place) => (
          <ConfigurationFields
            key={one.key}
            configuration={one}
            place={place}
            isOnly={configurations.length === 1}
            problem={read.names[one.key]}
            onRemove={() => changeDraft({ configurations: configurations.filter(({ key }) => key !== one.key) })}
            onFirst={() => changeDraft({ configurations: [one, ...configurations.filter(({ key }) => key !== one.key)] })}
          />
        ))}
      </ol>
      {configurations.length < mostConfigurations && (
        <Button
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() =>
            changeDraft({ configurations: [...configurations, ...draftConfigurations([{ name: letter, flags: [] }])] })
          }
        >
          {t('benchmarks.plan.addConfiguration')}
        </Button>
      )}
    </Step>
  );
}

interface ConfigurationFieldsProps {
  configuration: DraftConfiguration;
  place: number;
  isOnly: boolean;
  problem: 'needName' | 'nameTwice' | undefined;
  onRemove(): void;
  onFirst(): void;
}

function ConfigurationFields({ configuration, place, isOnly, problem, onRemove, onFirst }: ConfigurationFieldsProps) {
  const { t } = useWords();
  const engines = useHearth((state) => state.engines);
  const { data } = useAsk('profiles.list', {});
  const { key, name, profile, flags, without, engine } = configuration;
  const change = (next: Partial<DraftConfiguration>): void => changeConfiguration(key, next);
  const own = Object.values(engines).filter(({ kind }) => kind !== 'external');
  const profiles = data?.profiles ?? [];
  const number = place + 1;
  const isKnownEngine = own.some((one) => one.id === engine || one.name === engine);
  return (
    <li>
      <fieldset className={classes.configuration} data-cell={place % 6}>
        <legend>
          {t('benchmarks.plan.configuration', { number })}
          <span className={classes.configurationActs}>
            {place > 0 && (
              <Tooltip label={t('benchmarks.plan.moveFirst')}>
                <ActionIcon size={22} aria-label={`${t('benchmarks.plan.moveFirst')}: ${name}`} onClick={onFirst}>
                  <ArrowUpToLine size={13} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
            {!isOnly && (
              <ActionIcon
                size={22}
                aria-label={t('benchmarks.plan.removeConfiguration', { name: name || number })}
                onClick={onRemove}
              >
                <X size={13} aria-hidden />
              </ActionIcon>
            )}
          </span>
        </legend>
        <TextInput
          label={t('benchmarks.plan.configName')}
          value={name}
          maxLength={80}
          error={problem && t(`benchmarks.plan.${problem}`)}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          {(own.length > 1 || (engine !== '' && !isKnownEngine)) && (
            <Select
              label={t('benchmarks.plan.engine')}
              data={[
                { value: '', label: t('benchmarks.plan.anyEngine') },
                ...own.map((one) => ({ value: one.id, label: engineName(t, one) })),
              ]}
              value={engine === '' ? '' : (own.find((one) => one.id === engine || one.name === engine)?.id ?? null)}
              onChange={(next) => change({ engine: next ?? '' })}
            />
          )}
          <Select
            label={t('benchmarks.plan.profile')}
            data={[
              { value: '', label: t('benchmarks.plan.ownProfile') },
              ...profiles.map((one) => ({ value: one.id, label: one.name })),
            ]}
            value={profiles.find((one) => one.id === profile || one.name === profile)?.id ?? profile}
            onChange={(next) => change({ profile: next ?? '' })}
          />
        </div>
        <TextInput
          label={t('benchmarks.plan.flags')}
          placeholder={t('benchmarks.plan.flagsHint')}
          value={flags}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          onChange={(event) => change({ flags: event.currentTarget.value })}
        />
        {without !== '' && (
          <TextInput
            label={t('benchmarks.plan.without')}
            value={without}
            spellCheck={false}
            classNames={{ input: classes.mono ?? '' }}
            onChange={(event) => change({ without: event.currentTarget.value })}
          />
        )}
      </fieldset>
    </li>
  );
}
