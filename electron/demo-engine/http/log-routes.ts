import type { Engine } from '../engine.ts';
import { isDict, PyError } from '../python/values.ts';
import { empty } from './reply.ts';
import { internal, type Route } from './route.ts';

const subscribers = new WeakMap<Engine, Set<string>>();

/** Sends new log entries to everybody who asked, and forgets those who are gone. */
const subscribersOf = (engine: Engine): Set<string> => {
  const known = subscribers.get(engine);
  if (known) return known;
  const ids = new Set<string>();
  subscribers.set(engine, ids);
  engine.console.onEntries((entries) => {
    for (const id of ids) {
      if (engine.hub.has(id)) engine.hub.send('logs', { entries: entries.map(({ t, m }) => ({ t, m })), size: null }, id);
      else ids.delete(id);
    }
  });
  return ids;
};

/** The log over the socket. */
export const logRoutes: readonly Route[] = [
  internal('PATCH', '/logs/subscribe', async (request, engine) => {
    const body = await request.json();
    const id = isDict(body) ? body.get('clientId') : undefined;
    if (typeof id !== 'string' || !isDict(body) || !body.has('enabled')) throw new PyError('KeyError', "'clientId'");
    const ids = subscribersOf(engine);
    if (body.get('enabled') === true) ids.add(id);
    else ids.delete(id);
    return empty();
  }),
];
