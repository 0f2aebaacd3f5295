import { Button, Group } from '@mantine/core';
import { FileUp, LayoutTemplate, Trash2, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import type { Template } from '../../../shared/template.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { useAsk } from '../../store/use-ask.ts';
import { go, selectTemplate } from '../../store/view.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { attempt, showDone } from '../../ui/toasts.tsx';
import classes from './templates.module.css';

/** One template: its versions with the way back to an older one, and the way to remove it. */
export function TemplatePage({ id, onRenew }: { id: string; onRenew: (id: string) => void }) {
  const { t } = useWords();
  const template = useHearth((state) => state.templates[id]);
  const isLoaded = useHearth((state) => state.areTemplatesLoaded);
  if (template) return <Known template={template} onRenew={() => onRenew(id)} />;
  return (
    isLoaded && (
      <>
        <h1 className={classes.hidden}>{t('templates.template')}</h1>
        <EmptyState
          icon={<LayoutTemplate size={36} />}
          title={t('templates.unknown')}
          action={<Button onClick={() => go('generate')}>{t('templates.toGenerate')}</Button>}
        />
      </>
    )
  );
}

function Known({ template, onRenew }: { template: Template; onRenew: () => void }) {
  const { t, of, format } = useWords();
  const { data, error, again } = useAsk('templates.versions', { id: template.id });
  const [isAsking, setIsAsking] = useState(false);
  const isOwn = template.origin === 'own';
  const title = of(template.title);
  const versions = [...(data?.versions ?? [])].sort((a, b) => b.version - a.version);
  const rollBack = async (version: number): Promise<void> => {
    const now = await attempt(api.call('templates.rollback', { id: template.id, version }));
    if (!now) return;
    showDone(t('templates.rolledBack', { from: version, version: now.version }));
    again();
  };
  const remove = async (): Promise<void> => {
    const done = await attempt(api.call('templates.remove', { id: template.id }));
    if (!done) return;
    showDone(t('templates.removed', { title }));
    go('generate');
  };
  return (
    <div className={classes.narrow}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>
        {template.description ? of(template.description) : t(isOwn ? 'templates.own' : 'templates.shipped')}
      </p>
      <Group gap="sm" mb="lg">
        <Button
          leftSection={<WandSparkles size={14} aria-hidden />}
          onClick={() => {
            selectTemplate(template.id);
            go('generate');
          }}
        >
          {t('templates.use')}
        </Button>
        {isOwn && (
          <>
            <Button variant="default" leftSection={<FileUp size={14} aria-hidden />} onClick={onRenew}>
              {t('templates.newVersion')}
            </Button>
            <Button variant="default" leftSection={<Trash2 size={14} aria-hidden />} onClick={() => setIsAsking(true)}>
              {t('common.remove')}
            </Button>
          </>
        )}
      </Group>
      {error !== undefined && <ErrorNotice error={error} />}
      <h2 className={classes.subtitle}>{t('templates.versions')}</h2>
      <ul className={classes.versions}>
        {versions.map(({ version, digest, seenAt, isCurrent }) => (
          <li key={version}>
            <strong>{t('templates.version', { version })}</strong>
            <time className={classes.dim} dateTime={seenAt}>
              {format.exactTime(seenAt)}
            </time>
            <code className={classes.dim} title={digest}>
              {digest.replace(/^sha256:/, '').slice(0, 12)}
            </code>
            {isCurrent ? (
              <span className={classes.current}>{t('templates.current')}</span>
            ) : (
              isOwn && (
                <Button variant="default" size="compact-sm" onClick={() => void rollBack(version)}>
                  {t('templates.makeCurrent', { version })}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      <p className={classes.dim}>{t('templates.versionsMeaning')}</p>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('templates.removeTitle', { title })}
        confirmLabel={t('templates.removeConfirm')}
        onConfirm={() => void remove()}
        onClose={() => setIsAsking(false)}
      >
        {t('templates.removeMeaning', { count: Math.max(1, versions.length) })}
      </ConfirmDialog>
    </div>
  );
}
