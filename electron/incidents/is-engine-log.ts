import type { LogReading } from './log/read-log.ts';
import { linesOf } from './log/segment.ts';
import type { StoryLine } from './log/story-line.ts';

/** Lines that ComfyUI, its sampler or ComfyUI-Manager print, and prose does not. */
const engineLine =
  /^(?:got prompt$|Prompt executed in |Requested to load \S+$|loaded (?:completely|partially)[ ;]|Total VRAM \d|pytorch version: |Device: (?:cuda|cpu|mps|xpu|npu|mlu|privateuse)|Set vram state to: |(?:\*\* )?ComfyUI (?:startup time|version|Path|frontend version): ?|Import times for custom nodes:|Prestartup times for custom nodes:|\s+\d+\.\d seconds(?: \(\w+ FAILED\))?: |### (?:Loading|ComfyUI (?:Version|Revision)): |FETCH (?:ComfyRegistry|DATA)|\[ComfyUI-Manager\]|model weight dtype |model_type \S+$|Using [\w ]{1,40} attention|Starting server$|To see the GUI go to: |\s{0,8}\d{1,3}%\|.{0,80}\| *\d+\/\d+ \[|!!! Exception during|Failed to validate prompt|invalid prompt: \{|Cannot import \S.* module for custom nodes|usage: main\.py |Adding extra search path |\[START\] Security scan|Context impl SQLiteImpl|Will assume non-transactional|Failed to initialize database\.|setup plugin alembic|Assets scan\(|Warning: Ran out of memory when regular|lora key not loaded: |VAE load device: |CLIP\/text encoder model load device|clip missing: |unet (?:missing|unexpected): |left over keys|gguf qtypes: |Unloading models for lowram|\d+ models unloaded|Model \S+ prepared for dynamic|aimdo: |Pin error\.|Got an OOM, unloading|Processing interrupted|Stopped server$|WARNING: request with non matching host|\S*nodes\.py:\d+: RuntimeWarning: |Found comfy_kitchen backend|comfy-(?:aimdo|kitchen) version: )/;

const keptLines = ({ stories, lastLines }: LogReading): StoryLine[] => [
  ...stories.flatMap(({ run, current, failures }) => [run.boot, current, ...failures].flatMap(linesOf)),
  ...lastLines,
];

/** Whether anything in a text was written by ComfyUI, so that its silence about failures means something. Pure. */
export const isEngineLog = (reading: LogReading): boolean =>
  reading.stories.some(({ isComfy }) => isComfy) || keptLines(reading).some(({ text }) => engineLine.test(text));

/** Whether nothing but blanks is in it. Pure. */
export const isBlank = (reading: LogReading): boolean => keptLines(reading).every(({ text }) => text.trim() === '');

/** Whether a text is a page of the web, whatever it quotes. Pure. */
export const isWebPage = ({ stories, lastLines }: LogReading): boolean => {
  const first = stories[0]?.run.boot.head.find(({ raw }) => raw.trim() !== '')?.raw ?? lastLines[0]?.text ?? '';
  return /^\s*(?:<!doctype html|<html|<\?xml|<head|<body)/i.test(first);
};
