import { afterEach, beforeEach } from 'vitest';
import { createWorld, type World } from '../../fakes/queue-world.ts';
import { play } from './play.ts';

/**
 * A fresh world before each test of this file, made ready by `prepare` and cleared away after it; `world` always is the one of the
 * test that runs, `p` what is played with it.
 */
export const usingWorld = (prepare: (world: World) => unknown = () => {}): { world: World; p: ReturnType<typeof play> } => {
  let now: World | undefined;
  const current = (): World => {
    if (!now) throw new Error('a world is there while a test runs');
    return now;
  };
  beforeEach(async () => {
    now = createWorld();
    await prepare(now);
  });
  afterEach(() => current()[Symbol.asyncDispose]());
  // Whatever is asked of it is passed on to the world of now.
  const world = new Proxy({} as World, {
    get: (_, key) => Reflect.get(current(), key),
    set: (_, key, value) => Reflect.set(current(), key, value),
  });
  return { world, p: play(world) };
};
