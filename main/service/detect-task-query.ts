/** Detects the form of task query that a service understands, free of charge: with the ids of tasks that do not exist. */
import { joinMessages, type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import {
  defaultTaskQuery,
  hasTaskIdInPath,
  type TaskQuery,
  taskIdPlaceholder,
  taskQueryBodyTypes,
} from '../../contract/services/task-query-form.ts';
import { responseFailure } from './errors/to-service-failure.ts';
import { requestJson, type Service } from './json-request.ts';
import { ServiceFailure } from './service-failure.ts';
import { type TaskQueryRequest, taskQueryRequest } from './task-query-request.ts';

export interface TaskQueryReport {
  /** The form that was understood, beyond doubt; null = none. */
  readonly query: TaskQuery | null;
  readonly finding: MessageDescriptor;
}

/** Bound of one detection, controls included. */
const maxRequestCount = 10;

/**
 * Tries the profile's form, then others at the same path and the interface's usual form. A form counts as understood if the
 * service's own envelope reports an unknown task, and a control gets another response: some services answer any request
 * alike. Never sends a POST to the path of an operation.
 * Rejects only with the signal's reason.
 */
export async function detectTaskQuery(service: Service, signal?: AbortSignal): Promise<TaskQueryReport> {
  const detection = new Detection(service, signal);
  try {
    return await detection.run();
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return { query: null, finding: joinMessages(msg('service.test.queryUntested'), error.sentence) };
  }
}

interface QueryResponse {
  /** `unknown-task`: in the service's own envelope; `parameter`: it misses one; `other`: the form is not understood. */
  readonly kind: 'unknown-task' | 'parameter' | 'other';
  readonly status: number;
  /** Equal for responses that do not differ. */
  readonly signature: string;
}

const fieldNames = ['task_id', 'job_id', 'id', 'taskId'];
/** Codes of services that miss a parameter. */
const missingParameter = /^(MISSING_PARAMETERS|PARAMETERS_CANNOT_EMPTY|ERROR_PARAMETERS|ERROR_MISSING_\w+)$/;

class Detection {
  private readonly service: Service;
  private readonly signal: AbortSignal | undefined;
  private requestCount = 0;
  /** Signatures of responses to any request at all. */
  private readonly uninformative = new Set<string>();
  /** By method, path and body: signatures of responses to requests without the right parameter. */
  private readonly withoutParameter = new Map<string, string>();

  constructor(service: Service, signal: AbortSignal | undefined) {
    this.service = service;
    this.signal = signal;
  }

  async run(): Promise<TaskQueryReport> {
    const own = this.service.taskQuery;
    const waiting = formsFor(own);
    const tried = new Set<string>();
    const responses: QueryResponse[] = [];
    for (let query = waiting.shift(); query !== undefined; query = waiting.shift()) {
      const request = this.requestOf(query);
      const name = JSON.stringify(query);
      if (request === null || tried.has(name) || this.requestCount >= maxRequestCount) continue;
      tried.add(name);
      const response = await this.ask(request, responses.length === 0);
      responses.push(response);
      if (response.kind === 'parameter') {
        this.withoutParameter.set(placeOf(query), response.signature);
        const form = query;
        waiting.unshift(...fieldNames.map((taskQueryField) => ({ ...form, taskQueryField })));
      } else if (response.kind === 'unknown-task' && (await this.isCertain(query, response))) {
        return { query, finding: understood(query) };
      }
    }
    return { query: null, finding: notUnderstood(responses) };
  }

  private requestOf(query: TaskQuery): TaskQueryRequest | null {
    const id = `connection-test${this.requestCount === 0 ? '' : `-${this.requestCount + 1}`}`;
    return taskQueryRequest(query, id, this.service.key);
  }

  /** Whether the response differs for a path that does not exist, or for a parameter of another name. */
  private async isCertain(query: TaskQuery, { signature }: QueryResponse): Promise<boolean> {
    if (this.uninformative.has(signature)) return false;
    const before = this.withoutParameter.get(placeOf(query));
    if (before !== undefined && before !== signature) return true;
    const controls = [{ ...query, taskQueryPath: `/connection-test${query.taskQueryPath}` }];
    if (!hasTaskIdInPath(query)) controls.push({ ...query, taskQueryField: 'connection_test' });
    for (const control of controls) {
      const request = this.requestOf(control);
      if (request === null || this.requestCount >= maxRequestCount) return false;
      if ((await this.ask(request, false)).signature !== signature) return true;
    }
    this.uninformative.add(signature);
    return false;
  }

  /** @throws ServiceFailure if the connection or the service fails, and not only this form; the signal's reason */
  private async ask(request: TaskQueryRequest, isFirst: boolean): Promise<QueryResponse> {
    this.requestCount += 1;
    try {
      const response = await requestJson(this.service, {
        ...request,
        purpose: 'other',
        scratch: null,
        signal: this.signal,
      });
      await response.images.remove();
      const { envelope, status } = response;
      if (isTrouble(status, isFirst)) throw responseFailure('other', response, envelope);
      const code = envelope.error?.code ?? '';
      const isOwn = envelope.isOwn || envelope.taskStatus !== null || 'data' in envelope.body;
      return { kind: kindOf(envelope.error?.status ?? status, code, isOwn), status, signature: `${status} ${code}` };
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error.httpStatus === undefined) throw error;
      const { httpStatus: status } = error;
      if (isTrouble(status, isFirst)) throw error;
      return { kind: 'other', status, signature: `${status} ${error.code}` };
    }
  }
}

