/** Routes of task queries and result files. Sections “Async task result” and “Limits” of the interface. */
import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operations } from '../../../../contract/operations/table.ts';
import { failedTaskStatus, filesPath, fileUrl, taskQueryPath } from '../../interface/paths.ts';
import { mapFiles } from '../../interface/placed-output.ts';
import { requestError } from '../../interface/request-errors.ts';
import { failure, success } from '../../interface/response-envelope.ts';
import { resultBody } from '../../interface/result-body.ts';
import { originOf } from '../authenticate.ts';
import type { EngineContext } from '../engine-context.ts';

/** Reads the id from the query, a form or JSON. */
export function addTaskQueryRoute(server: FastifyInstance, { tasks }: EngineContext): void {
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
          reply.code(failedTaskStatus);
          return {
            ...failure(request.ids, failedTaskStatus, task.code, task.message),
            task_id: task.id,
            task_status: 3,
          };
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
    throw requestError('unreadable parameter', 'The parameter "task_id" must be a single text value.');
  if (id.trim() === '') throw requestError('parameter empty', 'The parameter "task_id" is empty.');
  return id.trim();
}

/** Returns the text fields of a multipart body, and none of any other body. */
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

/** Needs no key, because the names of result files are secrets. */
export function addFileRoute(server: FastifyInstance, { files }: EngineContext): void {
  server.get<{ Params: { name: string } }>(`${filesPath}:name`, async (request, reply) => {
    const file = files.find(request.params.name);
    const handle = await open(file.path).catch(() => {
      throw requestError('unknown file', 'This result file no longer exists.');
    });
    reply.headers({
      'content-type': file.mime,
      'content-length': file.bytes,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    if (request.method === 'GET') reply.raw.once('finish', () => files.markFetched(request.params.name));
    return reply.send(handle.createReadStream());
  });
}
