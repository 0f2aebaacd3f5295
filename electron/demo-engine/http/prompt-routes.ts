import { randomUUID } from 'node:crypto';
import type { Engine } from '../engine.ts';
import type { NodeError } from '../prompt/graph-checks.ts';
import { entryJson, historyPage, itemJson } from '../prompt/history.ts';
import { isJobId, jobStatuses, listJobs, oneJob } from '../prompt/jobs.ts';
import { type Refusal, type Verdict, validatePrompt } from '../prompt/validate.ts';
import { toBool, toFloat, toInt } from '../python/convert.ts';
import type { Writable } from '../python/json.ts';
import { repr, str, typeName } from '../python/text.ts';
import { isDict, type PyDict, PyError, type PyValue } from '../python/values.ts';
import { empty, json, type Reply } from './reply.ts';
import type { EngineRequest } from './request.ts';
import { get, post, type Route } from './route.ts';

const secrets = ['auth_token_comfy_org', 'api_key_comfy_org'];

const errorJson = (error: NodeError | Refusal): Writable => ({
  type: error.type,
  message: error.message,
  details: error.details,
  extra_info: error.extraInfo,
});
const nodeErrorsJson = ({ nodeErrors }: Verdict): Writable =>
  new Map(
    [...nodeErrors].map(([id, node]) => [
      id,
      { errors: node.errors.map(errorJson), dependent_outputs: node.dependentOutputs, class_type: node.classType },
    ]),
  );
const refused = (type: string, message: string, details: string): Reply =>
  json({ error: { type, message, details, extra_info: {} }, node_errors: {} }, 400);

/** A body that must be an object, where the real server would raise an error. */
const asDict = (value: PyValue): PyDict => {
  if (isDict(value)) return value;
  throw new PyError('AttributeError', `'${typeName(value)}' object has no attribute 'get'`);
};
/** What may stand on the right of Python's `in`: in a list or text nothing that is asked for is found. */
const asContainer = (value: PyValue): PyDict => {
  if (isDict(value)) return value;
  if (Array.isArray(value) || typeof value === 'string') return new Map();
  throw new PyError('TypeError', `argument of type '${typeName(value)}' is not iterable`);
};
const asItems = (value: PyValue): PyValue[] => {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return [...value];
  if (isDict(value)) return [...value.keys()];
  throw new PyError('TypeError', `'${typeName(value)}' object is not iterable`);
};

/** The place in the queue: a given number as a float, else a count that goes up, negative for the front. */
const placeOf = (body: PyDict, engine: Engine): { number: PyValue; order: number } => {
  const given = body.get('number');
  if (given !== undefined) {
    const number = toFloat(given);
    return { number, order: number.value };
  }
  const count = engine.nextNumber();
  const order = toBool(body.get('front') ?? false) ? -count : count;
  return { number: order + 0, order };
};

const postPrompt = async (request: EngineRequest, engine: Engine): Promise<Reply> => {
  engine.console.info('got prompt');
  const body = asContainer(await request.json());
  const place = placeOf(body, engine);
  const prompt = body.get('prompt');
  if (prompt === undefined) return refused('no_prompt', 'No prompt provided', 'No prompt provided');
  const givenId = body.get('prompt_id') ?? null;
  if (givenId !== null && !isJobId(givenId)) {
    const details =
      'prompt_id must be a UUID string in canonical lowercase hyphenated form; omit it to let the server generate one';
    return refused('invalid_prompt_id', 'prompt_id must be a valid UUID', details);
  }
  const graph = asDict(prompt);
  const targets = body.get('partial_execution_targets') ?? null;
  const world = { table: engine.table, listings: await engine.listings(), folders: engine.folders };
  const verdict = validatePrompt(graph, targets === null ? null : asItems(targets), world);
  for (const line of verdict.log) engine.console.error(line);
  if (verdict.refusal) {
    engine.console.warning(`invalid prompt: ${refusalText(verdict.refusal)}`);
    return json({ error: errorJson(verdict.refusal), node_errors: nodeErrorsJson(verdict) }, 400);
  }
  const promptId = givenId ?? randomUUID();
  const extraData = new Map(asDict(body.has('extra_data') ? (body.get('extra_data') ?? null) : new Map()));
  for (const key of secrets) extraData.delete(key);
  if (body.has('client_id')) extraData.set('client_id', body.get('client_id') ?? null);
  const source = request.headers['comfy-usage-source'];
  if (!extraData.has('comfy_usage_source') && typeof source === 'string' && source !== '')
    extraData.set('comfy_usage_source', source);
  extraData.set('create_time', Date.now());
  engine.queue.put({ ...place, promptId, prompt: graph, extraData, outputs: verdict.outputs });
  return json({ prompt_id: promptId, number: place.number, node_errors: nodeErrorsJson(verdict) });
};

const refusalText = ({ type, message, details, extraInfo }: Refusal): string =>
  repr(new Map<string, PyValue>(Object.entries({ type, message, details, extra_info: extraInfo })));

const idsIn = (body: PyDict): PyValue[] => (body.has('delete') ? asItems(body.get('delete') ?? null) : []);

const postQueue = async (request: EngineRequest, { queue }: Engine): Promise<Reply> => {
  const body = asContainer(await request.json());
  if (toBool(body.get('clear') ?? false)) queue.clear();
  for (const id of idsIn(body)) queue.remove(id);
  return empty();
};

const postHistory = async (request: EngineRequest, { queue }: Engine): Promise<Reply> => {
  const body = asContainer(await request.json());
  if (toBool(body.get('clear') ?? false)) queue.clearHistory();
  for (const id of idsIn(body)) queue.forget(id);
  return empty();
};

