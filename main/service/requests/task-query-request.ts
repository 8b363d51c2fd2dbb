import { Readable } from 'node:stream';
import FormData from 'form-data';
import {
  hasTaskIdInPath,
  isOperationPath,
  type TaskQuery,
  taskIdPlaceholder,
} from '../../../contract/services/task-query-form.ts';
import type { RequestBody } from '../http/http-request.ts';
import { restoreKey } from '../keys/redact-key.ts';
import type { JsonRequest } from './json-request.ts';

export type TaskQueryRequest = Pick<JsonRequest, 'method' | 'path'> & { readonly body?: RequestBody };

/**
 * @param taskId from the service, untrusted
 * @returns null if the id would change the path to a parent folder or an operation
 */
export function taskQueryRequest(query: TaskQuery, taskId: string, key: string): TaskQueryRequest | null {
  const { taskQueryMethod: method, taskQueryPath: path, taskQueryField: field } = query;
  const encoded = restoreKey(encodeURIComponent(taskId), key);
  if (hasTaskIdInPath(query)) {
    const full = path.replace(taskIdPlaceholder, () => encoded);
    // Some services decode slashes before they match a path.
    const decoded = decodeURIComponent(full);
    const isElsewhere = /\/\.{1,2}(\/|$)/.test(decoded) || (method === 'POST' && isOperationPath(decoded));
    if (isElsewhere) return null;
    return method === 'GET' ? { method, path: full } : { method, path: full, body: createBody(Buffer.alloc(0)) };
  }
  if (method === 'GET') return { method, path: `${path}?${field}=${encoded}` };
  return isOperationPath(path) ? null : { method, path, body: createQueryBody(query, decodeURIComponent(encoded)) };
}

function createQueryBody({ taskQueryBody, taskQueryField: field }: TaskQuery, taskId: string): RequestBody {
  switch (taskQueryBody) {
    case 'multipart': {
      const form = new FormData();
      form.append(field, taskId);
      return createBody(form.getBuffer(), form.getHeaders());
    }
    case 'urlencoded':
      return createBody(Buffer.from(new URLSearchParams([[field, taskId]]).toString()), {
        'content-type': 'application/x-www-form-urlencoded',
      });
    case 'json':
      return createBody(Buffer.from(JSON.stringify({ [field]: taskId })), { 'content-type': 'application/json' });
    default:
      return taskQueryBody satisfies never;
  }
}

function createBody(bytes: Buffer, headers: Readonly<Record<string, string>> = {}): RequestBody {
  return {
    stream: Readable.from(bytes.length === 0 ? [] : [bytes]),
    headers: { ...headers, 'content-length': String(bytes.length) },
    length: bytes.length,
    error: () => null,
  };
}
