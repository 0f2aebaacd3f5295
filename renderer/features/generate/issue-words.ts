import type { TFunction } from 'i18next';
import type { ValueIssue } from '../../../shared/check-value.ts';
import type { Parameter } from '../../../shared/template.ts';
import { errorText } from '../../i18n/error-text.ts';

/**
 * A refusal in the few words that fit beside its own field, where name and value are already seen; the full sentence where there
 * are no short ones. Pure but for the language.
 */
export const issueWords = (t: TFunction, { key, params }: ValueIssue, type: Parameter['type'] | undefined): string => {
  switch (key) {
    case 'valueMissing':
      return t(type === 'image' ? 'generate.issue.missingImage' : 'generate.issue.missing');
    case 'valueNotInteger':
      return t('generate.issue.notInteger');
    case 'valueNotNumber':
      return t('generate.issue.notNumber');
    case 'valueOutOfRange':
      return t('generate.issue.outOfRange', params);
    case 'valueTooLarge':
      return t('generate.issue.tooLarge', params);
    case 'valueTooSmall':
      return t('generate.issue.tooSmall', params);
    case 'valueNotSeed':
      return t('generate.issue.notSeed', params);
    case 'valueNotChoice':
      return t('generate.issue.notChoice');
    case 'limitPixels':
      return t('generate.issue.pixels', params);
    case 'limitBatch':
    case 'limitSteps':
    case 'limitFrames':
      return t('generate.issue.limit', params);
    case 'limitControlnets':
      return t('batches.vary.controlnets', params);
    case 'axisEmpty':
      return t('batches.vary.empty');
    case 'axisTwice':
      return t('batches.vary.twice', params);
    case 'axisRandom':
      return t('batches.vary.random');
    case 'rangeUnreadable':
      return t('batches.vary.badRange', params);
    case 'rangeStepZero':
      return t('batches.vary.zeroStep');
    case 'rangeTooLong':
      return t('batches.vary.longRange', params);
    default:
      return errorText({ key, params, message: key });
  }
};
