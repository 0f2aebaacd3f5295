import type { Localized, ParameterRole, ParameterType } from '../../shared/template.ts';

/** What is known about an input by its name alone, whatever node it belongs to. */
export interface KnownInput {
  /** Proposed parameter key. */
  key: string;
  /** Type where the engine cannot be asked. */
  type?: ParameterType;
  role?: ParameterRole;
  label: Localized;
  help: Localized;
  /** Known, but nothing that people change where it stands. */
  isMinor?: boolean;
}

const known = (
  key: string,
  en: string,
  ko: string,
  helpEn: string,
  helpKo: string,
  more: Partial<KnownInput> = {},
): KnownInput => ({
  key,
  label: { en, ko },
  help: { en: helpEn, ko: helpKo },
  ...more,
});

const model = (key: string, en: string, ko: string): KnownInput =>
  known(key, en, ko, 'Model file, from the folders of the engine.', '엔진의 모델 폴더에 있는 파일입니다.', {
    type: 'choice',
    role: 'model',
  });

const seed = known(
  'seed',
  'Seed',
  '시드',
  'The same seed with the same values gives the same picture.',
  '시드와 다른 값이 모두 같으면 같은 이미지가 나옵니다.',
  { type: 'seed' },
);
const textEncoder = model('text_encoder', 'Text encoder', '텍스트 인코더');

export const promptInputs: Readonly<Record<'prompt' | 'negative', KnownInput>> = {
  prompt: known('prompt', 'Prompt', '프롬프트', 'What to see in the picture.', '이미지에 담고 싶은 내용을 적습니다.', {
    type: 'text',
    role: 'prompt',
  }),
  negative: known(
    'negative',
    'Negative prompt',
    '네거티브 프롬프트',
    'What to keep out of the picture. May stay empty.',
    '이미지에서 빼고 싶은 내용을 적습니다. 비워 두어도 됩니다.',
    { type: 'text', role: 'negative' },
  ),
};

/** Inputs that people want to set, by name; each is proposed for a form. */
export const knownInputs: ReadonlyMap<string, KnownInput> = new Map([
  ['seed', seed],
  ['noise_seed', seed],
  [
    'steps',
    known(
      'steps',
      'Steps',
      '스텝',
      'More steps take longer and refine the picture.',
      '스텝이 많을수록 오래 걸리고 더 다듬어집니다.',
      {
        type: 'integer',
        role: 'steps',
      },
    ),
  ],
  [
    'cfg',
    known('cfg', 'CFG', 'CFG', 'How closely the picture follows the prompt.', '프롬프트를 얼마나 강하게 따를지 정합니다.', {
      type: 'number',
    }),
  ],
  [
    'guidance',
    known(
      'guidance',
      'Guidance',
      '가이던스',
      'How closely the picture follows the prompt.',
      '프롬프트를 얼마나 강하게 따를지 정합니다.',
      {
        type: 'number',
      },
    ),
  ],
  [
    'denoise',
    known(
      'denoise',
      'Denoise',
      '디노이즈',
      '1 makes everything new; lower values keep more of the given picture.',
      '1이면 모두 새로 그리고, 낮출수록 원본이 더 남습니다.',
      { type: 'number' },
    ),
  ],
  ['width', known('width', 'Width', '너비', 'In pixels.', '픽셀 단위입니다.', { type: 'integer', role: 'width' })],
  ['height', known('height', 'Height', '높이', 'In pixels.', '픽셀 단위입니다.', { type: 'integer', role: 'height' })],
  [
    'batch_size',
    known('batch', 'Batch size', '배치 크기', 'Pictures made at once in one run.', '한 번에 함께 만드는 이미지 수입니다.', {
      type: 'integer',
      role: 'batch',
    }),
  ],
  [
    'length',
    known('frames', 'Frames', '프레임 수', 'Length of the video in frames.', '영상 길이를 프레임 수로 정합니다.', {
      type: 'integer',
      role: 'frames',
    }),
  ],
  ['sampler_name', known('sampler', 'Sampler', '샘플러', 'The method of sampling.', '샘플링 방식입니다.', { type: 'choice' })],
  [
    'scheduler',
    known('scheduler', 'Scheduler', '스케줄러', 'How noise falls from step to step.', '스텝마다 노이즈를 줄여 가는 방식입니다.', {
      type: 'choice',
    }),
  ],
  ['ckpt_name', model('checkpoint', 'Checkpoint', '체크포인트')],
  ['unet_name', model('model', 'Diffusion model', '디퓨전 모델')],
  ['clip_name', textEncoder],
  ['clip_name1', textEncoder],
  ['clip_name2', textEncoder],
  ['clip_name3', textEncoder],
  ['clip_name4', textEncoder],
  ['vae_name', model('vae', 'VAE', 'VAE')],
  ['lora_name', model('lora', 'LoRA', 'LoRA')],
  ['control_net_name', model('controlnet', 'ControlNet', 'ControlNet')],
]);

/** How strongly a ControlNet works, where its node stands in the graph. */
export const controlnetStrength: KnownInput = known(
  'controlnet_strength',
  'ControlNet strength',
  'ControlNet 강도',
  'How closely the picture follows it; 0 turns it off.',
  '값이 클수록 더 그대로 따르며, 0이면 끕니다.',
  { type: 'number', role: 'controlnet' },
);
