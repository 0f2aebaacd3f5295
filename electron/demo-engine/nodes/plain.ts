import { PyFloat } from '../python/values.ts';
import { spec, text, yesNo } from './inputs.ts';
import { type NodeClass, nodeClass, result } from './node-class.ts';
import { plain } from './values.ts';

const category = 'utilities/primitive';
const primitive = { module: 'comfy_extras.nodes_primitive', isV3: true, category };
const most = 9223372036854775807n;

/** Classes that hold one plain value, or join texts. */
export const plainClasses: readonly NodeClass[] = [
  nodeClass({
    ...primitive,
    name: 'PrimitiveInt',
    display: 'Int',
    required: { value: spec('INT', { min: -most, max: most, control_after_generate: 'fixed' }) },
    outputs: ['INT'],
    run: (_context, inputs) => result(inputs.any('value')),
  }),
  nodeClass({
    ...primitive,
    name: 'PrimitiveFloat',
    display: 'Float',
    required: { value: spec('FLOAT', { min: -most, max: most, step: new PyFloat(0.1) }) },
    outputs: ['FLOAT'],
    run: (_context, inputs) => result(plain(new PyFloat(inputs.number('value')))),
  }),
  nodeClass({
    ...primitive,
    name: 'PrimitiveBoolean',
    display: 'Boolean',
    required: { value: yesNo(null) },
    outputs: ['BOOLEAN'],
    run: (_context, inputs) => result(inputs.any('value')),
  }),
  nodeClass({
    ...primitive,
    name: 'PrimitiveString',
    display: 'Text',
    required: { value: text({ multiline: false }) },
    outputs: ['STRING'],
    run: (_context, inputs) => result(inputs.any('value')),
  }),
  nodeClass({
    ...primitive,
    name: 'PrimitiveStringMultiline',
    display: 'Text (Multiline)',
    essentials: 'Basics',
    required: { value: text({ multiline: true }) },
    outputs: ['STRING'],
    run: (_context, inputs) => result(inputs.any('value')),
  }),
  nodeClass({
    name: 'StringConcatenate',
    display: 'Concatenate Text',
    category: 'text',
    module: 'comfy_extras.nodes_string',
    isV3: true,
    required: {
      string_a: text({ multiline: true }),
      string_b: text({ multiline: true }),
      delimiter: text({ default: '', multiline: false }),
    },
    outputs: ['STRING'],
    run: (_context, inputs) => result(plain(inputs.text('string_a') + inputs.text('delimiter') + inputs.text('string_b'))),
  }),
];
