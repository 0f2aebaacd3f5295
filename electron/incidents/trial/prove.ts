import type { BootFacts } from '../../../shared/engine.ts';
import type { Remedy } from '../../../shared/incident.ts';
import { problemOf } from '../../../shared/problem.ts';
import type { Proof } from './trial-machine.ts';

/** What a start of the engine shows of a change. */
export interface StartFacts {
  /** Program and all words. */
  command: readonly string[];
  boot: BootFacts;
  /** Lines of the log, without colours and level. */
  lines: readonly string[];
}

const shown = (line: string | null = null): Proof => ({
  isShown: true,
  detail: line === null ? null : problemOf('trialProved', { line }),
});
const stays = (line: string): Proof => ({ isShown: false, detail: problemOf('trialFactStays', { line }) });
const missing = (line: string): Proof => ({ isShown: false, detail: problemOf('trialFactMissing', { line }) });

/** A line that must be there, or must be gone. */
const gone = (line: string, isThere: boolean): Proof =>
  isThere ? stays(line) : { isShown: true, detail: problemOf('trialProvedGone', { line }) };
const there = (name: string, line: string | undefined): Proof => (line === undefined ? missing(name) : shown(line));

type Facts = StartFacts & { remedy: Pick<Remedy, 'flags' | 'env'> };
const asksFor = ({ remedy }: Facts, flag: string): boolean =>
  remedy.flags.some((patch) => patch.flag === flag && patch.op !== 'remove');
const lineOf = ({ lines }: Facts, start: string): string | undefined => lines.find((line) => line.startsWith(start));

const attentionOf = (facts: Facts): Proof => {
  const { attention } = facts.boot;
  const name = (kind: string): string => `Using ${kind} attention`;
  if (asksFor(facts, '--use-split-cross-attention')) return attention === 'split' ? shown(name('split')) : missing(name('split'));
  if (asksFor(facts, '--use-pytorch-cross-attention'))
    return attention === 'pytorch' ? shown(name('pytorch')) : missing(name('pytorch'));
  const [unwanted] = ['sage', 'flash', 'xformers'].filter(
    (kind) => attention === kind && facts.remedy.flags.some(({ flag }) => flag.includes(kind)),
  );
  return unwanted === undefined ? shown(attention === null ? null : name(attention)) : stays(name(unwanted));
};

/** What each promise of a remedy (`Remedy.verify`) is held to when the engine is up. What is not here shows only under the job. */
const atStart: Readonly<Record<string, (facts: Facts) => Proof>> = {
  asyncGone: ({ boot }) => gone('Using async weight offloading', boot.asyncOffloadStreams !== null),
  pinnedGone: ({ boot }) => gone('Enabled pinned memory', boot.pinnedMemoryMb !== null),
  dynamicGone: ({ boot }) => gone('DynamicVRAM support detected and enabled', boot.dynamicVram === true),
  // Some cards are told without their allocator.
  nativeAllocator: ({ boot }) =>
    boot.allocator === null ? shown() : gone('cudaMallocAsync', boot.allocator === 'cudaMallocAsync'),
  attentionLine: attentionOf,
  smartMemoryLine: (facts) => there('Disabling smart memory management', lineOf(facts, 'Disabling smart memory management')),
  vramState(facts) {
    const wanted = asksFor(facts, '--novram') ? 'NO_VRAM' : 'LOW_VRAM';
    const line = `Set vram state to: ${wanted}`;
    return facts.boot.vramState === wanted ? shown(line) : missing(line);
  },
  deviceCpu: ({ boot }) => (boot.device?.startsWith('cpu') ? shown('Device: cpu') : missing('Device: cpu')),
  deviceLine: ({ boot }) =>
    boot.device?.startsWith('cpu') ? stays('Device: cpu') : shown(boot.device && `Device: ${boot.device}`),
  withoutPacks: ({ boot }) => gone('Import times for custom nodes:', (boot.customNodes?.length ?? 0) > 0),
  packListed({ boot }) {
    const failed = boot.customNodes?.find((pack) => pack.failed);
    return failed ? stays(`(IMPORT FAILED): ${failed.name}`) : shown();
  },
  guiLine: (facts) => shown(lineOf(facts, 'To see the GUI go to') ?? null),
  startPasses: () => shown(),
};

/** Lines that come with a job: the model that is loaded names where and how. */
const withJob: Readonly<Record<string, (facts: Facts) => Proof>> = {
  vaeOnCpu: (facts) => vaeLine(facts, 'VAE load device: cpu'),
  vaePrecision(facts) {
    const wanted = asksFor(facts, '--fp32-vae') ? 'float32' : asksFor(facts, '--bf16-vae') ? 'bfloat16' : null;
    return wanted === null ? shown() : vaeLine(facts, `dtype: torch.${wanted}`);
  },
};
const vaeLine = (facts: Facts, word: string): Proof => {
  const line = facts.lines.findLast((text) => text.startsWith('VAE load device'));
  // A VAE that was in memory already, or that another node loads, says nothing.
  return line === undefined || line.includes(word) ? shown(line ?? null) : missing(word);
};

/** Whether the process has what the remedy asks for: later layers of the launch may have won. Pure. */
const lostFlag = ({ command, remedy }: Facts): Proof | null => {
  for (const { op, flag } of remedy.flags) {
    const has = command.some((word) => word === flag || word.startsWith(`${flag}=`));
    if (op === 'remove' && has) return { isShown: false, detail: problemOf('trialFlagStays', { flag }) };
    if (op !== 'remove' && !has) return { isShown: false, detail: problemOf('trialFlagLost', { flag }) };
  }
  return null;
};

/** Whether the boot shows that a remedy's change took. Pure. */
export const proveStart = (remedy: Pick<Remedy, 'flags' | 'env' | 'verify'>, start: StartFacts): Proof => {
  const facts = { ...start, remedy };
  return lostFlag(facts) ?? atStart[remedy.verify]?.(facts) ?? shown();
};

/** The same for what only shows once the job has run. Pure. */
export const proveRun = (remedy: Pick<Remedy, 'flags' | 'env' | 'verify'>, start: StartFacts): Proof =>
  withJob[remedy.verify]?.({ ...start, remedy }) ?? shown();
