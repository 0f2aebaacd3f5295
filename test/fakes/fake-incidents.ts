import type { Evidence, IncidentPage } from '../../shared/evidence.ts';
import type { Diagnosis, Incident, IncidentGroup, OfferedRemedy } from '../../shared/incident.ts';
import type { Trial } from '../../shared/trial.ts';
import { ago, nextId, sampleEngine, sampleMemory } from './fake-data.ts';

export const sampleRemedy = (change: Partial<OfferedRemedy> = {}): OfferedRemedy => ({
  id: 'disable-async-offload',
  kind: 'flag',
  flags: [{ op: 'add', flag: '--disable-async-offload', value: null }],
  env: {},
  cost: 'offload',
  verify: 'asyncGone',
  isAvailable: true,
  obstacle: null,
  isAutomatic: true,
  undo: 'flags',
  status: 'untried',
  ...change,
});

export const byHand = (change: Partial<OfferedRemedy> = {}): OfferedRemedy =>
  sampleRemedy({ id: 'update-gpu-driver', kind: 'person', flags: [], cost: 'driver', verify: 'driverVersion', ...change });

export const sampleDiagnosis = (change: Partial<Diagnosis> = {}): Diagnosis => ({
  cause: 'cuda-unknown-error-async-offload',
  confidence: 'high',
  failed: true,
  lines: [12, 31, 33],
  exception: 'torch.AcceleratorError: CUDA error: unknown error',
  frame: 'sync_stream',
  node: '6',
  nodeClass: 'CLIPTextEncode',
  nodeTitle: null,
  pack: null,
  stage: 'text-encoding',
  remedies: [],
  alsoSeen: [],
  signature: 'v1-0123456789abcdef',
  ...change,
});

export const sampleIncident = (change: Partial<Incident> = {}): Incident => ({
  id: nextId(),
  at: ago(60_000),
  lastAt: ago(60_000),
  count: 1,
  kind: 'crash',
  engine: 'demo',
  engineName: 'Demo engine',
  launchId: 'launch-1',
  job: null,
  attempt: null,
  template: null,
  state: 'open',
  resolvedBy: null,
  settledAt: null,
  diagnosis: sampleDiagnosis(),
  signature: 'v1-0123456789abcdef',
  remedies: [sampleRemedy(), byHand()],
  trials: [],
  ...change,
});

export const sampleTrial = (change: Partial<Trial> = {}): Trial => ({
  id: nextId(),
  incident: nextId(),
  engine: 'demo',
  remedy: 'disable-async-offload',
  state: 'running',
  isAutomatic: false,
  startedAt: ago(9_000),
  endedAt: null,
  launchId: 'launch-2',
  job: null,
  profile: 'Default',
  flagsBefore: [],
  flagsAfter: [{ flag: '--disable-async-offload', value: null }],
  canUndo: false,
  steps: [
    { at: ago(9_000), what: 'applied', detail: null },
    { at: ago(8_000), what: 'starting', detail: null },
  ],
  ...change,
});

export const sampleGroup = (change: Partial<IncidentGroup> = {}): IncidentGroup => ({
  signature: 'v1-0123456789abcdef',
  cause: 'cuda-unknown-error-async-offload',
  confidence: 'high',
  exception: 'torch.AcceleratorError: CUDA error: unknown error',
  frame: 'sync_stream',
  nodeClass: 'CLIPTextEncode',
  engines: ['demo'],
  total: 5,
  open: 5,
  firstAt: ago(2 * 86_400_000),
  lastAt: ago(60_000),
  newest: nextId(),
  state: 'open',
  days: [],
  since: [{ what: 'comfyui', before: '0.27.0', after: '0.28.0', at: ago(2 * 86_400_000) }],
  confirmed: null,
  ...change,
});

const sampleEvidence = (change: Partial<Evidence> = {}): Evidence => ({
  exit: null,
  unseen: null,
  launch: null,
  bootFacts: sampleEngine().bootFacts,
  profile: { id: 'default', name: 'Default', flags: [], env: {} },
  job: null,
  memory: [sampleMemory({ at: ago(64_000) }), sampleMemory({ at: ago(62_000) })],
  load: [],
  ramTotalBytes: 32 * 1024 ** 3,
  ramFreeBytes: 3 * 1024 ** 3,
  gpus: [{ name: 'NVIDIA GeForce RTX 5060 Ti', vramBytes: 16 * 1024 ** 3, driver: '591.44' }],
  hearth: '0.1.0',
  system: 'Linux 6.8',
  earlierTrials: [],
  ...change,
});

export const samplePage = (incident: Incident, change: Partial<IncidentPage> = {}): IncidentPage => ({
  incident,
  evidence: sampleEvidence(),
  log: [
    { firstLine: 11, lines: ['Device: cuda:0', 'Using async weight offloading with 2 streams'] },
    { firstLine: 30, lines: ['got prompt', 'torch.AcceleratorError: CUDA error: unknown error', 'Traceback', 'in sync_stream'] },
  ],
  group: sampleGroup({ newest: incident.id }),
  others: [],
  afterRemedy: null,
  ...change,
});
