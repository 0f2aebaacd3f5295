import { type AnchorScanner, anchorBit, createAnchorScanner } from '../log/anchor-scanner.ts';
import { markAnchors } from '../log/markers.ts';
import { amdRules } from './amd.ts';
import { appleIntelRules } from './apple-intel.ts';
import { attentionRules } from './attention.ts';
import { cudaRules } from './cuda.ts';
import { customNodeRules } from './custom-nodes.ts';
import { gpuSupportRules } from './gpu-support.ts';
import { memoryRules } from './memory.ts';
import { modelRules } from './models.ts';
import { nativeRules } from './native.ts';
import { networkRules } from './network.ts';
import { offloadRules } from './offload.ts';
import { matchingOrder } from './order.ts';
import { packageRules } from './packages.ts';
import { requestRules } from './requests.ts';
import type { Rule } from './rule.ts';
import { systemRules } from './system.ts';

const families: readonly Rule[] = [
  ...cudaRules,
  ...gpuSupportRules,
  ...amdRules,
  ...appleIntelRules,
  ...memoryRules,
  ...attentionRules,
  ...packageRules,
  ...offloadRules,
  ...nativeRules,
  ...customNodeRules,
  ...systemRules,
  ...networkRules,
  ...modelRules,
  ...requestRules,
];

const place = new Map(matchingOrder.map((id, at) => [id, at]));

/** Every known cause in the order of matching. */
export const catalog: readonly Rule[] = families.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));

/** What a failure is told with, whatever its cause: the lines after it are kept too. */
const signsOfTrouble = [
  'Traceback (most recent call last)',
  'most recent call first',
  'File "',
  'Error:',
  'Exception',
  '_ERROR_',
  'CUDA error',
  'HIP error',
  'fatal exception',
  'Fatal Python',
  'Failed to validate prompt',
  'invalid prompt:',
  'Got an OOM',
  'module for custom nodes',
  'usage: main.py',
];

/** What tells how far a job had come. */
const signsOfWork = [
  'Requested to load',
  'loaded completely',
  'loaded partially',
  'prepared for dynamic',
  'model weight dtype',
  'gguf qtypes',
  'IMPORT FAILED',
  'Extension modules:',
  'Cannot read',
  'SageAttention',
];

/** What is true of the whole run. */
const alwaysContext = [
  'ComfyUI version:',
  'pytorch version:',
  'Device: ',
  'Total VRAM',
  'Using async weight',
  'Enabled pinned',
  'DynamicVRAM',
  'Set vram state',
  'main.py',
];

/** Every literal text that makes a line worth a look, in lower case, with what it means. Pure. */
const anchorsOfCatalog = (): ReadonlyMap<string, number> => {
  const anchors = new Map<string, number>();
  const add = (words: readonly string[], bits: number): void => {
    for (const word of words) {
      const key = word.toLowerCase();
      anchors.set(key, (anchors.get(key) ?? 0) | bits);
    }
  };
  add(signsOfWork, anchorBit.interest);
  add(signsOfTrouble, anchorBit.interest | anchorBit.trouble);
  add(alwaysContext, anchorBit.interest | anchorBit.context);
  add(markAnchors, anchorBit.interest | anchorBit.marker);
  for (const { all = [], any = [], not = [], show = [], testAnchors = [], applies = 'failure' } of catalog) {
    const isLasting = applies === 'failure-or-advisory' || applies === 'advisory' || applies === 'advisory-unless-success';
    add(testAnchors, anchorBit.interest | (isLasting ? anchorBit.context : 0));
    for (const { anchors: words, where } of [...all, ...any, ...not, ...show]) {
      const isOfRun = where === 'run' || where === 'child' || isLasting;
      add(words, anchorBit.interest | (isOfRun ? anchorBit.context : 0));
    }
  }
  return anchors;
};

/** The literal texts alone. */
export const catalogAnchors = (): string[] => [...anchorsOfCatalog().keys()];

let scanner: AnchorScanner | null = null;

/** The scanner for all literal texts of the catalog; made once. */
export const catalogScanner = (): AnchorScanner => {
  scanner ??= createAnchorScanner(anchorsOfCatalog());
  return scanner;
};
