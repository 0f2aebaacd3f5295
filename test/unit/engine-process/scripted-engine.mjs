// A stand-in for ComfyUI that misbehaves on demand: it takes ComfyUI's flags, answers /api/system_stats, /api/prompt and /api/queue,
// speaks on /ws, and does what POST /do says. `--boot WORD` and `--boot-ms N` say how it starts.
import { spawn } from 'node:child_process';
import { writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const argv = process.argv.slice(1);
const option = (name) => (argv.includes(name) ? argv[argv.lastIndexOf(name) + 1] : undefined);
const say = (line) => writeSync(2, `\u001b[32m[INFO]\u001b[0m ${line}\n`);
const port = Number(option('--port'));
const running = [];

const acts = {
  exit: ({ code }) => process.exit(code),
  signal: ({ signal }) => process.kill(process.pid, signal),
  abort: () => process.abort(),
  /** The process lives, uses no CPU, and never answers again. */
  hang: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  busy: () => {
    for (;;);
  },
  say: ({ lines }) => {
    for (const line of lines) say(line);
  },
  write: ({ base64 }) => writeSync(2, Buffer.from(base64, 'base64')),
  flood: ({ megabytes }) => {
    const chunk = Buffer.from('the same line over and over, as a broken node writes it\n'.repeat(18_000));
    for (let written = 0; written < megabytes * 1e6; written += chunk.length) writeSync(2, chunk);
  },
  /** A helper with its own session that keeps the log open and ignores SIGTERM; its pid is the answer. */
  helper: () => {
    const code =
      "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); setInterval(() => {}, 1e6); console.error('helper up')";
    return spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }).pid;
  },
  run: ({ prompt }) => void running.push(prompt),
  deaf: () => {
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => {});
  },
  /** What a restart by its Manager does where nobody asked for another way: same process, anew. */
  exec: () => process.execve(process.execPath, [process.execPath, ...argv], process.env),
  /** And where somebody did. */
  reboot: () => {
    writeFileSync(`${process.env.__COMFY_CLI_SESSION__}.reboot`, '');
    process.exit(0);
  },
  env: ({ name }) => process.env[name],
  forget: () => void running.splice(0),
};

const boots = {
  crash: () => process.exit(1),
  hang: () => setInterval(() => {}, 1e6),
  python: () => {
    say('Traceback (most recent call last):');
    writeSync(2, "ModuleNotFoundError: No module named 'torchsde'\n");
    process.exit(1);
  },
  flag: () => {
    writeSync(2, 'usage: main.py [-h]\nmain.py: error: unrecognized arguments: --nonsense\n');
    process.exit(2);
  },
};

const serve = () => {
  const server = createServer((request, response) => {
    const json = (body) => response.end(JSON.stringify(body));
    const { pathname } = new URL(request.url, 'http://x');
    if (request.method === 'POST') {
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {};
        if (pathname === '/api/interrupt') running.splice(0);
        if (pathname !== '/do') return json({});
        const { act, when, ...rest } = body;
        if (when === 'after') response.end('{}', () => acts[act](rest));
        else json({ answer: acts[act](rest) ?? null });
      });
    } else if (pathname === '/api/system_stats') {
      json({ system: { argv, comfyui_version: '0.28.0', python_version: '3.12.0', pytorch_version: '2.8.0' }, devices: [] });
    } else if (pathname === '/api/queue') json({ queue_running: running.map((id) => [0, id, {}, {}, []]), queue_pending: [] });
    else json({ exec_info: { queue_remaining: running.length } });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.send(JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: 'x' } })),
  );
  server.on('error', () => {
    writeSync(2, `\u001b[1m\u001b[31m[ERROR]\u001b[0m Port ${port} is already in use on address 127.0.0.1. Please close it.\n`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => say(`To see the GUI go to: http://127.0.0.1:${port}`));
  let isStopping = false;
  process.on('SIGINT', () => {
    if (isStopping) return;
    isStopping = true;
    say('Stopped server');
    // As torch does while it samples.
    if (running.length > 0) process.abort();
    process.exit(0);
  });
};

say('Total VRAM 16000 MB, total RAM 32000 MB');
say('pytorch version: 2.8.0');
say('ComfyUI version: 0.28.0');
const boot = boots[option('--boot')];
if (boot) boot();
else setTimeout(serve, Number(option('--boot-ms') ?? 0));
