import { seedRange } from '../../shared/check-value.ts';
import type { Client } from '../../shared/rpc.ts';
import type { Parameter, Readiness, Template } from '../../shared/template.ts';
import { type Exact, exactInteger } from '../lib/exact-json.ts';
import { unknownWord } from '../lib/nearest.ts';
import { UsageError } from '../lib/parse-args.ts';
import type { CliIo } from './cli-io.ts';
import { defineCommand } from './command.ts';
import { exitCode } from './exit-code.ts';
import { withHost } from './host-connection.ts';
import { printJson } from './print-json.ts';

export const templates = defineCommand({
  usage: 'templates [ID]',
  about: 'Lists what can be submitted, with its parameters. Choices that an engine supplies are shown while one is ready.',
  options: {},
  words: { min: 0, max: 1 },
  run: ({ options, positionals: [id] }, io) =>
    withHost(options.data, io, async ({ client }) => {
      const { templates: all, problems } = await client.call('templates.list', {});
      const wanted = id === undefined ? all : all.filter((template) => template.id === id);
      if (wanted.length === 0 && id !== undefined)
        throw new UsageError(
          unknownWord(
            id,
            'template',
            all.map((template) => template.id),
          ),
        );
      for (const { message } of id === undefined ? problems : []) io.err(`${message}\n`);
      const choices = await choicesByTemplate(client, wanted);
      print(wanted, choices, io);
      return exitCode.done;
    }),
});

type Choices = Readiness['choices'];

/** What the first ready engine offers for each template; nothing while there is none. */
async function choicesByTemplate(client: Client, wanted: readonly Template[]): Promise<ReadonlyMap<string, Choices>> {
  const { engines } = await client.call('app.snapshot', {});
  const ready = engines.find(({ state }) => state === 'ready');
  if (!ready) return new Map();
  const found = await Promise.all(
    wanted.map(async ({ id }): Promise<[string, Choices]> => {
      // An engine that goes away meanwhile has no choices; the list itself does not need it.
      const { readiness } = await client.call('templates.readiness', { id, engine: ready.id }).catch(() => ({ readiness: [] }));
      return [id, readiness[0]?.choices ?? {}];
    }),
  );
  return new Map(found);
}

/** Smallest and largest value, exact; a seed has bounds also where its template sets none. */
const boundsOf = (parameter: Parameter): { min: Exact; max: Exact } => {
  const { min, max } = parameter.type === 'seed' ? seedRange(parameter) : parameter;
  const exact = (value: string | number | bigint | undefined): Exact =>
    value === undefined ? null : typeof value === 'number' ? value : exactInteger(String(value));
  return { min: exact(min), max: exact(max) };
};

const templateJson = (template: Template, choices: Choices): Exact => ({
  id: template.id,
  version: template.version,
  digest: template.digest,
  title: template.title.en,
  parameters: template.parameters.map((parameter) => ({
    key: parameter.key,
    type: parameter.type,
    default: parameter.default ?? null,
    ...boundsOf(parameter),
    choices: (Array.isArray(parameter.choices) ? parameter.choices : choices[parameter.key]) ?? null,
  })),
});

function print(wanted: readonly Template[], choices: ReadonlyMap<string, Choices>, io: CliIo): void {
  if (io.isJson) printJson(io, { templates: wanted.map((template) => templateJson(template, choices.get(template.id) ?? {})) });
  else io.out(wanted.map(linesOf).join(''));
}

const linesOf = ({ id, title, parameters }: Template): string =>
  [
    `${id}  ${title.en}\n`,
    ...parameters.map(({ key, type, default: preset, min, max, label }) => {
      const range = min === undefined && max === undefined ? '' : `, ${min ?? '…'} to ${max ?? '…'}`;
      return `  --set ${key}=  ${type}${preset === undefined ? '' : `, default ${JSON.stringify(preset)}`}${range}  (${label.en})\n`;
    }),
  ].join('');
