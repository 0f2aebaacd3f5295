import { describe, expect, test } from 'vitest';
import { type OfferFacts, offer } from '../../../electron/incidents/offer.ts';
import { remediesFor } from '../../../electron/incidents/remedies.ts';
import type { RemedyId } from '../../../electron/incidents/remedy-catalog.ts';
import type { FlagInfo } from '../../../shared/flag.ts';
import type { Trial } from '../../../shared/trial.ts';
import { sampleFlag } from '../../fakes/fake-flags.ts';

const unknownRun = {
  version: null,
  args: null,
  asyncOffload: null,
  pinnedMemory: null,
  dynamicVram: null,
  asyncAllocator: null,
  xformers: null,
  platform: null,
  gpu: null,
};
const info = (flag: string, exclusive: number | null = null, isOwned = false): FlagInfo =>
  sampleFlag(flag, { exclusive, isOwned });
const known: OfferFacts = {
  changes: () => [],
  kind: 'managed',
  name: 'Atelier',
  flags: {
    source: 'parser',
    flags: [
      info('--disable-async-offload'),
      info('--lowvram', 1),
      info('--novram', 1),
      info('--highvram', 1),
      info('--port', null, true),
      info('--use-sage-attention', 2),
      info('--use-pytorch-cross-attention', 2),
      info('--reserve-vram'),
    ],
    hints: [],
  },
  profile: [],
  runFlags: [],
  hasJob: true,
  trials: [],
};
const offered = (ids: RemedyId[], facts: Partial<OfferFacts> = {}) => offer(remediesFor(ids, unknownRun), { ...known, ...facts });
const trial = (remedy: string, state: Trial['state']): Trial => ({
  id: crypto.randomUUID(),
  incident: crypto.randomUUID(),
  engine: 'e',
  remedy,
  state,
  isAutomatic: false,
  startedAt: '2026-11-30T00:00:00.000Z',
  endedAt: null,
  launchId: null,
  job: null,
  profile: null,
  flagsBefore: [],
  flagsAfter: [],
  canUndo: false,
  steps: [],
});

describe('remedies as they can be had here', () => {
  test.each<[string, RemedyId[], Partial<OfferFacts>, string[]]>([
    ['what the installation knows', ['disable-async-offload', 'lowvram'], {}, ['disable-async-offload', 'lowvram']],
    ['nothing that it does not know', ['disable-async-offload', 'disable-pinned-memory'], {}, ['disable-async-offload']],
    ['everything where nobody could be asked', ['disable-pinned-memory'], { flags: null }, ['disable-pinned-memory']],
    ['nothing that is set already', ['lowvram'], { profile: [{ flag: '--lowvram', value: null }] }, []],
    ['nothing that this run was given', ['lowvram'], { runFlags: ['--lowvram'] }, []],
    ['another value of a set flag', ['reserve-vram'], { profile: [{ flag: '--reserve-vram', value: '3' }] }, ['reserve-vram']],
    ['not the same value again', ['reserve-vram'], { profile: [{ flag: '--reserve-vram', value: '1' }] }, []],
    ['no removal of what is not there', ['remove-sage-attention'], {}, []],
    [
      'the removal of what is',
      ['remove-sage-attention'],
      { profile: [{ flag: '--use-sage-attention', value: null }] },
      ['remove-sage-attention'],
    ],
  ])('%s', (_, ids, facts, expected) => expect(offered(ids, facts).map(({ id }) => id)).toEqual(expected));

  test('a flag of the profile that excludes the new one goes in the same step', () => {
    const [remedy] = offered(['lowvram'], { profile: [{ flag: '--highvram', value: null }] });
    expect(remedy?.flags).toEqual([
      { op: 'remove', flag: '--highvram', value: null },
      { op: 'add', flag: '--lowvram', value: null },
    ]);
    expect(remedy?.isAvailable).toBe(true);
  });

  test.each<[string, RemedyId, Partial<OfferFacts>, string]>([
    ['an engine of somebody else', 'lowvram', { kind: 'external' }, 'remedyEngineNotOurs'],
    ['a flag that Hearth gives', 'other-port', {}, 'remedyFlagOwned'],
    ['a flag of this run that excludes it', 'lowvram', { runFlags: ['--novram'] }, 'remedyFlagOfRun'],
    ['another value of this run', 'reserve-vram', { runFlags: ['--reserve-vram'] }, 'remedyFlagOfRun'],
    ['a flag of this run that should go', 'remove-sage-attention', { runFlags: ['--use-sage-attention'] }, 'remedyFlagOfRun'],
    ['no job to change', 'reduce-size', { hasJob: false }, 'remedyNeedsJob'],
  ])('%s stands in the way, and is named', (_, id, facts, key) => {
    const [remedy] = offered([id], facts);
    expect(remedy).toMatchObject({ isAvailable: false, isAutomatic: false, obstacle: { key } });
  });

  test('only patches of flags may be tried without asking, and each says how to go back', () => {
    const kinds = offered(['disable-async-offload', 'hide-igpu', 'reduce-size', 'update-comfyui']);
    expect(kinds.map(({ kind, isAutomatic, undo }) => [kind, isAutomatic, undo])).toEqual([
      ['flag', true, 'flags'],
      ['env', false, 'env'],
      ['job', false, 'job'],
      ['person', false, 'person'],
    ]);
  });

  test('what was tried stays in the list with how it went, even when it would change nothing now', () => {
    const facts = {
      profile: [{ flag: '--lowvram', value: null }],
      trials: [trial('lowvram', 'rejected'), trial('lowvram', 'confirmed'), trial('disable-async-offload', 'interrupted')],
    };
    expect(offered(['disable-async-offload', 'lowvram'], facts).map(({ id, status }) => [id, status])).toEqual([
      ['disable-async-offload', 'untried'],
      ['lowvram', 'confirmed'],
    ]);
  });
});
