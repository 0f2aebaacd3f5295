import type { Writable } from '../python/json.ts';
import type { PyValue } from '../python/values.ts';
import type { InputSpec, InputSpecs, Listings, NodeClass } from './node-class.ts';

/** The `[type, options]` pair of one input, in the form of its class: older classes list choices where others name the type. Pure. */
const inputConfig = (spec: InputSpec, isV3: boolean, listings: Listings): PyValue[] => {
  const options = new Map(spec.options);
  if (spec.choices === null) return options.size > 0 || isV3 ? [spec.type, options] : [spec.type];
  const choices = [...spec.choices(listings)];
  if (isV3) return ['COMBO', new Map<string, PyValue>([...options, ['multiselect', false], ['options', choices]])];
  return options.size > 0 ? [choices, options] : [choices];
};

/** What `/object_info` says about a class. Pure but for the listings. */
export const nodeInfo = (node: NodeClass, listings: Listings): Writable => {
  const section = (specs: InputSpecs): Record<string, Writable> =>
    Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, inputConfig(spec, node.isV3, listings)]));
  const hidden =
    node.hidden && Object.fromEntries(Object.entries(node.hidden).map(([key, kind]) => [key, node.isV3 ? [kind] : kind]));
  const sections: [string, Record<string, Writable> | null][] = [
    ['required', section(node.required)],
    ['optional', node.optional && section(node.optional)],
    ['hidden', hidden],
  ];
  const present = sections.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const info: Record<string, Writable> = {
    input: Object.fromEntries(present),
    input_order: Object.fromEntries(present.map(([name, value]) => [name, Object.keys(value)])),
    is_input_list: false,
    output: node.outputs,
    output_is_list: node.outputs.map(() => false),
    output_name: node.outputNames ?? node.outputs,
    name: node.name,
    display_name: node.display ?? (node.isV3 ? null : node.name),
    description: node.description,
    python_module: node.module,
    category: node.category,
    output_node: node.isOutput,
    has_intermediate_output: false,
  };
  if (node.isV3) {
    return {
      ...info,
      output_tooltips: null,
      output_matchtypes: null,
      search_aliases: null,
      essentials_category: node.essentials,
      deprecated: node.isDeprecated,
      experimental: false,
      dev_only: false,
      api_node: false,
      price_badge: null,
    };
  }
  return {
    ...info,
    ...(node.isDeprecated ? { deprecated: true } : {}),
    search_aliases: [],
    ...(node.essentials === null ? {} : { essentials_category: node.essentials }),
  };
};

/** The type and options of an input as validation errors show them: choices stand in the place of the type where the class is older. Pure. */
export const errorConfig = (spec: InputSpec, isV3: boolean, listings: Listings): PyValue[] => {
  const [type = '', options = new Map<string, PyValue>()] = inputConfig(spec, isV3, listings);
  return [type, options];
};
