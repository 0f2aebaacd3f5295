import type { Engine } from '../engine.ts';
import type { Reply } from './reply.ts';
import type { EngineRequest } from './request.ts';

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{name}` stands for one part, `{name*}` for the rest of the path. */
  path: string;
  /** Whether the same lives below `/api` too. */
  hasTwin: boolean;
  handle(request: EngineRequest, engine: Engine): Reply | Promise<Reply>;
}

type Handler = Route['handle'];

export const get = (path: string, handle: Handler): Route => ({ method: 'GET', path, hasTwin: true, handle });
export const post = (path: string, handle: Handler): Route => ({ method: 'POST', path, hasTwin: true, handle });
/** Routes of `/internal`, which have no twin. */
export const internal = (method: Route['method'], path: string, handle: Handler): Route => ({
  method,
  path: `/internal${path}`,
  hasTwin: false,
  handle,
});

/** Where a path leads. */
export type Found =
  | { kind: 'route'; route: Route; params: Record<string, string> }
  | { kind: 'method'; allow: string[] }
  | { kind: 'none' };

/** Finds routes by method and path; HEAD counts as GET. */
export class RouteTable {
  readonly #entries: { route: Route; pattern: RegExp; names: string[] }[];

  constructor(routes: readonly Route[]) {
    const twins = routes.flatMap((route) => (route.hasTwin ? [{ ...route, path: `/api${route.path}` }, route] : [route]));
    this.#entries = twins.map((route) => {
      const names: string[] = [];
      const source = route.path.replace(/\{(\w+)(\*?)\}/g, (_all, name: string, star: string) => {
        names.push(name);
        return star ? '(.*)' : '([^/]+)';
      });
      return { route, pattern: new RegExp(`^${source}$`), names };
    });
  }

  find(method: string, path: string): Found {
    const allow = new Set<string>();
    for (const { route, pattern, names } of this.#entries) {
      const match = pattern.exec(path);
      if (!match) continue;
      const isSame = route.method === method || (route.method === 'GET' && method === 'HEAD');
      if (isSame)
        return {
          kind: 'route',
          route,
          params: Object.fromEntries(names.map((name, index) => [name, decode(match[index + 1] ?? '')])),
        };
      allow.add(route.method);
      if (route.method === 'GET') allow.add('HEAD');
    }
    // Files are looked for at every path, so that reading one is never the wrong method.
    const isReading = method === 'GET' || method === 'HEAD';
    return allow.size > 0 && !isReading ? { kind: 'method', allow: [...allow] } : { kind: 'none' };
  }
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
