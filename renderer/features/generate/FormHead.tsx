import type { Readiness, Template } from '../../../shared/template.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { engineName } from '../../ui/engine-name.ts';
import classes from './TemplateForm.module.css';
import { templateState } from './template-state.ts';

interface FormHeadProps {
  template: Template;
  readiness: readonly Readiness[] | undefined;
}

/** Which template this is, and what its engine still lacks, by name and folder. */
export function FormHead({ template, readiness }: FormHeadProps) {
  const { t, of } = useWords();
  const state = templateState(readiness);
  const engine = useHearth(({ engines }) => (state.kind === 'lacking' ? engines[state.engine] : undefined));
  return (
    <header className={classes.head}>
      <h2>
        {of(template.title)}
        <span className={classes.version}>{t('generate.version', { version: template.version })}</span>
      </h2>
      {state.kind === 'lacking' && (
        <div className={classes.lacking} role="note">
          <p>{t('generate.lacks', { engine: engine ? engineName(t, engine) : state.engine })}</p>
          <ul>
            {state.nodes.map((node) => (
              <li key={node}>{t('generate.lacksNode', { node })}</li>
            ))}
            {state.models.map(({ folder, name }) => (
              <li key={`${folder}/${name}`}>{t('generate.lacksModel', { name, folder })}</li>
            ))}
          </ul>
        </div>
      )}
    </header>
  );
}
