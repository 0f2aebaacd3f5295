import { ActionIcon, Button, CopyButton, Group, Tooltip } from '@mantine/core';
import { Check, Copy, Download, FolderOpen, ListVideo, WandSparkles } from 'lucide-react';
import { artifactUrl } from '../../../shared/addresses.ts';
import type { GalleryItem } from '../../../shared/contract.ts';
import type { Template } from '../../../shared/template.ts';
import { api } from '../../api.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { openInForm } from '../../store/open-in-form.ts';
import { useAsk } from '../../store/use-ask.ts';
import { go } from '../../store/view.ts';
import { engineNameOf } from '../../ui/engine-name.ts';
import { attempt, showDone } from '../../ui/toasts.tsx';
import { ValueList } from '../../ui/ValueList.tsx';
import { valueLines } from '../../ui/value-lines.ts';
import { copyPicture } from './copy-picture.ts';
import { PictureRecord } from './PictureRecord.tsx';
import classes from './PictureViewer.module.css';

interface PictureFactsProps {
  item: GalleryItem;
  template: Template | undefined;
  name: string;
}

/** What made the picture, what can be done with it, and the facts that prove which one it is. */
export function PictureFacts({ item, template, name }: PictureFactsProps) {
  const { t, of, format } = useWords();
  const { artifact, values, seed, version } = item;
  const canReveal = useHearth((state) => state.actions.includes('revealFile'));
  const engines = useHearth((state) => state.engines);
  const { data } = useAsk('jobs.get', { id: artifact.jobId });
  const made = data?.job.attempts.find(({ id }) => id === artifact.attemptId);
  const copy = async (): Promise<void> => {
    const isCopied = await copyPicture(artifactUrl(artifact.id));
    showDone(t(isCopied ? 'gallery.copied' : 'gallery.cannotCopy'));
  };
  const facts: [string, string][] = [
    [
      t('gallery.fact.template'),
      t('gallery.templateVersion', { title: template ? of(template.title) : artifact.template, version }),
    ],
    ...(artifact.width && artifact.height
      ? [[t('gallery.fact.size'), `${artifact.width} × ${artifact.height}`] as [string, string]]
      : []),
    [t('gallery.fact.made'), format.exactTime(artifact.createdAt)],
    ...(made
      ? [
          [t('gallery.fact.engine'), engineNameOf(t, engines, made.engine)] as [string, string],
          ...(made.endedAt === null
            ? []
            : [
                [t('gallery.fact.took'), format.duration(Date.parse(made.endedAt) - Date.parse(made.startedAt))] as [
                  string,
                  string,
                ],
              ]),
        ]
      : []),
    [t('gallery.fact.file'), artifact.name],
    [t('gallery.fact.bytes'), format.bytes(artifact.bytes)],
  ];
  return (
    <>
      <h2 className={classes.name}>{name}</h2>
      {artifact.isPartial && <p className={classes.partial}>{t('gallery.partialMeaning')}</p>}
      <Button
        fullWidth
        leftSection={<WandSparkles size={15} aria-hidden />}
        disabled={!template}
        onClick={() => {
          if (!template) return;
          if (template.version !== version) showDone(t('gallery.otherVersion', { from: version, to: template.version }));
          openInForm(template, values, seed);
        }}
      >
        {t('gallery.useValues')}
      </Button>
      {!template && <p className={classes.dim}>{t('gallery.templateGone')}</p>}
      <Group gap="xs" mt="sm">
        <Button
          component="a"
          href={artifactUrl(artifact.id, true)}
          download={artifact.name}
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
        >
          {t('gallery.download')}
        </Button>
        {artifact.kind === 'image' && (
          <Button variant="default" leftSection={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
            {t('gallery.copy')}
          </Button>
        )}
        {canReveal && (
          <Button
            variant="default"
            leftSection={<FolderOpen size={14} aria-hidden />}
            onClick={() => void attempt(api.call('host.revealFile', { artifact: artifact.id }))}
          >
            {t('gallery.reveal')}
          </Button>
        )}
        <Button variant="default" leftSection={<ListVideo size={14} aria-hidden />} onClick={() => go('queue', artifact.jobId)}>
          {t('gallery.toJob')}
        </Button>
      </Group>
      <h3 className={classes.heading}>{t('gallery.values')}</h3>
      <ValueList lines={valueLines(template, values, seed, of)} />
      <h3 className={classes.heading}>{t('gallery.record')}</h3>
      <dl className={classes.facts}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>SHA-256</dt>
          <dd className={classes.digest}>
            <code>{artifact.sha256}</code>
            <CopyButton value={artifact.sha256}>
              {({ copied, copy: copyDigest }) => (
                <Tooltip label={t(copied ? 'common.copied' : 'gallery.copyDigest')}>
                  <ActionIcon size={22} aria-label={t('gallery.copyDigest')} onClick={copyDigest}>
                    {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          </dd>
        </div>
      </dl>
      <PictureRecord artifact={artifact} />
    </>
  );
}
