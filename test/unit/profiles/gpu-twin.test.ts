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

const open = (profiles: Profile[], refusal?: Error) => {
  const saved: unknown[] = [];
  const chosen: unknown[] = [];
  const removed: string[] = [];
  const engine = (id: string) => sampleEngine({ id, kind: 'managed', profileId: 'p1' });
  const addTwin = createAddTwin(
    {
      get: engine,
      addBeside: () => engine('comfyui-2'),
      async chooseProfile(id, profile, restart) {
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
        if (refusal) throw refusal;
        saved.push(wish);
        return { ...wish, id: 'new' };
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

it('leaves no engine behind when the flags are refused', async () => {
  const { addTwin, removed } = open([base], new Error('no such flag'));
  await expect(addTwin('comfyui', '1')).rejects.toThrow('no such flag');
  expect(removed).toEqual(['comfyui-2']);
});
