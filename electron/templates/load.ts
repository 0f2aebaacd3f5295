import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import { cutText } from '../../shared/cut-text.ts';
import { TemplateFile, type TemplateOrigin } from '../../shared/template.ts';
import { type Exact, isRawNumber, parseExact } from '../lib/exact-json.ts';
import { checkTemplate } from './check-template.ts';
import { templateDigest } from './digest.ts';
import { isRecord } from './graph.ts';
import type { LoadedTemplate } from './templates.ts';

/** Windows keeps these names for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Whether a folder of this name can hold a template, on every system. Pure. */
export const isTemplateId = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) && !reserved.test(name);

/** As much as an import may hold. */
const longestFileBytes = 50_000_000;

/** Only a plain file of a sane size: a pipe or a device would be read for ever, and with it the start of Hearth. */
const readPlain = async (file: string): Promise<string> => {
  const facts = await stat(file);
  if (!facts.isFile()) throw new Error('it is no file');
  if (facts.size > longestFileBytes) throw new Error(`it is larger than ${longestFileBytes / 1_000_000} MB`);
  return readFile(file, 'utf8');
};

const readJson = async (file: string): Promise<Exact> => {
  let text: string;
  try {
    text = await readPlain(file);
  } catch (error) {
    throw new AppError('invalid-input', 'templateUnreadable', { file, detail: detailOf(error) }, { cause: error });
  }
  try {
    return parseExact(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new AppError('invalid-input', 'templateNotJson', { file, detail: detailOf(error) }, { cause: error });
  }
};

const detailOf = (error: unknown): string => cutText(error instanceof Error ? error.message : String(error), 200);

/** Numbers beyond 2^53 as decimal text, which is how the schema holds them. */
const withTextIntegers = (value: Exact): unknown => {
  if (isRawNumber(value)) return value.rawJSON;
  if (Array.isArray(value)) return value.map(withTextIntegers);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withTextIntegers(child)]))
    : value;
};

/** Parses `template.json`. Throws AppError naming the file and the place. */
const parseFile = (value: Exact, file: string): TemplateFile => {
  const parsed = TemplateFile.safeParse(withTextIntegers(value));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('invalid-input', 'templateInvalid', {
    file,
    where: issue?.path.join('.') || '/',
    detail: issue?.message ?? '',
  });
};

/** A template from its checked parts: the same for files of a folder and for what is about to be saved. Throws AppError. Pure. */
export const assembleTemplate = (
  template: TemplateFile,
  graph: { [node: string]: Exact },
  origin: TemplateOrigin,
  file: string,
): LoadedTemplate => {
  const whole = { ...template, parameters: checkTemplate(template, graph, file) };
  return { ...whole, digest: templateDigest(whole, graph), origin, graph };
};

/**
 * Reads `graph.json` and `template.json` of a folder that is named like its template. Throws AppError naming file and place for
 * anything that is not right.
 */
export const loadTemplate = async (folder: string, origin: TemplateOrigin): Promise<LoadedTemplate> => {
  const file = join(folder, 'template.json');
  const name = basename(folder);
  if (!isTemplateId(name)) throw new AppError('invalid-input', 'templateFolderName', { file });
  const template = parseFile(await readJson(file), file);
  if (template.id !== name) throw new AppError('invalid-input', 'templateIdMismatch', { file, id: template.id, folder: name });
  const graphFile = join(folder, 'graph.json');
  const graph = await readJson(graphFile);
  if (!isRecord(graph)) throw new AppError('invalid-input', 'templateNotApi', { file: graphFile, node: '' });
  return assembleTemplate(template, graph, origin, file);
};