/** Whether the service itself has trouble. It may well fail at a form it does not know, though not at the profile's. */
function isTrouble(status: number, isFirst: boolean): boolean {
  return status === 429 || (isFirst && status >= 500);
}

function kindOf(status: number, code: string, isOwn: boolean): QueryResponse['kind'] {
  const isRefused = [401, 403, 405, 429].includes(status) || status >= 500 || code === 'ERROR_METHOD_NOT_ALLOWED';
  if (isRefused || !isOwn) return 'other';
  return missingParameter.test(code) ? 'parameter' : 'unknown-task';
}

function placeOf({ taskQueryMethod, taskQueryPath, taskQueryBody }: TaskQuery): string {
  return `${taskQueryMethod} ${taskQueryPath} ${taskQueryMethod === 'GET' ? '' : taskQueryBody}`;
}

/** The forms that are tried, the profile's own first. */
function formsFor(own: TaskQuery): TaskQuery[] {
  const taskQueryPath = own.taskQueryPath.replace(`/${taskIdPlaceholder}`, '') || own.taskQueryPath;
  const atPath: TaskQuery = { ...own, taskQueryPath };
  return [
    own,
    { ...atPath, taskQueryMethod: 'GET' },
    { ...atPath, taskQueryMethod: 'POST', taskQueryBody: 'multipart' },
    { ...atPath, taskQueryMethod: 'POST', taskQueryBody: 'urlencoded' },
    { ...atPath, taskQueryMethod: 'POST', taskQueryBody: 'json' },
    { ...atPath, taskQueryMethod: 'GET', taskQueryPath: `${taskQueryPath}/${taskIdPlaceholder}` },
    defaultTaskQuery,
  ];
}

function understood(query: TaskQuery): MessageDescriptor {
  const { taskQueryMethod: method, taskQueryPath: path, taskQueryField: field, taskQueryBody } = query;
  if (hasTaskIdInPath(query)) return msg('service.test.queryInPath', { method, path });
  return method === 'GET'
    ? msg('service.test.queryGet', { field, path })
    : msg('service.test.queryPost', { field, path, type: taskQueryBodyTypes[taskQueryBody] });
}

function notUnderstood(responses: readonly QueryResponse[]): MessageDescriptor {
  if (responses.some(({ kind }) => kind === 'unknown-task')) return msg('service.test.queryUnclear');
  if (responses.some(({ kind }) => kind === 'parameter')) return msg('service.test.queryParameter');
  return msg('service.test.queryNone', { status: String(responses[0]?.status ?? 0) });
}
