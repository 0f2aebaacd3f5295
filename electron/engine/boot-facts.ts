import type { BootFacts } from '../../shared/engine.ts';
import { plainText } from './log-lines.ts';

/** What the lines so far have told. */
export interface BootLog {
  facts: BootFacts;
  /** Addresses under which it says it can be reached; not empty means that it is bound. */
  urls: string[];
  /** Whether the list of custom nodes and their import times has begun and not ended. */
  section: 'none' | 'imports';
}

export const noBootFacts: BootFacts = {
  comfyui: null,
  python: null,
  torch: null,
  frontend: null,
  comfyKitchen: null,
  comfyAimdo: null,
  device: null,
  vramMb: null,
  ramMb: null,
  vramState: null,
  allocator: null,
  asyncOffloadStreams: null,
  pinnedMemoryMb: null,
  dynamicVram: null,
  attention: null,
  customNodes: null,
};

export const emptyBootLog: BootLog = { facts: noBootFacts, urls: [], section: 'none' };

type Rule = readonly [start: string, pattern: RegExp, facts: (match: RegExpExecArray) => Partial<BootFacts>];

const attentions: Record<string, string> = {
  pytorch: 'pytorch',
  sage: 'sage',
  flash: 'flash',
  xformers: 'xformers',
  split: 'split',
  'sub quadratic': 'sub-quadratic',
  'comfy kitchen': 'comfy-kitchen',
};

/** Stable beginnings of ComfyUI's own boot lines since 0.3.10, after colours and level tag are taken off. */
const rules: readonly Rule[] = [
  ['Total VRAM', /^Total VRAM ([\d.]+) MB, total RAM ([\d.]+) MB/, (m) => ({ vramMb: Number(m[1]), ramMb: Number(m[2]) })],
  ['pytorch version', /^pytorch version: (\S+)/i, (m) => ({ torch: m[1] ?? null })],
  ['Set vram state', /^Set vram state to: (\S+)/, (m) => ({ vramState: m[1] ?? null })],
  ['Using async', /^Using async weight offloading with (\d+) stream/, (m) => ({ asyncOffloadStreams: Number(m[1]) })],
  ['Enabled pinned', /^Enabled pinned memory ([\d.]+)/, (m) => ({ pinnedMemoryMb: Number(m[1]) })],
  ['DynamicVRAM', /^DynamicVRAM support detected and enabled/, () => ({ dynamicVram: true })],
  ['No working comfy-aimdo', /DynamicVRAM support disabled/, () => ({ dynamicVram: false })],
  ['Unsupported Pytorch', /DynamicVRAM support requires/, () => ({ dynamicVram: false })],
  ['Dynamic vram disabled', /^Dynamic vram disabled/, () => ({ dynamicVram: false })],
  ['Python version', /^Python version: (\d[\w.+-]*)/, (m) => ({ python: m[1] ?? null })],
  ['** Python version', /^\*\* Python version: (\d[\w.+-]*)/, (m) => ({ python: m[1] ?? null })],
  ['ComfyUI version', /^ComfyUI version: (\S+)/, (m) => ({ comfyui: m[1] ?? null })],
  ['ComfyUI frontend', /^ComfyUI frontend version: (\S+)/, (m) => ({ frontend: m[1] ?? null })],
  ['comfy-kitchen version', /^comfy-kitchen version: (\S+)/, (m) => ({ comfyKitchen: m[1] ?? null })],
  ['comfy-aimdo version', /^comfy-aimdo version: (\S+)/, (m) => ({ comfyAimdo: m[1] ?? null })],
  ['comfyui-frontend', /^comfyui-frontend-package version: (\S+)/, (m) => ({ frontend: m[1] ?? null })],
  [
    'Using ',
    // Not "Using split attention in VAE", which comes with a model.
    /^Using (pytorch|sage|flash|xformers|split|sub quadratic|comfy kitchen) (?:optimization for )?attention(?! in VAE)/i,
    (m) => ({ attention: attentions[m[1]?.toLowerCase() ?? ''] ?? null }),
  ],
];

// Since 0.23 by ComfyUI itself; with a time before it when Comfy Desktop wrote the file.
const levelTag = /^(?:\[\d{4}-\d\d-\d\d[^\]]*\] +)?\[(?:DEBUG|DETAIL|INFO|WARN|WARNING|ERROR|CRITICAL)\] {0,2}/i;
const importLine = /^\s*([\d.]+) seconds( \(IMPORT FAILED\))?: (.+?)\s*$/;
const guiLine = /^To see the GUI go to: (https?:\/\/\S+)/;

/** A log line as ComfyUI meant it: without colours, and without the level tag that comes before it since 0.23. Pure. */
export const plainLine = (line: string): string => {
  const plain = plainText(line);
  return plain.startsWith('[') ? plain.replace(levelTag, '') : plain;
};

const lastPart = (path: string): string =>
  path
    .replace(/[\\/]+$/, '')
    .split(/[\\/]/)
    .at(-1) ?? path;

/**
 * Takes in one more line of the engine's log; hands back the same object when the line says nothing new. A process that starts over
 * in place (Manager's restart) begins again with empty facts. Pure.
 */
export const readBootLine = (log: BootLog, line: string): BootLog => {
  const text = plainLine(line);
  if (text.startsWith('To see the GUI')) {
    const url = guiLine.exec(text)?.[1];
    return url && !log.urls.includes(url) ? { ...log, urls: [...log.urls, url] } : log;
  }
  if (text.startsWith('Import times for custom nodes:')) return { ...withFacts(log, { customNodes: [] }), section: 'imports' };
  if (text.startsWith('Starting server')) return { ...log, section: 'none' };
  // Other threads may write between the lines of the list, so that a foreign line does not end it.
  const match = log.section === 'imports' ? importLine.exec(text) : null;
  if (!match) return readFact(log, text);
  const [, seconds, failed, path = ''] = match;
  const node = { name: lastPart(path), seconds: Number(seconds), failed: failed !== undefined };
  return withFacts(log, { customNodes: [...(log.facts.customNodes ?? []), node] });
};

const withFacts = (log: BootLog, facts: Partial<BootFacts>): BootLog => ({ ...log, facts: { ...log.facts, ...facts } });

const readFact = (log: BootLog, text: string): BootLog => {
  if (text.startsWith('Device: ')) return readDevice(log, text.slice('Device: '.length).trim());
  for (const [start, pattern, facts] of rules) {
    if (!text.startsWith(start)) continue;
    const match = pattern.exec(text);
    if (!match) continue;
    // Only a fresh boot measures memory again once it was reachable.
    const isFreshBoot = start === 'Total VRAM' && log.urls.length > 0;
    return withFacts(isFreshBoot ? emptyBootLog : log, facts(match));
  }
  return log;
};

/** `cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync`: the first one is the main device, further ones are told since 0.23. */
const readDevice = (log: BootLog, text: string): BootLog => {
  if (log.facts.device !== null) return log;
  const cut = text.lastIndexOf(' : ');
  return withFacts(log, {
    device: cut > 0 ? text.slice(0, cut).trim() : text,
    allocator: cut > 0 ? text.slice(cut + 3).trim() : null,
  });
};
