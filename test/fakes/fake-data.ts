import { noBootFacts } from '../../electron/engine/boot-facts.ts';
import type { Artifact } from '../../shared/artifact.ts';
import type { Batch } from '../../shared/batch.ts';
import type { Engine, EngineMemory, Install, LogLine } from '../../shared/engine.ts';
import { type Job, type JobProgress, noCounts } from '../../shared/job.ts';
import type { Template } from '../../shared/template.ts';

let lastId = 0;
/** A fresh lower-case UUID, the same ones in every run. */
export const nextId = (): string => `00000000-0000-4000-8000-${String(++lastId).padStart(12, '0')}`;
/** An ISO time `ms` ago. */
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** A ready engine on a 16 GB card. */
export const sampleEngine = (change: Partial<Engine> = {}): Engine => ({
  id: 'demo',
  kind: 'demo',
  name: 'Demo engine',
  folder: null,
  state: 'ready',
  since: ago(3 * 3_600_000 + 12 * 60_000),
  isWanted: true,
  pid: 4120,
  url: 'http://127.0.0.1:8188',
  version: '0.28.0',
  profile: null,
  restarts: 0,
  bootFacts: {
    ...noBootFacts,
    comfyui: '0.28.0',
    python: '3.12.10',
    torch: '2.9.1+cu130',
    frontend: '1.45.20',
    device: 'cuda:0 NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync',
    vramMb: 16_311,
    ramMb: 32_684,
    vramState: 'NORMAL_VRAM',
    allocator: 'cudaMallocAsync',
    asyncOffloadStreams: 2,
    pinnedMemoryMb: 14_707,
    dynamicVram: true,
    attention: 'pytorch',
    customNodes: [
      { name: 'ComfyUI-GGUF', seconds: 0.1, failed: false },
      { name: 'ComfyUI-Impact-Pack', seconds: 1.4, failed: true },
    ],
  },
  launchId: 'launch-1',
  problem: null,
  retryAt: null,
  freePort: null,
  ...change,
});

export const sampleTemplate = (change: Partial<Template> = {}): Template => ({
  id: 'sd15',
  version: 1,
  title: { en: 'Stable Diffusion 1.5', ko: '스테이블 디퓨전 1.5' },
  description: { en: 'Text to picture, 512 pixels.', ko: '텍스트로 512픽셀 그림을 만듭니다.' },
  needs: { nodes: [], models: [{ folder: 'checkpoints', name: 'v1-5-pruned-emaonly.safetensors' }] },
  parameters: [
    {
      key: 'prompt',
      type: 'text',
      role: 'prompt',
      targets: ['/6/inputs/text'],
      default: '',
      label: { en: 'Prompt', ko: '프롬프트' },
      help: { en: 'What the picture shows.', ko: '그림에 담을 내용입니다.' },
    },
    {
      key: 'width',
      type: 'integer',
      role: 'width',
      targets: ['/5/inputs/width'],
      default: 512,
      min: 64,
      max: 2048,
      step: 8,
      label: { en: 'Width', ko: '너비' },
      help: { en: 'Pixels.', ko: '픽셀 단위입니다.' },
    },
    {
      key: 'steps',
      type: 'integer',
      role: 'steps',
      targets: ['/3/inputs/steps'],
      default: 20,
      min: 1,
      max: 150,
      label: { en: 'Steps', ko: '스텝' },
      help: { en: 'More steps take longer.', ko: '스텝이 많을수록 오래 걸립니다.' },
    },
    {
      key: 'cfg',
      type: 'number',
      targets: ['/3/inputs/cfg'],
      default: 7.5,
      min: 0,
      max: 30,
      step: 0.5,
      label: { en: 'CFG', ko: 'CFG' },
      help: { en: 'How closely the prompt is followed.', ko: '프롬프트를 얼마나 따를지 정합니다.' },
    },
    {
      key: 'checkpoint',
      type: 'choice',
      role: 'model',
      targets: ['/4/inputs/ckpt_name'],
      default: 'v1-5-pruned-emaonly.safetensors',
      choices: { class: 'CheckpointLoaderSimple', input: 'ckpt_name' },
      label: { en: 'Checkpoint', ko: '체크포인트' },
      help: { en: 'The model that draws.', ko: '그림을 그리는 모델입니다.' },
    },
    {
      key: 'seed',
      type: 'seed',
      targets: ['/3/inputs/seed'],
      min: 0,
      max: '18446744073709551615',
      label: { en: 'Seed', ko: '시드' },
      help: { en: 'The same seed draws the same picture.', ko: '시드가 같으면 같은 그림이 나옵니다.' },
    },
  ],
  outputs: [{ node: '9', kind: 'image' }],
  limits: { pixels: 4_194_304, steps: 150 },
  digest: 'sha256:0c5a',
  origin: 'shipped',
  ...change,
});

