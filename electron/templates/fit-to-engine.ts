import { AppError } from '../../shared/app-error.ts';
import { listed } from '../../shared/check-value.ts';
import { meantChoice, startChoice } from '../../shared/choices.ts';
import type { Value, Values } from '../../shared/job.ts';
import type { Readiness, Template } from '../../shared/template.ts';
import { modelFolder } from './model-folder.ts';

/**
 * A job's values as the engine that claims it can run them: choices that the engine supplies are checked against its lists and take
 * its spelling, models left open get one. `choices` come from `readiness`; a list that the engine does not tell is left to the engine.
 * Throws AppError naming parameter, value and what there is. Pure.
 */
export const fitToEngine = (template: Pick<Template, 'parameters'>, values: Values, choices: Readiness['choices']): Values => {
  const fitted = new Map<string, Value>(Object.entries(values));
  for (const parameter of template.parameters) {
    const { key, type, choices: source } = parameter;
    if (type !== 'choice' || source === undefined || Array.isArray(source)) continue;
    const offered = Object.hasOwn(choices, key) ? choices[key] : undefined;
    const given = fitted.get(key);
    if (offered === undefined) {
      if (given === undefined && parameter.default !== undefined) fitted.set(key, parameter.default);
      continue;
    }
    if (offered.length === 0) {
      throw new AppError('invalid-input', 'modelsMissing', {
        key,
        folder: modelFolder(source.input) ?? source.input,
        wanted: String(given ?? parameter.default ?? '…'),
      });
    }
    const value = given === undefined ? startChoice(parameter, offered) : meantChoice(given, offered);
    if (value === undefined) {
      throw new AppError('invalid-input', 'choiceNotOnEngine', { key, given: String(given), allowed: listed(offered) });
    }
    fitted.set(key, value);
  }
  return Object.fromEntries(fitted);
};
