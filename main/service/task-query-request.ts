/** Builds the request that queries a service for a task, in the form its profile describes. */
import { Readable } from 'node:stream';
import FormData from 'form-data';
import {
  hasTaskIdInPath,
  isOperationPath,
  type TaskQuery,
  taskIdPlaceholder,
} from '../../contract/services/task-query-form.ts';
import type { RequestBody } from './http/http-request.ts';
import type { JsonRequest } from './json-request.ts';
import { restoreKey } from './redact-key.ts';

export type TaskQueryRequest = Pick<JsonRequest, 'method' | 'path'> & { readonly body?: RequestBody };

/**
 * @param taskId the service's own, untrusted
 * @returns null if the id in the path would lead to another place, such as the parent folder or an operation
 */
export function taskQueryRequest(query: TaskQuery, taskId: string, key: string): TaskQueryRequest | null {
  const { taskQueryMethod: method, taskQueryPath: path, taskQueryField: field } = query;
  const encoded = restoreKey(encodeURIComponent(taskId), key);
  if (hasTaskIdInPath(query)) {
    const full = path.replace(taskIdPlaceholder, () => encoded);
    // Some services decode slashes before they look a path up.
    const decoded = decodeURIComponent(full);
    const isElsewhere = /\/\.{1,2}(\/|$)/.test(decoded) || (method === 'POST' && isOperationPath(decoded));
    if (isElsewhere) return null;
    return method === 'GET' ? { method, path: full } : { method, path: full, body: bodyOfBytes(Buffer.alloc(0)) };
  }
  if (method === 'GET') return { method, path: `${path}?${field}=${encoded}` };
  return isOperationPath(path) ? null : { method, path, body: bodyOf(query, decodeURIComponent(encoded)) };
}

function bodyOf({ taskQueryBody, taskQueryField: field }: TaskQuery, taskId: string): RequestBody {
  switch (taskQueryBody) {
    case 'multipart': {
      const form = new FormData();
      form.append(field, taskId);
      return bodyOfBytes(form.getBuffer(), form.getHeaders());
    }
    case 'urlencoded':
      return bodyOfBytes(Buffer.from(new URLSearchParams([[field, taskId]]).toString()), {
        'content-type': 'application/x-www-form-urlencoded',
      });
    case 'json':
      return bodyOfBytes(Buffer.from(JSON.stringify({ [field]: taskId })), { 'content-type': 'application/json' });
    default:
      return taskQueryBody satisfies never;
  }
}

function bodyOfBytes(bytes: Buffer, headers: Readonly<Record<string, string>> = {}): RequestBody {
  return {
    stream: Readable.from(bytes.length === 0 ? [] : [bytes]),
    headers: { ...headers, 'content-length': String(bytes.length) },
    length: bytes.length,
    fault: () => null,
  };
}
