import { ActionIcon, Button, PasswordInput, Text, TextInput, Title } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { isSecret, secretMask } from '../../../../shared/secret.ts';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './profile.module.css';

interface EnvEditorProps {
  env: Readonly<Record<string, string>>;
  onChange(env: Record<string, string>): void;
}

/** Environment variables of a profile. A stored secret is never shown again: typing replaces it. */
export function EnvEditor({ env, onChange }: EnvEditorProps) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const put = (key: string, value: string): void => onChange({ ...env, [key]: value });
  const remove = (key: string): void => {
    const { [key]: _, ...others } = env;
    onChange(others);
  };
  const wanted = name.trim();
  const fault = /[=\s\0]/.test(wanted)
    ? t('profiles.envNameBad')
    : Object.hasOwn(env, wanted)
      ? t('profiles.envNameTaken')
      : null;
  const add = (): void => {
    if (wanted === '' || fault !== null) return;
    put(wanted, '');
    setName('');
  };
  return (
    <section className={classes.box}>
      <Title order={2} size="h3">
        {t('profiles.env')}
      </Title>
      <Text size="xs" c="dimmed">
        {t('profiles.envHint')}
      </Text>
      {Object.entries(env).map(([key, value]) => (
        <div key={key} className={classes.variable}>
          <code className={classes.flag}>{key}</code>
          <ActionIcon size={22} aria-label={t('profiles.envRemove', { name: key })} onClick={() => remove(key)}>
            <X size={14} aria-hidden />
          </ActionIcon>
          <Value name={key} value={value} onChange={(next) => put(key, next)} />
        </div>
      ))}
      <form
        className={classes.addVariable}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextInput
          aria-label={t('profiles.envName')}
          placeholder="HF_HOME"
          value={name}
          error={fault}
          spellCheck={false}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={wanted === '' || fault !== null}
        >
          {t('profiles.envAdd')}
        </Button>
      </form>
    </section>
  );
}

function Value({ name, value, onChange }: { name: string; value: string; onChange(value: string): void }) {
  const { t } = useWords();
  const [isShown, setIsShown] = useState(false);
  const isStored = value === secretMask;
  const label = t('profiles.envValueOf', { name });
  if (!isStored && !isSecret(name, value)) {
    return (
      <TextInput aria-label={label} value={value} spellCheck={false} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  }
  return (
    <PasswordInput
      aria-label={label}
      value={isStored ? '' : value}
      placeholder={isStored ? secretMask : ''}
      description={isStored ? t('profiles.envStored') : undefined}
      size="xs"
      autoComplete="off"
      visible={isShown && !isStored}
      onVisibilityChange={setIsShown}
      visibilityToggleButtonProps={{
        'aria-label': isShown ? t('profiles.envHide', { name }) : t('profiles.envShow', { name }),
        disabled: isStored,
        tabIndex: 0,
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
