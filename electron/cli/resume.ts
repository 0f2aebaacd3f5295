import { PauseOwner } from '../../shared/job.ts';
import { unknownWord } from '../lib/nearest.ts';
import { UsageError } from '../lib/parse-args.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { printPauses } from './print-pauses.ts';

/** What goes with a pause. */
const ended: Partial<Record<PauseOwner, string>> = {
  benchmark: 'The benchmark was ended before its time; what it measured until then is kept, and its engines are as they were. ',
  trial: 'The trial of a remedy was ended before its time, and its engine is as it was. ',
};

export const resume = defineCommand({
  usage: 'resume [--reason OWNER]',
  about: `Ends the pause of one owner: "person", or the one named (${PauseOwner.options.join(', ')}). A benchmark or a trial is ended with it.\nThe queue runs again when none is left.`,
  options: { reason: { kind: 'value', value: 'OWNER', about: 'Whose pause to end (default: person).' } },
  words: { min: 0, max: 0 },
  async run({ options }, io) {
    const owner = PauseOwner.safeParse(options.reason ?? 'person');
    if (!owner.success)
      throw new UsageError(
        `${unknownWord(options.reason ?? '', 'owner of a pause', PauseOwner.options)} Owners: ${PauseOwner.options.join(', ')}.`,
      );
    return withHost(options.data, io, async ({ client }) => {
      const { pauses, wasPaused } = await client.call('queue.resume', { owner: owner.data });
      io.err(
        wasPaused
          ? `${ended[owner.data] ?? ''}The pause of "${owner.data}" is over.\n`
          : `"${owner.data}" had not paused the queue.\n`,
      );
      printPauses(pauses, io);
      return exitCode.done;
    });
  },
});
