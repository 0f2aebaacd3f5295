import { anywhere, frames, type Rule, text } from './rule.ts';

/** Refused workflows and launch options. */
export const requestRules: readonly Rule[] = [
  {
    id: 'prompt-input-missing',
    layer: 'model',
    confidence: 'high',
    all: [text('- Required input is missing: '), text('invalid prompt:')],
    remedies: ['connect-input', 'renew-node', 'matching-pack-version'],
  },
  {
    id: 'prompt-no-outputs',
    layer: 'config',
    confidence: 'high',
    any: [text('prompt_no_outputs')],
    remedies: ['add-output-node'],
  },
  {
    id: 'prompt-validation-failed',
    layer: 'job',
    confidence: 'high',
    all: [
      text('invalid prompt:'),
      text(
        [
          '- Value ',
          '- Return type mismatch',
          '- Failed to convert',
          '- Bad linked input',
          '- Exception when validating',
          '- Custom validation failed',
          'bad_linked_input',
          'value_',
          'return_type_mismatch',
          'Dependency cycle',
          'prompt_outputs_failed_validation',
        ],
        /- (?:Value (?:not in list|-?\d.* (?:bigger|smaller) than)|Return type mismatch|Failed to convert|Bad linked input|Exception when validating|Custom validation failed)|bad_linked_input|value_(?:not_in_list|bigger_than_max|smaller_than_min)|return_type_mismatch|Dependency cycle/,
      ),
    ],
    remedies: ['allowed-value', 'update-template'],
  },
  {
    id: 'launch-flags-exclusive',
    layer: 'config',
    confidence: 'high',
    all: [text('not allowed with argument', /main\.py: error: argument .+: not allowed with argument/)],
    exit: { codes: [2], isEnough: false },
    remedies: ['remove-last-flag'],
  },
  {
    id: 'launch-flag-unrecognized',
    layer: 'config',
    confidence: 'high',
    all: [
      text('main.py: error: ', /main\.py: error: (?:unrecognized arguments|argument|ambiguous option|the following arguments)/),
    ],
    exit: { codes: [2], isEnough: false },
    remedies: ['remove-named-flag', 'update-comfyui'],
  },
  {
    id: 'extra-model-config-missing',
    layer: 'config',
    confidence: 'high',
    all: [text('FileNotFoundError', /FileNotFoundError: .{0,200}'[^']{1,400}\.ya?ml/)],
    any: [text(['extra_model'], /extra_models?_(?:config|paths)\.ya?ml/), frames('in load_extra_path_config')],
    remedies: ['recreate-model-paths'],
  },
  {
    id: 'extra-model-config-invalid',
    layer: 'config',
    confidence: 'high',
    all: [
      anywhere('load_extra_path_config'),
      text(
        ['yaml.', 'has no attribute', 'UnicodeDecodeError', 'TypeError'],
        /^yaml\.\w+\.\w+Error|AttributeError: '(?:str|list|int|NoneType)' object has no attribute '\w+'|^UnicodeDecodeError: 'utf-8' codec|^TypeError: /,
      ),
    ],
    show: [text('in "', /in "[^"]+", line \d+/)],
    remedies: ['correct-model-paths'],
  },
];
