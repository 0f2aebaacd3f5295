import { beforeEach, expect, test } from 'vitest';
import { type Db, openDatabase } from '../../../electron/db/database.ts';
import { createEngineRows } from '../../../electron/db/engines.ts';
import { createProfileRows, type ProfileRows } from '../../../electron/db/profiles.ts';
import { createProfileKeeper, type ProfileKeeper } from '../../../electron/incidents/trial/profile-keeper.ts';
import type { Engine, Profile } from '../../../shared/engine.ts';

const profileOf = (id: string, name: string, ...flags: string[]): Profile => ({
  id,
  name,
  flags: flags.map((flag) => ({ flag, value: null })),
  env: { TOKEN: 'secret' },
});
/** Which engine uses which profile. */
let uses: Record<string, string>;
let db: Db;
let profiles: ProfileRows;
let keeper: ProfileKeeper;
beforeEach(() => {
  db = openDatabase(':memory:');
  profiles = createProfileRows(db);
  uses = { one: 'mine' };
  const engineOf = (id: string): Engine => ({ id, name: `Engine ${id}`, profileId: uses[id] }) as Engine; // Nothing else is asked for.
  keeper = createProfileKeeper({
    profiles,
    rows: { ...createEngineRows(db), setProfile: (engine, profile) => void Object.assign(uses, { [engine]: profile }) },
    engines: { get: engineOf, list: () => Object.keys(uses).map(engineOf) },
  });
  return () => void db.close();
});
const flagsOf = (id: string): string[] | undefined =>
  profiles
    .list()
    .find((one) => one.id === id)
    ?.flags.map(({ flag }) => flag);

test('what helped is written into the profile that the engine alone uses, and taken out to the letter', () => {
  const before = profileOf('mine', 'Mine', '--b', '--a');
  profiles.save(before);
  const tried = profileOf('mine', 'Mine', '--b', '--a', '--c');
  const after = keeper.keep('one', { before, tried });
  expect([after?.id, flagsOf('mine')]).toEqual(['mine', ['--b', '--a', '--c']]);
  keeper.undo('one', { before, tried, after });
  expect(profiles.find('mine')).toEqual(before);
});

test('a profile that other engines use stays as it is: the engine gets a copy, which goes again with it', () => {
  const before = profileOf('mine', 'Mine', '--a');
  profiles.save(before);
  uses.two = 'mine';
  const tried = profileOf('mine', 'Mine', '--a', '--c');
  const after = keeper.keep('one', { before, tried });
  expect([flagsOf('mine'), flagsOf(after?.id ?? ''), after?.name, uses.one]).toEqual([
    ['--a'],
    ['--a', '--c'],
    'Mine (Engine one)',
    after?.id,
  ]);
  expect(after?.env).toEqual({ TOKEN: 'secret' });
  keeper.undo('one', { before, tried, after });
  expect([uses.one, profiles.list().some(({ id }) => id === after?.id)]).toEqual(['mine', false]);
});

test('what a person changed in the profile since stays, before and after it is undone', () => {
  const before = profileOf('mine', 'Mine', '--a');
  profiles.save(profileOf('mine', 'Mine', '--a', '--own'));
  const tried = profileOf('mine', 'Mine', '--a', '--c');
  const after = keeper.keep('one', { before, tried });
  expect(flagsOf('mine')).toEqual(['--a', '--own', '--c']);
  profiles.save(profileOf('mine', 'Renamed', '--own', '--c', '--later'));
  keeper.undo('one', { before, tried, after });
  expect([profiles.find('mine')?.name, flagsOf('mine')]).toEqual(['Renamed', ['--own', '--later']]);
});

test('nothing is written where nothing was changed, and nothing is undone where nothing was written', () => {
  const before = profileOf('mine', 'Mine', '--a');
  profiles.save(before);
  expect(keeper.keep('one', { before, tried: before })).toBeNull();
  expect(keeper.keep('one', { before: null, tried: null })).toBeNull();
  expect(() => keeper.undo('one', { before, tried: before, after: null })).toThrow(/changed no profile/);
});

test('a profile that was removed is not made up again, but the one that a copy came from is', () => {
  const before = profileOf('mine', 'Mine', '--a');
  expect(() => keeper.undo('one', { before, tried: before, after: profileOf('mine', 'Mine', '--a', '--c') })).toThrow(
    /was removed/,
  );
  profiles.save(profileOf('copy', 'Copy', '--a', '--c'));
  keeper.undo('one', { before, tried: before, after: profileOf('copy', 'Copy', '--a', '--c') });
  expect([flagsOf('mine'), uses.one]).toEqual([['--a'], 'mine']);
});
