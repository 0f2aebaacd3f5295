import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import { isAtLeast } from '../lib/version.ts';
import { type EngineClient, type EngineMessage, EngineUnreachable, type ObjectInfo } from './client-types.ts';
import { type HttpAnswer, openEngineHttp } from './engine-http.ts';
import { openEngineSocket } from './engine-socket.ts';
import { statsOf } from './engine-stats.ts';
import { engineUrl } from './engine-url.ts';
import { historyEntryOf } from './history-entry.ts';
import { asList, asRecord, asText, parseLenient } from './lenient-json.ts';
import { objectInfoOf } from './object-info.ts';
import { binaryMessageOf, textMessageOf } from './socket-message.ts';
import { submitAnswerOf } from './submit-answer.ts';

export interface EngineClientOptions {
  /** As `engineUrl` takes it. */
  url: string;
  /**
   * Under which the engine knows this client; a fresh one when absent. A host that takes over a running engine gives the one its
   * predecessor used for it, and hears of the running prompt again. Never two clients with one id at a time.
   */
  clientId?: string;
  clock: Clock;
  log?: (line: string) => void;
}

// A prompt is validated before it is answered, in the one loop that a busy engine also does other things in.
const submitMs = 60_000;
const askMs = 30_000;
const shortMs = 10_000;
// Megabytes, made anew for each call by reading every model folder.
const objectInfoMs = 180_000;
const fileMs = 120_000;