/** Aimed at one prompt, or without an id at whatever runs. A body that is no JSON counts as none. */
const postInterrupt = async (request: EngineRequest, { queue, interrupt, console }: Engine): Promise<Reply> => {
  const body = await request.json().catch((error: unknown) => {
    if (error instanceof PyError && error.name.endsWith('JSONDecodeError')) return new Map<string, PyValue>();
    throw error;
  });
  const id = asDict(body).get('prompt_id') ?? null;
  if (!toBool(id)) {
    console.info('Global interrupt (no prompt_id specified)');
    interrupt.request();
  } else if (queue.running?.promptId === id) {
    console.info(`Interrupting prompt ${str(id)}`);
    interrupt.request();
  } else console.info(`Prompt ${str(id)} is not currently running, skipping interrupt`);
  return empty();
};

const postFree = async (request: EngineRequest, { queue }: Engine): Promise<Reply> => {
  const body = asDict(await request.json());
  if (toBool(body.get('unload_models') ?? false)) queue.setFlag('unload');
  if (toBool(body.get('free_memory') ?? false)) queue.setFlag('free');
  return empty();
};

const getHistory = (request: EngineRequest, { queue }: Engine): Reply => {
  const whole = (name: string): number | null => {
    const value = request.query.get(name);
    return value === null ? null : Number(toInt(value));
  };
  return json(historyPage(queue.history, whole('max_items'), whole('offset') ?? -1));
};

const getJobs = (request: EngineRequest, { queue }: Engine): Reply => {
  const wrong = (error: string): Reply => json({ error }, 400);
  const { query } = request;
  const statuses = (query.get('status') ?? '')
    .split(',')
    .map((status) => status.trim().toLowerCase())
    .filter(Boolean);
  const unknown = statuses.filter((status) => !jobStatuses.includes(status));
  if (unknown.length > 0) return wrong(`Invalid status value(s): ${unknown.join(', ')}. Valid values: ${jobStatuses.join(', ')}`);
  const sortBy = (query.get('sort_by') ?? 'created_at').toLowerCase();
  if (!['created_at', 'execution_duration'].includes(sortBy))
    return wrong("sort_by must be 'created_at' or 'execution_duration'");
  const sortOrder = (query.get('sort_order') ?? 'desc').toLowerCase();
  if (!['asc', 'desc'].includes(sortOrder)) return wrong("sort_order must be 'asc' or 'desc'");
  const whole = (name: string): number | null | 'wrong' => {
    const value = query.get(name);
    try {
      return value === null ? null : Number(toInt(value));
    } catch {
      return 'wrong';
    }
  };
  const limit = whole('limit');
  if (limit === 'wrong') return wrong('limit must be an integer');
  if (limit !== null && limit <= 0) return wrong('limit must be a positive integer');
  const from = whole('offset');
  if (from === 'wrong') return wrong('offset must be an integer');
  const offset = Math.max(0, from ?? 0);
  const { jobs, total } = listJobs(queue, {
    statuses: statuses.length > 0 ? statuses : jobStatuses,
    workflowId: query.get('workflow_id') || null,
    isByDuration: sortBy === 'execution_duration',
    isAscending: sortOrder === 'asc',
    limit,
    offset,
  });
  return json({ jobs, pagination: { offset, limit, total, has_more: offset + jobs.length < total } });
};

/** Interrupts a running prompt or takes a waiting one out; false for any other. */
const cancel = ({ queue, interrupt, console }: Engine, id: PyValue): boolean => {
  if (queue.running?.promptId === id) {
    console.info(`Cancelling running prompt ${str(id)}`);
    interrupt.request();
    return true;
  }
  if (!queue.pending.some((item) => item.promptId === id)) return false;
  console.info(`Cancelling pending prompt ${str(id)}`);
  return queue.remove(id);
};

const cancelMany = async (request: EngineRequest, engine: Engine): Promise<Reply> => {
  let body: PyValue;
  try {
    body = await request.json();
  } catch (error) {
    if (error instanceof PyError) return json({ error: 'Request body must be valid JSON' }, 400);
    throw error;
  }
  const ids = isDict(body) ? body.get('job_ids') : undefined;
  if (!Array.isArray(ids)) return json({ error: 'job_ids must be a list' }, 400);
  const invalid = ids.filter((id) => !isJobId(id)).map((id) => (typeof id === 'string' ? id : repr(id)));
  if (invalid.length > 0) return json({ error: 'job_ids contains invalid id(s)', invalid_ids: invalid }, 400);
  const cancelled = ids.map((id) => cancel(engine, id));
  return json({ cancelled: cancelled.includes(true) });
};

/** Prompts: handing them over, watching and ending them. */
export const promptRoutes: readonly Route[] = [
  get('/prompt', (_request, { queue }) => json({ exec_info: { queue_remaining: queue.remaining } })),
  post('/prompt', postPrompt),
  get('/queue', (_request, { queue }) =>
    json({ queue_running: queue.running ? [itemJson(queue.running)] : [], queue_pending: queue.pending.map(itemJson) }),
  ),
  post('/queue', postQueue),
  post('/interrupt', postInterrupt),
  post('/free', postFree),
  get('/history', getHistory),
  get('/history/{id}', (request, { queue }) => {
    const id = request.param('id');
    const entry = queue.history.get(id);
    return json(entry ? new Map([[id, entryJson(entry)]]) : {});
  }),
  post('/history', postHistory),
  get('/api/jobs', getJobs),
  post('/api/jobs/cancel', cancelMany),
  get('/api/jobs/{id}', (request, { queue }) => {
    const job = oneJob(queue, request.param('id'));
    return job ? json(job) : json({ error: 'Job not found' }, 404);
  }),
  post('/api/jobs/{id}/cancel', (request, engine) => json({ cancelled: cancel(engine, request.param('id')) })),
];
