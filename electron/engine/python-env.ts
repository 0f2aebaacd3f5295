/**
 * The environment for any Python of an engine: that of `host`, plus UTF-8 on every stream whatever the locale says (on Windows a pipe
 * else has the ANSI code page, and a node that prints an emoji dies), lines written at once, and no proxy for this machine itself.
 * Pure.
 */
export const pythonEnv = (host: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const { ELECTRON_RUN_AS_NODE: _node, ...env } = host;
  const noProxy = withLoopback(env.NO_PROXY ?? env.no_proxy ?? '');
  return {
    ...env,
    PYTHONIOENCODING: 'utf-8',
    PYTHONUTF8: '1',
    PYTHONUNBUFFERED: '1',
    NO_PROXY: noProxy,
    no_proxy: noProxy,
  };
};

const withLoopback = (list: string): string => {
  const hosts = list.split(',').flatMap((host) => host.trim() || []);
  if (hosts.includes('*')) return list;
  return [...hosts, ...['localhost', '127.0.0.1', '::1'].filter((host) => !hosts.includes(host))].join(',');
};
