import { AppError } from '../../shared/app-error.ts';
import type { Engine, EngineState } from '../../shared/engine.ts';
import { unknownWord } from '../lib/nearest.ts';
import { UsageError } from '../lib/parse-args.ts';
import type { CliIo } from './cli-io.ts';
import { defineCommand } from './command.ts';
import { engineJson, isUnderWay } from './engine-json.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { parseCount } from './parse-count.ts';
import { printJson } from './print-json.ts';

const acts = ['status', 'start', 'stop', 'restart'] as const;
type Act = (typeof acts)[number];

export const engine = defineCommand({
  usage: 'engine [status|start|stop|restart] [--id E] [--profile P] [--port N]',
  about:
    'Shows engines, or starts, stops or restarts one. start and restart return when it is ready (exit code 0) or has failed (1), stop when\nits process is gone. Without --id the only engine is meant, or the only one that runs or should.',
  options: {
    id: { kind: 'value', value: 'E', about: 'Which engine.' },
    profile: { kind: 'value', value: 'P', about: 'Launch profile for start and restart, by id.' },
    port: { kind: 'value', value: 'N', about: 'Port for start, where the usual one is taken.' },
  },
  words: { min: 0, max: 1 },
  async run({ options, positionals: [word = 'status'] }, io) {
    const act = acts.find((known) => known === word);
    if (!act) throw new UsageError(unknownWord(word, 'act', acts));
    if (options.profile !== undefined && act !== 'start' && act !== 'restart')
      throw new UsageError('--profile belongs to start and restart.');
    if (options.port !== undefined && act !== 'start') throw new UsageError('--port belongs to start.');
    const { profile } = options;
    const port = options.port === undefined ? undefined : parseCount('--port', options.port, 0, { min: 1, max: 65_535 });
    return withHost(options.data, io, async ({ client }) => {
      const { engines } = await client.call('app.snapshot', {});
      if (act === 'status') {
        print(options.id === undefined ? engines : [choose(engines, options.id, act)], io);
        return exitCode.done;
      }
      const { id } = choose(engines, options.id, act);
      const changed =
        act === 'stop'
          ? await client.call('engines.stop', { id })
          : await client.call(`engines.${act}`, {
              id,
              ...(profile !== undefined && { profile }),
              ...(port !== undefined && { port }),
            });
      print([changed], io);
      if (changed.problem) io.err(`${changed.problem.message}\n`);
      return changed.state === (act === 'stop' ? 'stopped' : 'ready') ? exitCode.done : exitCode.notDone;
    });
  },
});

/** The engine that is meant. Throws AppError for an unknown one, UsageError where several could be. */
function choose(engines: readonly Engine[], id: string | undefined, act: Act): Engine {
  if (id !== undefined) {
    const found = engines.find((known) => known.id === id);
    if (!found) throw new AppError('not-found', 'noSuchEngine', { id });
    return found;
  }
  const [only, another] = engines;
  if (!only) throw new AppError('not-found', 'noEngineYet');
  if (!another) return only;
  const candidates = engines.filter((known) => known.isWanted || isUnderWay(known));
  if (candidates.length === 1 && candidates[0]) return candidates[0];
  throw new UsageError(`Say which engine to ${act}: --id ${engines.map((known) => known.id).join(' or --id ')}.`);
}

const words: Readonly<Record<EngineState, string>> = {
  stopped: 'stopped',
  starting: 'starting',
  ready: 'ready',
  unresponsive: 'not answering',
  stopping: 'stopping',
  backoff: 'trying again soon',
  failed: 'failed',
};

function print(engines: readonly Engine[], io: CliIo): void {
  if (io.isJson) printJson(io, { engines: engines.map(engineJson) });
  else io.out(engines.map(lineOf).join(''));
  if (engines.length === 0) io.err(`${new AppError('not-found', 'noEngineYet').message}\n`);
}

const lineOf = ({ id, name, state, version, url }: Engine): string =>
  `${id}  ${words[state]}  ${name}${version === null ? '' : ` (ComfyUI ${version})`}  ${url ?? ''}`.trimEnd().concat('\n');
