// `npm run dev`: the renderer with hot reload on Vite's server, the host rebuilt and restarted at every change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { createBuilder, createServer } from 'vite';
import { guardNode } from './node-guard.mjs';
import { root } from './root.mjs';

guardNode();
const hostPort = 47_810;
const paths = ['/artifacts', '/previews', '/inputs'];
const host = `http://127.0.0.1:${hostPort}`;
const proxied = { target: host, changeOrigin: true, rewriteWsOrigin: true, headers: { origin: host } };
let token = '';
const withToken = {
  ...proxied,
  configure: (proxy) => {
    for (const event of ['proxyReq', 'proxyReqWs'])
      proxy.on(event, (request) => request.setHeader('authorization', `Bearer ${token}`));
  },
};
const server = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: {
    port: 5173,
    proxy: { '/rpc': { ...withToken, ws: true }, ...Object.fromEntries(paths.map((path) => [path, withToken])) },
  },
});
await server.listen();
server.printUrls();

let child = null;
const restart = async () => {
  if (child) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
  const args = [join(root, 'dist/electron/cli.js'), 'serve', '--port', String(hostPort), ...process.argv.slice(2)];
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', (line) => {
    token = JSON.parse(line).token;
  });
};
const builder = await createBuilder({ configFile: join(root, 'vite.config.ts') });
let restarting = Promise.resolve();
for (const name of ['main', 'preload']) {
  const environment = builder.environments[name];
  environment.config.build.watch = {};
  const watcher = await builder.build(environment);
  watcher.on('event', ({ code }) => {
    if (code === 'BUNDLE_END' && name === 'main') restarting = restarting.then(restart);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, async () => {
    child?.kill('SIGTERM');
    await server.close();
    process.exit(0);
  });
