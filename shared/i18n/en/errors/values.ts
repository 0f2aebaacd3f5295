/** A value that a template's parameter does not take. `key` is the parameter's key, `given` what came, shortened. */
export const valuesErrors = {
  valueUnknown: 'This template has no parameter "{{key}}". Nothing was queued. Its parameters are: {{allowed}}.',
  valueMissing: 'The parameter "{{key}}" has no value and the template supplies none. Nothing was queued. Give it a value.',
  valueNotText: '"{{key}}" takes text, and {{given}} is none. Nothing was queued. Give a text; an empty one is fine.',
  valueNotInteger:
    '"{{key}}" takes a whole number, and {{given}} is none. Nothing was queued. Write digits only, for example 20.',
  valueNotNumber:
    '"{{key}}" takes a number, and {{given}} is none. Nothing was queued. Write it with a point and without separators, for example 1.5.',
  valueNotBoolean: '"{{key}}" is either true or false, and {{given}} is neither. Nothing was queued. Write true or false.',
  valueNotSeed:
    '"{{key}}" takes a seed, and {{given}} is none. Nothing was queued. Write a whole number from {{min}} to {{max}}, or random.',
  valueNotChoice: '"{{key}}" does not offer {{given}}. Nothing was queued. It offers: {{allowed}}.',
  valueNotImage:
    '"{{key}}" takes a picture, and {{given}} is none that Hearth has stored. Nothing was queued. Choose a PNG, JPEG, WebP, GIF or BMP file.',
  valueOutOfRange:
    '"{{key}}" goes from {{min}} to {{max}}, and {{given}} is outside. Nothing was queued. Choose a value in between.',
  valueTooSmall: '"{{key}}" starts at {{min}}, and {{given}} is below. Nothing was queued. Choose a larger value.',
  valueTooLarge: '"{{key}}" ends at {{max}}, and {{given}} is above. Nothing was queued. Choose a smaller value.',
  valueTooLong: '"{{key}}" takes {{max}} characters at most, and this has {{length}}. Nothing was queued. Shorten it.',
  requestTooLarge:
    'The values of {{count}} jobs together are larger than {{max}} MB, which is more than one request may hold. Nothing was queued. Shorten the texts or ask for fewer jobs at once.',
  limitPixels:
    '{{width}} × {{height}} is more than this template allows ({{allowed}} pixels). Nothing was queued. Make width or height smaller.',
  limitBatch:
    'A batch of {{given}} is more than this template allows ({{allowed}}). Nothing was queued. Make "{{key}}" smaller and queue it more often.',
  limitSteps: '{{given}} steps are more than this template allows ({{allowed}}). Nothing was queued. Make "{{key}}" smaller.',
  limitFrames: '{{given}} frames are more than this template allows ({{allowed}}). Nothing was queued. Make "{{key}}" smaller.',
  countNeedsSeed:
    'The template "{{id}}" has no seed, so {{count}} runs would give the same picture {{count}} times. Nothing was queued. Queue it once.',
  countExceedsSeeds:
    '"{{key}}" has only {{allowed}} different seeds, and {{count}} were asked for. Nothing was queued. Ask for fewer.',
  choiceNotOnEngine:
    'The engine does not offer {{given}} for "{{key}}". The job was not run; its values are kept. Choose one of: {{allowed}}; or add the file to the engine and queue the job again.',
  modelsMissing:
    'The engine has no model file for "{{key}}". The job was not run; its values are kept. Put {{wanted}} into the folder models/{{folder}} of ComfyUI, then queue the job again.',
};
