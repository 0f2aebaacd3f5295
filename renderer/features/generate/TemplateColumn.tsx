import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { CircleCheck, CircleDashed, Ellipsis, FileUp, Search, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Readiness, Template, TemplateProblem } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { placeOf } from '../../store/place.ts';
import { go, selectTemplate } from '../../store/view.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import classes from './TemplateColumn.module.css';
import { findTemplates, templateState } from './template-state.ts';

interface TemplateColumnProps {
  templates: readonly Template[];
  problems: readonly TemplateProblem[];
  readiness: Readonly<Record<string, readonly Readiness[]>>;
  selected: string | null;
}

/** What can be made: one card for each template, what it still needs, and the way to bring in one's own. */
export function TemplateColumn({ templates, problems, readiness, selected }: TemplateColumnProps) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const found = findTemplates(templates, text);
  return (
    <section className={classes.root} aria-label={t('generate.templates')}>
      <div className={classes.top}>
        <TextInput
          className={classes.search ?? ''}
          aria-label={t('generate.searchTemplates')}
          placeholder={t('generate.searchTemplates')}
          leftSection={<Search size={14} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Tooltip label={t('generate.importHint')}>
          <ActionIcon variant="default" aria-label={t('generate.import')} onClick={() => go('templates')}>
            <FileUp size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <ul className={classes.list}>
        {found.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            readiness={readiness[template.id]}
            isSelected={template.id === selected}
          />
        ))}
      </ul>
      {found.length === 0 && text !== '' && (
        <div className={classes.none}>
          <span>{t('generate.noTemplateFound', { text })}</span>
          <Button variant="default" onClick={() => setText('')}>
            {t('generate.showAllTemplates')}
          </Button>
        </div>
      )}
      {problems.map((problem) => (
        <ErrorNotice key={`${problem.id} ${problem.file}`} error={problem} isCompact />
      ))}
    </section>
  );
}

interface TemplateCardProps {
  template: Template;
  readiness: readonly Readiness[] | undefined;
  isSelected: boolean;
}

function TemplateCard({ template, readiness, isSelected }: TemplateCardProps) {
  const { t, of } = useWords();
  const title = of(template.title);
  return (
    <li className={classes.card} data-selected={isSelected || undefined}>
      <button
        type="button"
        className={classes.pick}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => selectTemplate(template.id)}
      >
        <span className={classes.title}>{title}</span>
        {template.description && <span className={classes.description}>{of(template.description)}</span>}
        <span className={classes.facts}>
          <TemplateNeed readiness={readiness} />
          {template.origin === 'own' && <span className={classes.own}>{t('generate.own', { version: template.version })}</span>}
        </span>
      </button>
      <Tooltip label={t('generate.manage')}>
        <ActionIcon
          component="a"
          href={placeOf({ screen: 'templates', id: template.id })}
          className={classes.menu ?? ''}
          size={24}
          aria-label={t('generate.manageTemplate', { title })}
        >
          <Ellipsis size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

/** Ready, or what is missing, in a word and a shape. */
function TemplateNeed({ readiness }: { readiness: readonly Readiness[] | undefined }) {
  const { t } = useWords();
  const state = templateState(readiness);
  if (state.kind === 'ready')
    return (
      <span className={classes.need} data-kind="ready">
        <CircleCheck size={13} aria-hidden />
        {t('generate.ready')}
      </span>
    );
  if (state.kind === 'unknown')
    return (
      <span className={classes.need}>
        <CircleDashed size={13} aria-hidden />
        {t('generate.notChecked')}
      </span>
    );
  return (
    <span className={classes.need} data-kind="lacking">
      <TriangleAlert size={13} aria-hidden />
      {state.nodes.length > 0
        ? t('generate.needsNodes', { count: state.nodes.length })
        : t('generate.needsModels', { count: state.models.length })}
    </span>
  );
}
