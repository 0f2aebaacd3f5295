import { findAppPaths } from '../app-paths.ts';
import { parseConfig } from '../parse-config.ts';
import { defineCommand } from './command.ts';

export const serve = defineCommand({
  usage: 'serve [--port N] [--engine demo|PATH|URL] [-- ENGINE FLAGS]',
  about:
    'Runs Hearth without a window. Prints one line {"url","token","port","pid","data"} once it accepts requests, then starts the engines\nthat should run. Waiting jobs go on by themselves. Open URL/?token=TOKEN in a browser. Ends with SIGINT or SIGTERM; a second one forces.',
  options: {
    port: { kind: 'value', value: 'N', about: 'Port on 127.0.0.1; 0 = any (default: the last one if it is free, else any).' },
    engine: {
      kind: 'value',
      value: 'E',
      about: '"demo", the folder of a ComfyUI, or its URL: wanted for this run. Flags after -- are for this run only.',
    },
  },
  words: { min: 0, max: 0 },
  takesRest: true,
  async run({ options: { data, port, engine }, rest }, io) {
    const config = parseConfig({ data, port, engine, engineFlags: rest ?? [] }, 'headless', findAppPaths(), io);
    const { runHeadless } = await import('../headless.ts');
    return runHeadless(config, io);
  },
});
