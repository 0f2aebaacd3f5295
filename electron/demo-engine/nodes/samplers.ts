import { choice, count, fraction, seed, socket, yesNo } from './inputs.ts';
import { type NodeClass, type NodeContext, type NodeResult, nodeClass, result } from './node-class.ts';
import { samplers, schedulers } from './sampler-names.ts';
import { type SampleRequest, sample } from './sampling.ts';
import type { NodeInputs } from './values.ts';

const steps = count(20, 1, 10000);
const cfg = fraction({ default: 8, min: 0, max: 100, step: 0.1 }, { round: 0.01 });
const denoise = fraction({ default: 1, min: 0, max: 1, step: 0.01 });
const custom = { module: 'comfy_extras.nodes_custom_sampler', isV3: true };

type Guided = Pick<SampleRequest, 'model' | 'positive' | 'negative' | 'cfg'>;

/** What both custom samplers do with the sampler, the sigmas and the latent that are linked to them. */
const sampleCustom = async (context: NodeContext, inputs: NodeInputs, guided: Guided, seedText: string): Promise<NodeResult> => {
  const sigmas = inputs.get('sigmas', 'sigmas');
  const latent = await sample(context, {
    ...guided,
    seed: seedText,
    sampler: inputs.get('sampler', 'sampler').name,
    scheduler: sigmas.scheduler,
    latent: inputs.latent('latent_image'),
    steps: sigmas.steps,
    firstStep: 0,
    lastStep: sigmas.steps,
    denoise: sigmas.denoise,
  });
  return result({ kind: 'latent', latent }, { kind: 'latent', latent: { ...latent, noise: 0 } });
};

/** What guides a sampler that takes model and texts by itself. */
const guidedBy = (inputs: NodeInputs): Guided => ({
  model: inputs.get('model', 'model'),
  positive: inputs.get('positive', 'conditioning'),
  negative: inputs.get('negative', 'conditioning').text,
  cfg: inputs.number('cfg'),
});

