import { expect, it } from 'vitest';
import { createAddTwin } from '../../../electron/engine/gpu-twin.ts';
import type { Profile } from '../../../shared/engine.ts';
import { sampleEngine } from '../../fakes/fake-data.ts';

const base: Profile = {
  id: 'p1',
  name: 'Fast',
  flags: [
    { flag: '--cuda-device', value: '0' },
    { flag: '--fast', value: null },
  ],
  env: { TOKEN: '•••' },
};

const open = (profiles: Profile[], refusal: { atSave?: Error; atChoice?: Error } = {}) => {
  const saved: unknown[] = [];
  const chosen: unknown[] = [];
  const removed: string[] = [];
  const engine = (id: string) => sampleEngine({ id, kind: 'managed', profileId: 'p1' });
  const addTwin = createAddTwin(
    {
      get: engine,
      addBeside: () => engine('comfyui-2'),
      async chooseProfile(id, profile, restart) {
        if (refusal.atChoice) throw refusal.atChoice;
        chosen.push([id, profile, restart]);
        return engine(id);
      },
      async remove(id) {
        removed.push(id);
      },
    },
    {
      list: () => profiles,
      async save(wish) {
        if (refusal.atSave) throw refusal.atSave;
        saved.push(wish);
        return { ...wish, id: 'new' };
      },
      async remove(id) {
        removed.push(id);
      },
    },
  );
  return { addTwin, saved, chosen, removed };
};

it('gives the twin the flags of the first one with another card, as a profile of its own that is judged', async () => {
  const { addTwin, saved, chosen } = open([base]);
  expect((await addTwin('comfyui', '1')).id).toBe('comfyui-2');
  expect(saved).toEqual([
    {
      name: 'Fast · GPU 1',
      flags: [
        { flag: '--fast', value: null },
        { flag: '--cuda-device', value: '1' },
      ],
      env: base.env,
      copyOf: 'p1',
      engine: 'comfyui-2',
    },
  ]);
  expect(chosen).toEqual([['comfyui-2', 'new', 'next']]);
});

it('takes a name that nobody has', async () => {
  const { addTwin, saved } = open([base, { ...base, id: 'p2', name: 'fast · gpu 1' }]);
  await addTwin('comfyui', '1');
  expect(saved).toMatchObject([{ name: 'Fast · GPU 1 (2)' }]);
});

it.each([
  ['the flags are refused', { atSave: new Error('no') }, ['comfyui-2']],
  ['it cannot be chosen', { atChoice: new Error('no') }, ['comfyui-2', 'new']],
])('leaves neither engine nor profile behind when %s', async (_case, refusal, gone) => {
  const { addTwin, removed } = open([base], refusal);
  await expect(addTwin('comfyui', '1')).rejects.toThrow('no');
  expect(removed).toEqual(gone);
});
