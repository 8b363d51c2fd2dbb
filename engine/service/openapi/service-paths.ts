/** Descriptions of the other paths: tasks, credits, files, status, and the description itself. */
import { operationIds, type ResultShape } from '../../../contract/operations/operation-spec.ts';
import { operationList } from '../../../contract/operations/table.ts';
import {
  creditsPath,
  failedTaskStatus,
  filesPath,
  healthPath,
  openApiPath,
  releasePath,
  taskQueryPath,
} from '../interface/paths.ts';
import type { RequestErrorKind } from '../interface/request-errors.ts';
import { code, integer, list, number, object, type Schema, text } from './json-schema.ts';
import { graphicsStatus, networkName, networkStatus } from './network-schemas.ts';
import { failure, failures, success } from './responses.ts';
import { resultSchema } from './result-schemas.ts';

const tags = ['service'];
const taskFields = (status: Schema) => object({ task_id: text('The requested task.'), task_status: status });

const queryRules = [
  'key missing or wrong',
  'parameter missing',
  'unreadable parameter',
  'parameter empty',
  'broken body',
  'not a form',
  'body too large',
  'unknown task',
  'task expired',
] as const satisfies RequestErrorKind[];

/** Result shapes of tasks. */
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
    [failedTaskStatus]: failure(failedTaskStatus, 'The task failed; the code is from its operation.', failed),
  };
}

const inQuery = (isRequired: boolean): Schema => ({
  name: 'task_id',
  in: 'query',
  required: isRequired,
  schema: { type: 'string', minLength: 1 },
});

function taskQueryItem(): Schema {
  const description = 'Query every 5 seconds. Results are kept for 24 hours.';
  const schema = object({ task_id: { type: 'string', minLength: 1 } });
  const common = { tags, summary: 'Result of a task', description, responses: queryResponses() };
  return {
    get: { operationId: 'query-async-task-result', ...common, parameters: [inQuery(true)] },
    post: {
      operationId: 'query-async-task-result-by-form',
      ...common,
      description: `${description} The task_id can be sent in the query, in a form or as JSON.`,
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
      networks: networkStatus,
      graphics: graphicsStatus,
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

function releaseItem(): Schema {
  const parameters = [{ name: 'name', in: 'path', required: true, schema: networkName }];
  const released = success('The network is unloaded.', object({ data: object({ released: networkName }) }));
  const responses = { 200: released, ...failures(['key missing or wrong', 'unknown path']) };
  const summary = 'Unload a network so that its file can be deleted (extension)';
  return { post: { operationId: 'release-network', tags, summary, parameters, responses } };
}

function fileItem(): Schema {
  const image: Schema = { schema: { type: 'string', format: 'binary' } };
  const response = { description: 'The image.', content: { 'image/png': image, 'image/jpeg': image } };
  const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
  return publicGet('read-file', 'A result image', response, ['unknown file', 'file expired'], [name]);
}

function descriptionItem(): Schema {
  const response = { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } };
  return publicGet('openapi', 'This description (extension)', response, []);
}

/** Returns the path items. */
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

function get(operationId: string, summary: string, response: Schema, kinds: readonly RequestErrorKind[]): Schema {
  return { get: { operationId, tags, summary, responses: { 200: response, ...failures(kinds) } } };
}

/** Like `get`, for a path that needs no key. */
function publicGet(
  operationId: string,
  summary: string,
  response: Schema,
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
      responses: { 200: response, ...failures(kinds) },
    },
  };
}
