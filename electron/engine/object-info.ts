import type { NodeClass, NodeInputSpec, ObjectInfo } from './client-types.ts';
import { asList, asRecord, asText } from './lenient-json.ts';

/**
 * Reads `/object_info`. The old form of an input (`[["a","b"], {…}]`) and the one of V3 nodes (`["COMBO", {"options": […]}]`) come out
 * alike; both occur in one answer. A node of which nothing can be read is left out. Hidden inputs are left out: they are the engine's
 * own and are never sent. Pure.
 */
export const objectInfoOf = (value: unknown): ObjectInfo => {
  const classes = new Map<string, NodeClass>();
  for (const [name, raw] of Object.entries(asRecord(value))) {
    const node = asRecord(raw);
    if (Object.keys(node).length === 0) continue;
    classes.set(name, {
      name,
      displayName: asText(node.display_name) || name,
      isOutput: node.output_node === true,
      module: asText(node.python_module) ?? '',
      inputs: inputsOf(node),
      outputs: asList(node.output).map((type) => (typeof type === 'string' ? type : 'COMBO')),
    });
  }
  return classes;
};

const inputsOf = (node: Record<string, unknown>): NodeInputSpec[] => {
  const [input, order] = [asRecord(node.input), asRecord(node.input_order)];
  return (['required', 'optional'] as const).flatMap((section) => {
    const specs = asRecord(input[section]);
    const listed = asList(order[section]).flatMap((name) => (typeof name === 'string' && Object.hasOwn(specs, name) ? name : []));
    // The order decides; what it forgets comes last.
    return [...new Set([...listed, ...Object.keys(specs)])].flatMap(
      (name) => inputOf(name, section === 'required', specs[name]) ?? [],
    );
  });
};

const inputOf = (name: string, isRequired: boolean, spec: unknown): NodeInputSpec | null => {
  const [kind, rest] = Array.isArray(spec) ? spec : [spec];
  const options = asRecord(rest);
  if (Array.isArray(kind)) return { name, isRequired, type: 'COMBO', choices: kind.filter(isChoice), options };
  if (typeof kind !== 'string' || kind === '') return null;
  // A choice whose list the page itself fetches from a `remote` address has no options here.
  const listed = Array.isArray(options.options) ? options.options.filter(isChoice) : null;
  return { name, isRequired, type: kind, choices: kind === 'COMBO' ? listed : null, options };
};

const isChoice = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
