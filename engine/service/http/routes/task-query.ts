/** Querying Async Task Results: GET or POST, the id in the query, a form or JSON. Section "Async task result". */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operations } from '../../../../contract/operations/table.ts';
import { requestError } from '../../error-responses.ts';
import { originOf } from '../authenticate.ts';
import type { EngineContext } from '../engine-context.ts';
import { failure, success } from '../envelope.ts';
import { mapFiles, resultBody } from '../results.ts';
import { fileUrl } from './files.ts';

export const taskQueryPath = '/api/common/query-async-task-result';

/** HTTP status with which the query of a failed task is answered, whatever its error's own status. */
export const failedStatus = 422;

export function addTaskQuery(server: FastifyInstance, { tasks }: EngineContext): void {
  server.route({
    method: ['GET', 'POST'],
    url: taskQueryPath,
    handler: async (request, reply) => {
      const task = tasks.find(await readTaskId(request));
      switch (task.status) {
        case 0:
        case 1:
          return success(request.ids, { task_id: task.id, task_status: task.status });
        case 2: {
          const placed = mapFiles(task.output, (name) => fileUrl(originOf(request), name));
          const body = resultBody(operations[task.operation].result, 'task', placed);
          return success(request.ids, { ...body, task_id: task.id, task_status: task.status });
        }
        case 3:
          reply.code(failedStatus);
          return { ...failure(request.ids, failedStatus, task.code, task.message), task_id: task.id, task_status: 3 };
        default:
          return task satisfies never;
      }
    },
  });
}

async function readTaskId(request: FastifyRequest): Promise<string> {
  const id = (await readForm(request)).task_id ?? fieldsOf(request.body).task_id ?? fieldsOf(request.query).task_id;
  if (id === undefined) throw requestError('parameter missing', 'The parameter "task_id" is missing.');
  if (typeof id !== 'string')
    throw requestError('parameter not readable', 'The parameter "task_id" must be a single text value.');
  if (id.trim() === '') throw requestError('parameter empty', 'The parameter "task_id" is empty.');
  return id.trim();
}

/** The text fields of a multipart body; empty for any other body. */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) return {};
  const texts: Record<string, unknown> = Object.create(null);
  try {
    for await (const part of request.parts({ limits: { files: 0, fields: 20, fieldSize: 1024 } })) {
      if (part.type === 'field') texts[part.fieldname] = part.value;
    }
  } catch {
    throw requestError('broken body', 'The multipart body is damaged or contains more than a task_id.');
  }
  return texts;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}
