import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { runTool } from './run-tool.ts';

/** A process that listens on a port. */
export interface PortHolder {
  pid: number;
  /** Name of its program, as a task list shows it. */
  name: string;
}

const toolTimeoutMs = 5_000;

/** Who listens on `port` of this machine. null: nobody, or the system does not tell us. Never throws. */
export const portHolder = async (port: number): Promise<PortHolder | null> => {
  try {
    if (process.platform === 'linux') return await linuxHolder(port);
    return process.platform === 'win32' ? await windowsHolder(port) : await lsofHolder(port);
  } catch {
    return null;
  }
};

/** /proc/net/tcp names the socket, some process's descriptors name the same one; other users' processes stay hidden. */
const linuxHolder = async (port: number): Promise<PortHolder | null> => {
  const sockets = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(table, 'utf8').catch(() => '');
    for (const inode of listeningInodes(text, port)) sockets.add(`socket:[${inode}]`);
  }
  if (sockets.size === 0) return null;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const folder = `/proc/${pid}/fd`;
    for (const fd of await readdir(folder).catch(() => [])) {
      const target = await readlink(path.join(folder, fd)).catch(() => '');
      if (sockets.has(target)) return { pid: Number(pid), name: await linuxName(pid) };
    }
  }
  return null;
};

/** Inodes of the sockets that listen (state 0A) on `port`, from the text of /proc/net/tcp. Pure. */
export const listeningInodes = (table: string, port: number): string[] => {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === '0A' && local?.endsWith(`:${wanted}`) && inode ? [inode] : [];
  });
};

const linuxName = async (pid: string): Promise<string> => {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  const name = path.basename(words[0] ?? '');
  return name || (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() || '?';
};

const lsofHolder = async (port: number): Promise<PortHolder | null> => {
  const answer = await runTool('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { timeoutMs: toolTimeoutMs });
  return holderFromLsof(answer?.stdout ?? '');
};

/** `lsof -Fpc`: one field a line, `p` the process id and `c` its name. Pure. */
export const holderFromLsof = (text: string): PortHolder | null => {
  const pid = /^p(\d+)$/m.exec(text)?.[1];
  return pid === undefined ? null : { pid: Number(pid), name: /^c(.+)$/m.exec(text)?.[1] ?? '?' };
};

const windowsHolder = async (port: number): Promise<PortHolder | null> => {
  const table = await runTool('netstat', ['-ano', '-p', 'TCP'], { timeoutMs: toolTimeoutMs });
  const pid = pidFromNetstat(table?.stdout ?? '', port);
  if (pid === null) return null;
  const list = await runTool('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { timeoutMs: toolTimeoutMs });
  return { pid, name: /^"([^"]+)"/m.exec(list?.stdout ?? '')?.[1] ?? '?' };
};

/** Windows writes the state in its own language, but a listening socket always has the remote port 0. Pure. */
export const pidFromNetstat = (text: string, port: number): number | null => {
  for (const line of text.split(/\r?\n/)) {
    const [protocol, local, remote, ...rest] = line.trim().split(/\s+/);
    if (protocol === 'TCP' && local?.endsWith(`:${port}`) && remote?.endsWith(':0')) return Number(rest.at(-1)) || null;
  }
  return null;
};
