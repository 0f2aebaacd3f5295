import { otherPrecision } from '../../../shared/choices.ts';
import type { Value } from '../../../shared/job.ts';
import type { JobChange } from '../../../shared/job-change.ts';
import { faultNodes, isLink, type JobFacts, type JobNode, nodesOf, type Planner, setInput, specOf } from './job-facts.ts';
import { familyOf } from './model-family.ts';

/** An input that names a model file, and the files that the engine has for it. */
interface FileInput {
  node: JobNode;
  input: string;
  file: string;
  offered: readonly string[];
}
const isModelFile = (value: unknown): value is string =>
  typeof value === 'string' && /\.(?:safetensors|sft|ckpt|pth?|bin|gguf|onnx)$/i.test(value);
const filesOf = (offered: readonly Value[] | null | undefined): string[] => (offered ?? []).filter(isModelFile);

/** Those of the node at fault first, then the largest kind of model. */
const weight = ({ input }: FileInput): number =>
  /unet|diffusion|^model/.test(input) ? 0 : /ckpt|checkpoint/.test(input) ? 1 : 2;
const fileInputs = (facts: JobFacts): FileInput[] => {
  const atFault = new Set(faultNodes(facts).map(({ id }) => id));
  return nodesOf(facts)
    .flatMap((node) =>
      Object.entries(node.inputs).flatMap(([input, file]): FileInput[] =>
        isModelFile(file) ? [{ node, input, file, offered: filesOf(specOf(facts, node.class, input)?.choices) }] : [],
      ),
    )
    .sort((a, b) => Number(atFault.has(b.node.id)) - Number(atFault.has(a.node.id)) || weight(a) - weight(b));
};
/** The first input for which there is another file. */
const firstOf = (facts: JobFacts, pick: (input: FileInput) => string | undefined): JobChange[] => {
  for (const one of fileInputs(facts)) {
    const other = pick(one);
    if (other !== undefined && other !== one.file) return setInput(facts, one.node, one.input, other);
  }
  return [];
};

/** Bits of a weight, as the name of a file tells them; null: it does not say. */
const bitsOf = (file: string): number | null => {
  const name = file.toLowerCase();
  if (/fp32/.test(name)) return 32;
  if (/bf16|fp16/.test(name)) return 16;
  if (/fp8|e[45]m[23]|int8|q8/.test(name)) return 8;
  const quant = /q([2-6])(?:_|\b)/.exec(name)?.[1];
  return quant !== undefined ? Number(quant) : /nf4|fp4|int4/.test(name) ? 4 : null;
};
const siblings = ({ file, offered }: FileInput): string[] =>
  offered.filter((other) => other !== file && otherPrecision(file, [other]) !== undefined);

/** Too little memory asks for fewer bits; anything else for what every machine can compute with. */
const wantsSmaller = ({ cause }: JobFacts): boolean => /oom|memory|commit|ram-|alloc/.test(cause) && !/illegal/.test(cause);
const castOf = (facts: JobFacts): JobChange[] => {
  const isSmaller = wantsSmaller(facts);
  for (const node of nodesOf(facts)) {
    const now = node.inputs.weight_dtype;
    if (typeof now !== 'string') continue;
    const wanted = isSmaller ? (now === 'default' ? 'fp8_e4m3fn' : null) : now.startsWith('fp8') ? 'default' : null;
    const offered = specOf(facts, node.class, 'weight_dtype')?.choices;
    if (wanted !== null && (offered?.includes(wanted) ?? true)) return setInput(facts, node, 'weight_dtype', wanted);
  }
  return [];
};

/** The same model stored in another way, where the engine has it; else loaded in another way. Pure. */
export const otherBuild: Planner = (facts) => {
  const isSmaller = wantsSmaller(facts);
  const changes = firstOf(facts, (one) => {
    const own = bitsOf(one.file) ?? 16;
    const bits = (file: string): number => bitsOf(file) ?? 16;
    return isSmaller
      ? siblings(one)
          .filter((file) => bits(file) < own)
          .sort((a, b) => bits(b) - bits(a))[0]
      : siblings(one)
          .filter((file) => bits(file) >= 8 && !/nvfp4|svdq|scaled/i.test(file))
          .sort((a, b) => Math.abs(bits(a) - 16) - Math.abs(bits(b) - 16))[0];
  });
  return changes.length > 0 ? changes : castOf(facts);
};

const stem = (file: string): string => file.replace(/\.[^.\\/]+$/, '').toLowerCase();

/** The same model as safetensors, where the engine has it. Pure. */
export const safetensors: Planner = (facts) =>
  firstOf(facts, (one) =>
    /\.safetensors$/i.test(one.file)
      ? undefined
      : (one.offered.find((file) => /\.safetensors$/i.test(file) && stem(file) === stem(one.file)) ??
        siblings(one).find((file) => /\.safetensors$/i.test(file))),
  );

/** Weights of the audio model in bf16, where the engine has them. Pure. */
export const bf16Audio: Planner = (facts) =>
  firstOf(facts, (one) =>
    /audio/i.test(`${one.node.class} ${one.file}`) ? siblings(one).find((file) => /bf16/i.test(file)) : undefined,
  );

/** The model that the job draws with. */
const mainModel = (facts: JobFacts): string | null =>
  fileInputs(facts)
    .toSorted((a, b) => weight(a) - weight(b))
    .find((one) => weight(one) < 2)?.file ?? null;