/** Opens a client to the engine at `url` and begins to connect its socket. It connects again by itself until it is closed. */
export const openEngineClient = (options: EngineClientOptions): EngineClient => {
  const { clock } = options;
  const log = options.log ?? (() => {});
  const url = engineUrl(options.url);
  const clientId = options.clientId ?? randomUUID();
  const http = openEngineHttp(url, clock);
  const listeners = new Set<(message: EngineMessage) => void>();
  let objectInfo: Promise<ObjectInfo> | null = null;
  let version: string | null | undefined;

  const tell = (message: EngineMessage | null): void => {
    if (!message) return;
    for (const listener of listeners) {
      try {
        listener(message);
      } catch (error) {
        log(`a listener failed on "${message.type}": ${error instanceof Error ? error.stack : error}`);
      }
    }
  };

  const socket = openEngineSocket({
    url,
    clientId,
    clock,
    log,
    roundTrip: async () => void (await http.ask({ method: 'GET', path: '/api/prompt', timeoutMs: shortMs, mayRepeat: true })),
    onText: (text) => tell(textMessageOf(text, clock.now())),
    onBinary: (bytes) => tell(binaryMessageOf(bytes)),
    onOpenChange: (isOpen) => {
      // Behind the same address may now be another start of the engine, or another version.
      if (isOpen) [objectInfo, version] = [null, undefined];
      tell({ type: 'socket', isOpen });
    },
  });

  const get = async (path: string, timeoutMs: number): Promise<HttpAnswer> => {
    const answer = await http.ask({ method: 'GET', path, timeoutMs, mayRepeat: true });
    if (answer.status !== 200) throw unexpected(path, answer.status);
    return answer;
  };
  /** A body that is cut or no JSON counts as no answer: it says nothing about the prompt, so that nothing may be concluded. */
  const getJson = async (path: string, timeoutMs: number): Promise<unknown> => {
    const value = parseLenient((await get(path, timeoutMs)).text);
    if (value === undefined) throw new EngineUnreachable(`GET ${path}: the answer cannot be read`);
    return value;
  };
  const order = async (path: string, body: unknown): Promise<void> => {
    const { status } = await http.ask({ method: 'POST', path, body: JSON.stringify(body), timeoutMs: shortMs, mayRepeat: true });
    if (status >= 400) throw unexpected(path, status);
  };

  const stats = async () => {
    const read = statsOf((await get('/api/system_stats', askMs)).text);
    if (!read) throw new EngineUnreachable('GET /api/system_stats: the answer cannot be read');
    version = read.version;
    return read;
  };

  const queue = async () => {
    const body = asRecord(await getJson('/api/queue', askMs));
    return { running: promptIds(body.queue_running), pending: promptIds(body.queue_pending) };
  };

  return {
    url,
    clientId,
    get isSocketOpen() {
      return socket.isOpen;
    },
    async submit({ promptId, graph, previewMethod }) {
      // The graph is text and stays as it is: parsing it would round large seeds.
      const rest = JSON.stringify({ client_id: clientId, prompt_id: promptId, extra_data: { preview_method: previewMethod } });
      const body = `{"prompt":${graph},${rest.slice(1)}`;
      const { status, text } = await http.ask({
        method: 'POST',
        path: '/api/prompt',
        body,
        timeoutMs: submitMs,
        mayRepeat: false,
      });
      const answer = submitAnswerOf(status, text);
      // Taking a prompt changes the length of the queue, which every socket is told.
      if (answer.kind === 'accepted') socket.expectMessage();
      return answer;
    },
    async history(promptId) {
      const entry = asRecord(await getJson(`/api/history/${encodeURIComponent(promptId)}`, askMs))[promptId];
      return entry === undefined ? null : historyEntryOf(promptId, entry);
    },
    queue,
    async interrupt(promptId) {
      if (version === undefined) await stats();
      // Older ones do not read the id and stop whatever runs.
      if (!isAtLeast(version ?? null, '0.3.57') && !(await queue()).running.includes(promptId)) return;
      await order('/api/interrupt', { prompt_id: promptId });
    },
    forget: (promptId) => order('/api/queue', { delete: [promptId] }),
    free: () => order('/api/free', { unload_models: true, free_memory: true }),
    stats,
    objectInfo(isFresh = false) {
      if (objectInfo && !isFresh) return objectInfo;
      const asked = getJson('/api/object_info', objectInfoMs).then(objectInfoOf);
      objectInfo = asked;
      asked.catch(() => {
        if (objectInfo === asked) objectInfo = null;
      });
      return asked;
    },
    async upload(bytes, name, subfolder) {
      const { body, type } = uploadForm(bytes, name, subfolder);
      const answer = await http.ask({
        method: 'POST',
        path: '/api/upload/image',
        body,
        type,
        timeoutMs: fileMs,
        mayRepeat: true,
      });
      const stored = asRecord(parseLenient(answer.text));
      const stem = asText(stored.name);
      if (answer.status !== 200 || stem === null) throw unexpected('/api/upload/image', answer.status);
      const folder = asText(stored.subfolder)?.replaceAll('\\', '/') ?? '';
      return folder === '' ? stem : `${folder}/${stem}`;
    },
    async view({ filename, subfolder, type }) {
      const answer = await http.open(`/api/view?${new URLSearchParams({ filename, subfolder, type })}`, fileMs);
      if (answer.statusCode === 200) return answer;
      answer.resume();
      if (answer.statusCode === 404) return null;
      throw unexpected('/api/view', answer.statusCode ?? 0);
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      await socket.close();
      http.close();
    },
  };
};

const unexpected = (path: string, status: number): AppError =>
  new AppError('engine-unavailable', 'engineAnswerUnexpected', { call: path.replace(/\/[0-9a-f-]{36}$|\?.*$/, ''), status });

/** Items are `[number, prompt id, …]`. */
const promptIds = (items: unknown): string[] => asList(items).flatMap((item) => asText(asList(item)[1]) ?? []);

/** A form as `/upload/image` takes it. Quotes and line ends in the name would end the header. */
const uploadForm = (bytes: Uint8Array, name: string, subfolder: string): { body: Uint8Array; type: string } => {
  const mark = `hearth-${randomUUID()}`;
  const field = (key: string, value: string): string =>
    `--${mark}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const safeName = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const head = `${field('type', 'input')}${field('subfolder', subfolder)}${field('overwrite', 'true')}--${mark}\r\nContent-Disposition: form-data; name="image"; filename="${safeName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${mark}--\r\n`)]),
    type: `multipart/form-data; boundary=${mark}`,
  };
};
