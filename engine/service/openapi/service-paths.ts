/** The description of the paths beside the operations: task results, credits, files, state, and the description itself. */
import { operationIds, type ResultShape } from '../../../contract/operations/operation-spec.ts';
import { operationList } from '../../../contract/operations/table.ts';
import type { RequestErrorKind } from '../error-responses.ts';
import { creditsPath, healthPath, releasePath } from '../http/routes/account.ts';
import { filesPath } from '../http/routes/files.ts';
import { failedStatus, taskQueryPath } from '../http/routes/task-query.ts';
import { graphicsNow, networkName, networksNow } from './network-schemas.ts';
import { failure, failures, success } from './responses.ts';
import { resultSchema } from './result-schemas.ts';
import { code, integer, list, number, object, type Schema, text } from './schema.ts';

/** Where this description is served. */
export const openApiPath = '/openapi.json';

const tags = ['service'];
const taskFields = (status: Schema) => object({ task_id: text('The requested task.'), task_status: status });

const queryRules = [
  'key missing or wrong',
  'parameter missing',
  'parameter not readable',
  'parameter empty',
  'broken body',
  'not a form',
  'body too large',
  'task unknown',
  'task expired',
] as const satisfies RequestErrorKind[];

/** The shapes that travel as tasks, each once. */
const taskShapes: readonly ResultShape[] = [
  ...new Set(operationList.filter((spec) => spec.delivery !== 'direct').map((spec) => spec.result)),
];

function queryResponses(): Schema {
  const pending = taskFields(code({ 0: 'queued', 1: 'processing' }));
  const done = taskFields({ type: 'integer', const: 2, description: '2 done' });
  const results = taskShapes.map((shape) => ({ allOf: [done, resultSchema(shape, 'task')] }));
  const failed = taskFields({ type: 'integer', const: 3, description: '3 failed' });
  return {
    200: success('The state of the task, and its result when it is done.', { oneOf: [pending, ...results] }),
    ...failures(queryRules),
    [failedStatus]: failure(failedStatus, 'The task failed; the code is from its operation.', failed),
  };
}

const inQuery = (isRequired: boolean): Schema => ({
  name: 'task_id',
  in: 'query',
  required: isRequired,
  schema: { type: 'string', minLength: 1 },
});

/** Querying Async Task Results, by GET and by POST. */
function taskQueryItem(): Schema {
  const about = 'Query every 5 seconds. Results are kept for 24 hours.';
  const schema = object({ task_id: { type: 'string', minLength: 1 } });
  const common = { tags, summary: 'Result of a task', description: about, responses: queryResponses() };
  return {
    get: { operationId: 'query-async-task-result', ...common, parameters: [inQuery(true)] },
    post: {
      operationId: 'query-async-task-result-by-form',
      ...common,
      description: `${about} The task_id can be sent in the query, in a form or as JSON.`,
      parameters: [inQuery(false)],
      requestBody: {
        content: {
          'multipart/form-data': { schema },
          'application/x-www-form-urlencoded': { schema },
          'application/json': { schema },
        },
      },
    },
  };
}

function creditsItem(): Schema {
  const account = object({
    unique_sign: text('Name of the account.'),
    name: text('Display name.'),
    balance: number('Credits left.'),
    total: number('All credits ever granted.'),
    unlimited: { type: 'boolean', description: 'True: no credits are deducted.' },
  });
  const body = object({ data: list(account, 'The accounts.') });
  return get('query-credits', 'Credits', success('The remaining credits.', body), ['key missing or wrong']);
}

function healthItem(): Schema {
  const model = object({ name: text('File name without its extension.'), loaded: { type: 'boolean' } });
  const body = object({
    data: object({
      uptime_ms: number('ms since the start.', 0),
      implemented: list({ type: 'string', enum: operationIds }, 'The supported operations.'),
      models: list(model, 'The installed models.'),
      networks: networksNow,
      graphics: graphicsNow,
      workshop: object({
        busy: integer('Requests in progress.', 0),
        waiting: integer('Waiting requests.', 0),
        workers: integer('Running threads.', 0),
        models: list({ type: 'string' }, 'Models in memory.'),
      }),
      tasks: object({ queued: integer('Waiting tasks.', 0), processing: integer('Tasks in progress.', 0) }),
      memory: object({ resident_bytes: integer('bytes', 0), heap_bytes: integer('bytes', 0) }),
    }),
  });
  return get('health', 'Status of the engine (extension)', success('The status.', body), ['key missing or wrong']);
}

/** So that the file can be deleted, on systems that do not delete what is open. */
function releaseItem(): Schema {
  const parameters = [{ name: 'name', in: 'path', required: true, schema: networkName }];
  const released = success('The network is unloaded.', object({ data: object({ released: networkName }) }));
  const responses = { 200: released, ...failures(['key missing or wrong', 'no such path']) };
  const summary = 'Unload a network so that its file can be deleted (extension)';
  return { post: { operationId: 'release-network', tags, summary, parameters, responses } };
}

/** Result files: their name is the key. */
function fileItem(): Schema {
  const image: Schema = { schema: { type: 'string', format: 'binary' } };
  const found = { description: 'The image.', content: { 'image/png': image, 'image/jpeg': image } };
  const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
  return openGet('read-file', 'A result image', found, ['file unknown', 'file expired'], [name]);
}

function descriptionItem(): Schema {
  const found = { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } };
  return openGet('openapi', 'This description (extension)', found, []);
}

/** The path items beside those of the operations. */
export function servicePaths(): Record<string, Schema> {
  return {
    [taskQueryPath]: taskQueryItem(),
    [creditsPath]: creditsItem(),
    [healthPath]: healthItem(),
    [`${releasePath}{name}`]: releaseItem(),
    [`${filesPath}{name}`]: fileItem(),
    [openApiPath]: descriptionItem(),
  };
}

function get(operationId: string, summary: string, found: Schema, kinds: readonly RequestErrorKind[]): Schema {
  return { get: { operationId, tags, summary, responses: { 200: found, ...failures(kinds) } } };
}

/** A path that asks for no key. */
function openGet(
  operationId: string,
  summary: string,
  found: Schema,
  kinds: readonly RequestErrorKind[],
  parameters: readonly Schema[] = [],
): Schema {
  return {
    get: {
      operationId,
      tags,
      summary,
      security: [],
      ...(parameters.length > 0 ? { parameters } : {}),
      responses: { 200: found, ...failures(kinds) },
    },
  };
}