/** The template's own file, else the only other one of the same family. Pure. */
export const matchingFile: Planner = (facts) =>
  firstOf(facts, ({ node, input, file, offered }) => {
    const key = facts.graph.owners.get(`${node.id}/${input}`);
    const usual = facts.parameters.find((parameter) => parameter.key === key)?.default;
    if (typeof usual === 'string' && usual !== file && offered.includes(usual)) return usual;
    const isAtFault = faultNodes(facts).some(({ id }) => id === node.id);
    const family = familyOf(mainModel(facts) ?? '');
    const kin = isAtFault && family ? offered.filter((other) => other !== file && family.files.test(other)) : [];
    return kin.length === 1 ? kin[0] : undefined;
  });

/** The type of text encoder that belongs to the model. Pure. */
export const matchingEncoder: Planner = (facts) => {
  const family = familyOf(mainModel(facts) ?? '');
  if (!family) return [];
  return nodesOf(facts)
    .filter(({ class: name, inputs }) => /CLIPLoader/i.test(name) && typeof inputs.type === 'string')
    .flatMap((node) => {
      const offered = specOf(facts, node.class, 'type')?.choices;
      const type = family.encoders.find((name) => offered?.includes(name));
      return type === undefined ? [] : setInput(facts, node, 'type', type);
    });
};

/** The VAE that the checkpoint brings along, else a file of the model's family. Pure. */
export const matchingVae: Planner = (facts) => {
  const nodes = nodesOf(facts);
  const loaders = new Set(nodes.filter(({ class: name }) => name === 'VAELoader').map(({ id }) => id));
  const checkpoint = nodes.find(({ class: name }) => /^CheckpointLoader/.test(name));
  if (checkpoint)
    return nodes.flatMap((node) =>
      Object.entries(node.inputs).flatMap(([input, before]): JobChange[] =>
        isLink(before) && loaders.has(before[0])
          ? [{ op: 'input', node: node.id, class: node.class, input, before, after: [checkpoint.id, checkpointSlots.vae] }]
          : [],
      ),
    );
  const family = familyOf(mainModel(facts) ?? '');
  return family
    ? nodes
        .filter(({ id }) => loaders.has(id))
        .flatMap((node) => {
          const kin = filesOf(specOf(facts, node.class, 'vae_name')?.choices).filter((file) => family.vaes.test(file));
          return kin[0] === undefined ? [] : setInput(facts, node, 'vae_name', kin[0]);
        })
    : [];
};

/** Outputs of a checkpoint's loader. */
const checkpointSlots = { clip: 1, vae: 2 } as const;

/** Loaders by what they read: weights as they are, or packed as GGUF. */
const ggufTwins: ReadonlyMap<string, string> = new Map([
  ['UNETLoader', 'UnetLoaderGGUF'],
  ['CLIPLoader', 'CLIPLoaderGGUF'],
  ['DualCLIPLoader', 'DualCLIPLoaderGGUF'],
  ['TripleCLIPLoader', 'TripleCLIPLoaderGGUF'],
  ['QuadrupleCLIPLoader', 'QuadrupleCLIPLoaderGGUF'],
]);

/** A GGUF file under a plain loader gets the loader for it, where the engine has one that lists the file. Pure. */
export const ggufLoader: Planner = (facts) =>
  fileInputs(facts).flatMap(({ node, input, file }): JobChange[] => {
    const after = ggufTwins.get(node.class);
    if (after === undefined || !/\.gguf$/i.test(file)) return [];
    const offered = specOf(facts, after, input)?.choices;
    return offered?.includes(file) ? [{ op: 'class', node: node.id, before: node.class, after, inputs: {} }] : [];
  });

/** Adds a loader for what a checkpoint does not bring along, and connects all who take that from the checkpoint. */
const addLoader = (
  facts: JobFacts,
  slot: number,
  name: string,
  input: string,
  inputsOf: (file: string) => Readonly<Record<string, string>> | null,
  isKin: RegExp | undefined,
): JobChange[] => {
  const nodes = nodesOf(facts);
  const checkpoints = new Set(nodes.filter(({ class: of }) => /^CheckpointLoader/.test(of)).map(({ id }) => id));
  const offered = filesOf(specOf(facts, name, input)?.choices);
  const kin = isKin ? offered.filter((file) => isKin.test(file)) : [];
  const file = kin[0] ?? (offered.length === 1 ? offered[0] : undefined);
  const inputs = file === undefined ? null : inputsOf(file);
  if (inputs === null) return [];
  const numbers = nodes.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  const id = String(Math.max(0, ...numbers) + 1);
  const links = nodes.flatMap((node) =>
    Object.entries(node.inputs).flatMap(([to, before]): JobChange[] =>
      isLink(before) && checkpoints.has(before[0]) && before[1] === slot
        ? [{ op: 'input', node: node.id, class: node.class, input: to, before, after: [id, 0] }]
        : [],
    ),
  );
  return links.length === 0 ? [] : [{ op: 'add', node: id, class: name, inputs }, ...links];
};

/** A VAE of the model's family, or the only one there is. Pure. */
export const addVaeLoader: Planner = (facts) =>
  addLoader(
    facts,
    checkpointSlots.vae,
    'VAELoader',
    'vae_name',
    (file) => ({ vae_name: file }),
    familyOf(mainModel(facts) ?? '')?.vaes,
  );

/** The text encoder of the model's family, with its type. Pure. */
export const addClipLoader: Planner = (facts) => {
  const family = familyOf(mainModel(facts) ?? '');
  const types = specOf(facts, 'CLIPLoader', 'type')?.choices;
  const type = family?.encoders.find((name) => types?.includes(name));
  const inputsOf = (file: string) => (type === undefined ? null : { clip_name: file, type });
  return addLoader(facts, checkpointSlots.clip, 'CLIPLoader', 'clip_name', inputsOf, family?.texts);
};