export const sampleArtifact = (change: Partial<Artifact> = {}): Artifact => {
  const id = nextId();
  return {
    id,
    jobId: nextId(),
    attemptId: nextId(),
    template: 'sd15',
    node: '9',
    index: 0,
    kind: 'image',
    mime: 'image/png',
    name: `lighthouse-${lastId}.png`,
    path: `artifacts/${id}.png`,
    sha256: 'a'.repeat(64),
    bytes: 412_345,
    width: 512,
    height: 512,
    createdAt: ago(60_000),
    isPartial: false,
    ...change,
  };
};

export const sampleJob = (change: Partial<Job> = {}): Job => ({
  id: nextId(),
  key: null,
  template: 'sd15',
  version: 1,
  digest: 'sha256:0c5a',
  values: { prompt: 'a lighthouse at dusk, oil painting', width: 512, steps: 20 },
  seed: '815',
  state: 'queued',
  priority: 'normal',
  createdAt: ago(120_000),
  finishedAt: null,
  retryAt: null,
  attempts: [],
  artifacts: [],
  error: null,
  ...change,
});

/** A request for twelve jobs of which nothing has begun. */
export const sampleBatch = (change: Partial<Batch> = {}): Batch => ({
  id: nextId(),
  key: null,
  template: 'sd15',
  version: 1,
  priority: 'normal',
  values: { prompt: 'a lighthouse at dusk, oil painting', width: 512 },
  axes: [{ key: 'steps', count: 3, values: [10, 20, 30] }],
  seeds: 4,
  count: 12,
  createdAt: ago(120_000),
  endedAt: null,
  counts: { ...noCounts, queued: 12 },
  ...change,
});

/** A job that was made from no other, and none from it. */
export const noLinks = { origin: null, edited: [] };

/** A job that an engine has in hand, with its open attempt. */
export const runningJob = (change: Partial<Job> = {}): Job =>
  sampleJob({
    state: 'running',
    attempts: [{ id: nextId(), engine: 'demo', state: 'open', startedAt: ago(9_000), endedAt: null, error: null }],
    ...change,
  });

/** A job that is done, with one picture. */
export function doneJob(change: Partial<Job> = {}): Job {
  const job = sampleJob({ state: 'succeeded', finishedAt: ago(30_000), ...change });
  const attempt = {
    id: nextId(),
    engine: 'demo',
    state: 'succeeded' as const,
    startedAt: ago(40_000),
    endedAt: ago(30_000),
    error: null,
  };
  return {
    ...job,
    attempts: [attempt],
    artifacts: [sampleArtifact({ jobId: job.id, attemptId: attempt.id, template: job.template })],
  };
}

/** Step 12 of 20 of a job at work. */
export const progressOf = (job: Job, change: Partial<JobProgress> = {}): JobProgress => ({
  jobId: job.id,
  attemptId: job.attempts.at(-1)?.id ?? nextId(),
  engine: 'demo',
  ratio: 0.61,
  step: { value: 12, max: 20 },
  node: { id: '3', class: 'KSampler', title: 'KSampler' },
  elapsedMs: 9_200,
  remainingMs: 8_000,
  preview: null,
  ...change,
});

export const sampleMemory = (change: Partial<EngineMemory> = {}): EngineMemory => ({
  engine: 'demo',
  at: new Date().toISOString(),
  ramTotalBytes: 32 * 1024 ** 3,
  ramFreeBytes: 19.5 * 1024 ** 3,
  vramTotalBytes: 16 * 1024 ** 3,
  vramFreeBytes: 6.9 * 1024 ** 3,
  ...change,
});

export const sampleInstall = (change: Partial<Install> = {}): Install => ({
  location: '/home/mina/ComfyUI',
  layout: 'git',
  python: '/home/mina/ComfyUI/.venv/bin/python',
  version: '0.28.0',
  isUsable: true,
  checks: [],
  ...change,
});

const samples: readonly Omit<LogLine, 'n'>[] = [
  { text: 'Total VRAM 16311 MB, total RAM 32684 MB', level: 'info' },
  { text: 'pytorch version: 2.9.1+cu130', level: 'info' },
  { text: 'Using async weight offloading with 2 streams', level: 'info' },
  { text: '\u001b[33m[WARNING]\u001b[0m a custom node took long to load', level: 'warning' },
  { text: 'got prompt', level: 'info' },
  { text: ' 60%|██████    | 12/20 [00:09<00:06,  1.31it/s]', level: 'none' },
  { text: "\u001b[31m[ERROR]\u001b[0m Cannot import custom_nodes/ComfyUI-Impact-Pack: No module named 'cv2'", level: 'error' },
];

/** `count` lines of an engine's log, coloured as engines write them. */
export const sampleLines = (count: number): LogLine[] =>
  Array.from({ length: count }, (_, index) => ({
    text: '',
    level: 'info' as const,
    ...samples[index % samples.length],
    n: index + 1,
  }));
