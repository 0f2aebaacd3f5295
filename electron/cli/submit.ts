import { AppError } from '../../shared/app-error.ts';
import { parseAxis } from '../../shared/axis-text.ts';
import type { Axis } from '../../shared/batch.ts';
import type { Values } from '../../shared/job.ts';
import { Priority } from '../../shared/job.ts';
import { parseText } from '../../shared/parse-text.ts';
import type { Template } from '../../shared/template.ts';
import { unknownWord } from '../lib/nearest.ts';
import { splitOnce, UsageError } from '../lib/parse-args.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { parseChoice } from './parse-choice.ts';
import { parseCount } from './parse-count.ts';
import { allJobs, printJobs, templatesById } from './print-jobs.ts';
import { uploadPicture } from './upload-picture.ts';
import { waitForJobs } from './wait-for-jobs.ts';

/** As the contract has it. */
const longestKey = 512;

export const submit = defineCommand({
  usage: 'submit --template ID [--set KEY=VALUE]… [--grid KEY=A,B,C]… [--key K] [--count N] [--priority P] [--wait]',
  about:
    'Queues jobs. Needs no running engine: they wait for one. With --wait the exit code is 0 only if all of them succeeded.\nValues that are not set have the defaults of the template; "hearth templates ID" shows them.',
  options: {
    template: { kind: 'value', value: 'ID', about: 'What to run; "hearth templates" lists them.' },
    set: { kind: 'list', value: 'KEY=VALUE', about: 'Value of a parameter; a picture is given as a file.' },
    grid: {
      kind: 'list',
      value: 'KEY=A,B,C',
      about:
        'Values that a parameter takes in turn, as a list, a range such as 20..40:5, or a JSON array; a job for every combination.',
    },
    key: {
      kind: 'value',
      value: 'K',
      about: 'The same key with the same request answers with the same jobs (K/1 … K/N of many).',
    },
    count: { kind: 'value', value: 'N', about: 'So many different seeds, of each combination (1 to 10000 jobs in all).' },
    priority: { kind: 'value', value: 'P', about: `${Priority.options.join(', ')} (default normal).` },
    wait: { kind: 'flag', about: 'Return when each job has ended or needs a person.' },
  },
  words: { min: 0, max: 0 },
  async run({ options }, io) {
    if (options.template === undefined) throw new UsageError('Say which template: --template ID. "hearth templates" lists them.');
    const { template: id, key } = options;
    if (key !== undefined && (key === '' || key.length > longestKey))
      throw new UsageError(`--key takes 1 to ${longestKey} characters, not ${key.length}.`);
    const count = parseCount('--count', options.count, 1, { min: 1, max: 10_000 });
    const priority = parseChoice('priority', options.priority ?? 'normal', Priority.options);
    return withHost(options.data, io, async (host) => {
      const templates = await templatesById(host.client);
      const template = templates.get(id);
      if (!template) throw new UsageError(unknownWord(id, 'template', [...templates.keys()]));
      const values: Values = {};
      for (const [name, text] of pairs(options.set, template)) {
        const parameter = template.parameters.find((known) => known.key === name);
        if (!parameter) throw new UsageError(unknownWord(name, 'parameter', keysOf(template)));
        const given = parameter.type === 'image' ? await uploadPicture(host.target, text, io) : text;
        const parsed = parseText(parameter, given);
        if (!parsed.ok) throw new AppError('invalid-input', parsed.issue.key, parsed.issue.params);
        values[name] = parsed.value;
      }
      const grid = axes(options.grid, template, new Set(Object.keys(values)));
      const answer = await host.client.call('jobs.enqueue', {
        template: id,
        values,
        count,
        priority,
        ...(grid.length > 0 && { grid }),
        ...(key !== undefined && { key }),
      });
      const jobs = await allJobs(host.client, answer);
      if (!options.wait) {
        await printJobs(host.client, jobs, io);
        return exitCode.done;
      }
      return waitForJobs(host, jobs, options.data, io);
    });
  },
});

const keysOf = ({ parameters }: Template): string[] => parameters.map(({ key }) => key);

function pairs(settings: readonly string[], template: Template): Map<string, string> {
  const values = new Map<string, string>();
  for (const setting of settings) {
    const [key, text] = splitOnce(setting);
    if (text === undefined)
      throw new UsageError(`--set needs KEY=VALUE, not "${setting}". Parameters: ${keysOf(template).join(', ')}.`);
    if (values.has(key)) throw new UsageError(`--set ${key} was given twice.`);
    values.set(key, text);
  }
  return values;
}

/** Names the first entry that cannot be used. */
function axes(settings: readonly string[], template: Template, isSet: ReadonlySet<string>): Axis[] {
  const found = new Map<string, Axis>();
  for (const setting of settings) {
    const [key, text] = splitOnce(setting);
    if (text === undefined)
      throw new UsageError(`--grid needs KEY=VALUES, not "${setting}". Parameters: ${keysOf(template).join(', ')}.`);
    const parameter = template.parameters.find((known) => known.key === key);
    if (!parameter) throw new UsageError(unknownWord(key, 'parameter', keysOf(template)));
    if (found.has(key)) throw new UsageError(`--grid ${key} was given twice.`);
    if (isSet.has(key)) throw new UsageError(`"${key}" was given with --set and with --grid. Use one of them.`);
    const { values, issues } = parseAxis(parameter, text);
    const [issue] = issues;
    if (issue) throw new AppError('invalid-input', issue.key, issue.params);
    found.set(key, { key, values });
  }
  return [...found.values()];
}
