import { UsageError } from '../lib/parse-args.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { printPauses } from './print-pauses.ts';

/** As the contract has it. */
const longestReason = 500;

export const pause = defineCommand({
  usage: 'pause [--reason TEXT]',
  about: 'Hands nothing more to engines until "hearth resume". What runs goes on.',
  options: { reason: { kind: 'value', value: 'TEXT', about: 'Shown beside the pause.' } },
  words: { min: 0, max: 0 },
  async run({ options }, io) {
    const { data, reason = '' } = options;
    if (reason.length > longestReason)
      throw new UsageError(`--reason takes ${longestReason} characters at most, not ${reason.length}.`);
    return withHost(data, io, async ({ client }) => {
      const { pauses } = await client.call('queue.pause', { text: reason });
      printPauses(pauses, io);
      return exitCode.done;
    });
  },
});
