import { ActionIcon, Text, Title, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ChoiceSetting } from './ChoiceSetting.tsx';
import { sections } from './fields.ts';
import { HeavyEngineSetting } from './HeavyEngineSetting.tsx';
import { NumberSetting } from './NumberSetting.tsx';
import { RetentionPanel } from './RetentionPanel.tsx';
import { SettingRow } from './SettingRow.tsx';
import classes from './SettingsScreen.module.css';
import { SwitchSetting } from './SwitchSetting.tsx';

/** Everything a person can set; each change is saved at once, each can go back to its default. */
export function SettingsScreen() {
  const { t } = useWords();
  const version = useHearth((state) => state.version);
  const host = useHearth((state) => state.host);
  return (
    <div className={classes.root}>
      <header className={classes.header}>
        <h1 className={classes.title}>{t('frame.screens.settings')}</h1>
        <span className={classes.hint}>{t('settings.hint')}</span>
      </header>
      <div className={classes.page}>
        {sections.map((section) => (
          <section key={section.key} className={classes.section} aria-labelledby={`section-${section.key}`}>
            <Title order={2} id={`section-${section.key}`}>
              {t(`settings.sections.${section.key}`)}
            </Title>
            {section.key === 'storage' && <DataFolder />}
            {section.fields.map((field) => {
              if (field.kind === 'choice') return <ChoiceSetting key={field.key} field={field} />;
              if (field.kind === 'switch') return <SwitchSetting key={field.key} field={field} />;
              return <NumberSetting key={field.key} field={field} />;
            })}
            {section.key === 'queue' && <HeavyEngineSetting />}
            {section.key === 'storage' && <RetentionPanel />}
          </section>
        ))}
        <section className={classes.section} aria-labelledby="section-about">
          <Title order={2} id="section-about">
            {t('settings.sections.about')}
          </Title>
          <SettingRow label={t('settings.fields.version.label')}>
            <Text size="sm">
              Hearth {version} · {t(`settings.hosts.${host}`)}
            </Text>
          </SettingRow>
        </section>
      </div>
    </div>
  );
}

function DataFolder() {
  const { t } = useWords();
  const folder = useHearth((state) => state.dataFolder);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => setIsCopied(await copyText(folder));
  return (
    <SettingRow label={t('settings.fields.dataFolder.label')} hint={t('settings.fields.dataFolder.hint')}>
      <span className={classes.folder}>{folder}</span>
      <Tooltip label={isCopied ? t('common.copied') : t('settings.copyFolder')}>
        <ActionIcon aria-label={t('settings.copyFolder')} onClick={() => void copy()}>
          {isCopied ? <Check size={14} /> : <Copy size={14} />}
        </ActionIcon>
      </Tooltip>
    </SettingRow>
  );
}
