import http from 'node:http';
import https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Clock } from '../lib/clock.ts';
import { EngineUnreachable } from './client-types.ts';
import { networkFault } from './network-fault.ts';

interface HttpCall {
  method: 'GET' | 'POST';
  /** Path with query, from the engine's root. */
  path: string;
  body?: string | Uint8Array;
  /** Content type of the body. */
  type?: string;
  /** For the whole exchange. */
  timeoutMs: number;
  /** Asking twice changes nothing, so that a kept connection which the engine had just closed is tried once more on a new one. */
  mayRepeat: boolean;
}

export interface HttpAnswer {
  status: number;
  text: string;
}

/** HTTP to one engine over kept connections. Never through a proxy: node's own agent knows none. */
export interface EngineHttp {
  /** Rejects with EngineUnreachable when no whole answer came. */
  ask(call: HttpCall): Promise<HttpAnswer>;
  /** The answer as soon as its head is there; the body is the caller's to read or destroy. `timeoutMs` bounds the head and each pause. */
  open(path: string, timeoutMs: number): Promise<http.IncomingMessage>;
  /** Ends everything under way. */
  close(): void;
}

// Shorter than any server's patience with an idle connection (aiohttp 75 s, nginx 65 s): a prompt that met a closing connection would
// count as "perhaps arrived".
const idleMs = 15_000;

/** Speaks HTTP to the engine at `url` (http or https, also `[::1]`, also below a path). Opens no connection yet. */
export const openEngineHttp = (url: string, clock: Clock): EngineHttp => {
  const base = new URL(url);
  const isTls = base.protocol === 'https:';
  const agentOptions = { keepAlive: true, timeout: idleMs, maxFreeSockets: 4 };
  const agent = isTls ? new https.Agent(agentOptions) : new http.Agent(agentOptions);
  const request = isTls ? https.request : http.request;
  const { hostname, port, auth } = urlToHttpOptions(base);
  const prefix = base.pathname.replace(/\/+$/, '');
  const target = { agent, hostname, port, ...(auth ? { auth } : {}) };
  const underWay = new Set<http.ClientRequest>();
  const timers = new Set<() => void>();
  let isClosed = false;

  /** Ends the exchange when its time is over; returns the way to call that off. */
  const limit = (sent: http.ClientRequest, timeoutMs: number): (() => void) => {
    const stop = clock.after(timeoutMs, () => {
      timers.delete(stop);
      sent.destroy(timedOut(timeoutMs));
    });
    timers.add(stop);
    return () => {
      timers.delete(stop);
      stop();
    };
  };

  const start = (
    call: HttpCall,
    onAnswer: (answer: http.IncomingMessage) => void,
    onFail: (e: Error) => void,
  ): http.ClientRequest => {
    const headers: http.OutgoingHttpHeaders = { accept: '*/*' };
    if (call.body !== undefined) {
      headers['content-type'] = call.type ?? 'application/json';
      headers['content-length'] = Buffer.byteLength(call.body);
    }
    const sent = request({ ...target, method: call.method, path: prefix + call.path, headers }, onAnswer);
    underWay.add(sent);
    sent.once('close', () => underWay.delete(sent));
    sent.on('error', onFail);
    sent.end(call.body);
    return sent;
  };

  const once = (call: HttpCall): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        stopTimer();
        reject(Object.assign(error, { wasReused: sent.reusedSocket }));
      };
      const sent = start(
        call,
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', fail);
          answer.on('end', () => {
            stopTimer();
            const [first] = parts;
            const bytes = parts.length === 1 && first ? first : Buffer.concat(parts);
            resolve({ status: answer.statusCode ?? 0, text: bytes.toString('utf8') });
          });
        },
        fail,
      );
      const stopTimer = limit(sent, call.timeoutMs);
    });

  return {
    async ask(call) {
      for (let isAgain = false; ; isAgain = true) {
        try {
          if (isClosed) throw new Error('the client was closed');
          return await once(call);
        } catch (error) {
          const isStale = call.mayRepeat && !isAgain && !isClosed && wasStale(error);
          if (!isStale) throw unreachable(call, error);
        }
      }
    },
    open: (path, timeoutMs) =>
      new Promise((resolve, reject) => {
        const call: HttpCall = { method: 'GET', path, timeoutMs, mayRepeat: true };
        if (isClosed) return reject(unreachable(call, new Error('the client was closed')));
        const sent = start(
          call,
          (answer) => {
            stopTimer();
            answer.setTimeout(timeoutMs, () => answer.destroy(timedOut(timeoutMs)));
            // A body that nobody reads may break off too.
            answer.on('error', () => {});
            resolve(answer);
          },
          (error) => {
            stopTimer();
            reject(unreachable(call, error));
          },
        );
        const stopTimer = limit(sent, timeoutMs);
      }),
    close() {
      isClosed = true;
      for (const stop of timers) stop();
      for (const sent of underWay) sent.destroy(new Error('the client was closed'));
      agent.destroy();
    },
  };
};

const timedOut = (timeoutMs: number): Error =>
  Object.assign(new Error(`no answer within ${timeoutMs / 1000} s`), { code: 'ETIMEDOUT' });

/** A kept connection that broke before a single byte of answer: the other side had closed it meanwhile. */
const wasStale = (error: unknown): boolean =>
  error instanceof Error &&
  'wasReused' in error &&
  error.wasReused === true &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const unreachable = (call: HttpCall, error: unknown): EngineUnreachable =>
  new EngineUnreachable(`${call.method} ${call.path.split('?')[0]}: ${networkFault(error).reason}`, { cause: error });
