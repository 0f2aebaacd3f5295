import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { printPauses } from './print-pauses.ts';

export const pause = defineCommand({
  usage: 'pause [--reason TEXT]',
  about: 'Hands nothing more to engines until "hearth resume". What runs goes on.',
  options: { reason: { kind: 'value', value: 'TEXT', about: 'Shown beside the pause.' } },
  words: { min: 0, max: 0 },
  run: ({ options }, io) =>
    withHost(options.data, io, async ({ client }) => {
      const { pauses } = await client.call('queue.pause', { text: options.reason ?? '' });
      printPauses(pauses, io);
      return exitCode.done;
    }),
});