/** Classes that sample, and the parts of which the custom samplers are made. */
export const samplerClasses: readonly NodeClass[] = [
  nodeClass({
    name: 'KSampler',
    display: 'KSampler',
    category: 'model/sampling',
    description: 'Takes the noise out of a latent, guided by model and text.',
    required: {
      model: socket('MODEL'),
      seed: seed(),
      steps,
      cfg,
      sampler_name: choice(samplers),
      scheduler: choice(schedulers),
      positive: socket('CONDITIONING'),
      negative: socket('CONDITIONING'),
      latent_image: socket('LATENT'),
      denoise,
    },
    outputs: ['LATENT'],
    async run(context, inputs) {
      const count = inputs.number('steps');
      const latent = await sample(context, {
        ...guidedBy(inputs),
        seed: inputs.whole('seed'),
        sampler: inputs.text('sampler_name'),
        scheduler: inputs.text('scheduler'),
        latent: inputs.latent('latent_image'),
        steps: count,
        firstStep: 0,
        lastStep: count,
        denoise: inputs.number('denoise'),
      });
      return result({ kind: 'latent', latent });
    },
  }),
  nodeClass({
    name: 'KSamplerAdvanced',
    display: 'KSampler (Advanced)',
    category: 'model/sampling',
    required: {
      model: socket('MODEL'),
      add_noise: choice(['enable', 'disable'], { advanced: true }),
      noise_seed: seed(),
      steps,
      cfg,
      sampler_name: choice(samplers),
      scheduler: choice(schedulers),
      positive: socket('CONDITIONING'),
      negative: socket('CONDITIONING'),
      latent_image: socket('LATENT'),
      start_at_step: count(0, 0, 10000, { advanced: true }),
      end_at_step: count(10000, 0, 10000, { advanced: true }),
      return_with_leftover_noise: choice(['disable', 'enable'], { advanced: true }),
    },
    outputs: ['LATENT'],
    async run(context, inputs) {
      const latent = await sample(context, {
        ...guidedBy(inputs),
        seed: inputs.whole('noise_seed'),
        sampler: inputs.text('sampler_name'),
        scheduler: inputs.text('scheduler'),
        latent: inputs.latent('latent_image'),
        steps: inputs.number('steps'),
        firstStep: inputs.number('start_at_step'),
        lastStep: inputs.number('end_at_step'),
        denoise: 1,
      });
      const noise = inputs.text('return_with_leftover_noise') === 'enable' ? latent.noise : 0;
      return result({ kind: 'latent', latent: { ...latent, noise } });
    },
  }),
  nodeClass({
    ...custom,
    name: 'SamplerCustomAdvanced',
    category: 'model/sampling/custom',
    required: {
      noise: socket('NOISE'),
      guider: socket('GUIDER'),
      sampler: socket('SAMPLER'),
      sigmas: socket('SIGMAS'),
      latent_image: socket('LATENT'),
    },
    outputs: ['LATENT', 'LATENT'],
    outputNames: ['output', 'denoised_output'],
    run: (context, inputs) => sampleCustom(context, inputs, inputs.get('guider', 'guider'), inputs.get('noise', 'noise').seed),
  }),
  nodeClass({
    ...custom,
    name: 'SamplerCustom',
    category: 'model/sampling/custom',
    required: {
      model: socket('MODEL'),
      add_noise: yesNo(true, { advanced: true }),
      noise_seed: seed(),
      cfg,
      positive: socket('CONDITIONING'),
      negative: socket('CONDITIONING'),
      sampler: socket('SAMPLER'),
      sigmas: socket('SIGMAS'),
      latent_image: socket('LATENT'),
    },
    outputs: ['LATENT', 'LATENT'],
    outputNames: ['output', 'denoised_output'],
    run: (context, inputs) => sampleCustom(context, inputs, guidedBy(inputs), inputs.whole('noise_seed')),
  }),
  nodeClass({
    ...custom,
    name: 'BasicScheduler',
    category: 'model/sampling/schedulers',
    required: { model: socket('MODEL'), scheduler: choice(schedulers), steps, denoise },
    outputs: ['SIGMAS'],
    run: (_context, inputs) =>
      result({
        kind: 'sigmas',
        scheduler: inputs.text('scheduler'),
        steps: inputs.number('steps'),
        denoise: inputs.number('denoise'),
      }),
  }),
  nodeClass({
    ...custom,
    name: 'BasicGuider',
    display: 'Basic Guider',
    category: 'model/sampling/guiders',
    required: { model: socket('MODEL'), conditioning: socket('CONDITIONING') },
    outputs: ['GUIDER'],
    run(_context, inputs) {
      const positive = inputs.get('conditioning', 'conditioning');
      return result({ kind: 'guider', model: inputs.get('model', 'model'), positive, negative: '', cfg: positive.guidance ?? 1 });
    },
  }),
  nodeClass({
    ...custom,
    name: 'CFGGuider',
    display: 'CFG Guider',
    category: 'model/sampling/guiders',
    required: { model: socket('MODEL'), positive: socket('CONDITIONING'), negative: socket('CONDITIONING'), cfg },
    outputs: ['GUIDER'],
    run: (_context, inputs) => result({ kind: 'guider', ...guidedBy(inputs) }),
  }),
  nodeClass({
    ...custom,
    name: 'KSamplerSelect',
    category: 'model/sampling/samplers',
    required: { sampler_name: choice(samplers) },
    outputs: ['SAMPLER'],
    run: (_context, inputs) => result({ kind: 'sampler', name: inputs.text('sampler_name') }),
  }),
  nodeClass({
    ...custom,
    name: 'RandomNoise',
    category: 'model/sampling/noise',
    required: { noise_seed: seed() },
    outputs: ['NOISE'],
    run: (_context, inputs) => result({ kind: 'noise', seed: inputs.whole('noise_seed') }),
  }),
];
