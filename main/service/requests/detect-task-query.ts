/** Detects the form of task query that a service understands, free of charge. */
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import {
  defaultTaskQuery,
  hasTaskIdInPath,
  type TaskQuery,
  taskIdPlaceholder,
  taskQueryBodyTypes,
} from '../../../contract/services/task-query-form.ts';
import { ServiceFailure } from '../errors/service-failure.ts';
import { responseFailure } from '../errors/to-service-failure.ts';
import { requestJson, type Service } from './json-request.ts';
import { type TaskQueryRequest, taskQueryRequest } from './task-query-request.ts';

export interface TaskQueryReport {
  /** The form that was certainly understood; null = none. */
  readonly query: TaskQuery | null;
  readonly finding: MessageDescriptor;
}

const maxRequestCount = 10;

/**
 * Tries the profile's form, then others at its path, then the default, with ids of missing tasks. A form is understood
 * if the service's own envelope reports an unknown task, but not to a control, because some services respond to any
 * request alike. Never POSTs to the path of an operation. Rejects only with the signal's reason.
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
  /** `unknown-task`: in the service's own envelope. `parameter`: one is missing. `other`: not understood. */
  readonly kind: 'unknown-task' | 'parameter' | 'other';
  readonly status: number;
  readonly signature: string;
}

const fieldNames = ['task_id', 'job_id', 'id', 'taskId'];
const missingParameter = /^(MISSING_PARAMETERS|PARAMETERS_CANNOT_EMPTY|ERROR_PARAMETERS|ERROR_MISSING_\w+)$/;

class Detection {
  private readonly service: Service;
  private readonly signal: AbortSignal | undefined;
  private requestCount = 0;
  /** Signatures of responses that any request gets. */
  private readonly uninformative = new Set<string>();
  /** By method, path and body: signatures of responses without the right parameter. */
  private readonly withoutParameter = new Map<string, string>();

  constructor(service: Service, signal: AbortSignal | undefined) {
    this.service = service;
    this.signal = signal;
  }

  async run(): Promise<TaskQueryReport> {
    const profileForm = this.service.taskQuery;
    const candidates = formsFor(profileForm);
    const triedForms = new Set<string>();
    const responses: QueryResponse[] = [];
    for (let query = candidates.shift(); query !== undefined; query = candidates.shift()) {
      const request = this.requestOf(query);
      const key = JSON.stringify(query);
      if (request === null || triedForms.has(key) || this.requestCount >= maxRequestCount) continue;
      triedForms.add(key);
      const response = await this.send(request, responses.length === 0);
      responses.push(response);
      if (response.kind === 'parameter') {
        this.withoutParameter.set(requestKey(query), response.signature);
        const form = query;
        candidates.unshift(...fieldNames.map((taskQueryField) => ({ ...form, taskQueryField })));
      } else if (response.kind === 'unknown-task' && (await this.isCertain(query, response))) {
        return { query, finding: understoodMessage(query) };
      }
    }
    return { query: null, finding: notUnderstoodMessage(responses) };
  }

  private requestOf(query: TaskQuery): TaskQueryRequest | null {
    const id = `connection-test${this.requestCount === 0 ? '' : `-${this.requestCount + 1}`}`;
    return taskQueryRequest(query, id, this.service.key);
  }

  /** Whether the response differs for a missing path, or for another parameter. */
  private async isCertain(query: TaskQuery, { signature }: QueryResponse): Promise<boolean> {
    if (this.uninformative.has(signature)) return false;
    const before = this.withoutParameter.get(requestKey(query));
    if (before !== undefined && before !== signature) return true;
    const controls = [{ ...query, taskQueryPath: `/connection-test${query.taskQueryPath}` }];
    if (!hasTaskIdInPath(query)) controls.push({ ...query, taskQueryField: 'connection_test' });
    for (const control of controls) {
      const request = this.requestOf(control);
      if (request === null || this.requestCount >= maxRequestCount) return false;
      if ((await this.send(request, false)).signature !== signature) return true;
    }
    this.uninformative.add(signature);
    return false;
  }

  /** @throws ServiceFailure if more than this form fails; the signal's reason */
  private async send(request: TaskQueryRequest, isFirst: boolean): Promise<QueryResponse> {
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
      if (isUnavailable(status, isFirst)) throw responseFailure('other', response, envelope);
      const code = envelope.error?.code ?? '';
      const isOwn = envelope.isOwn || envelope.taskStatus !== null || 'data' in envelope.body;
      return { kind: kindOf(envelope.error?.status ?? status, code, isOwn), status, signature: `${status} ${code}` };
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error.httpStatus === undefined) throw error;
      const { httpStatus: status } = error;
      if (isUnavailable(status, isFirst)) throw error;
      return { kind: 'other', status, signature: `${status} ${error.code}` };
    }
  }
}

/** An unknown form may cause a 5xx. */
function isUnavailable(status: number, isFirst: boolean): boolean {
  return status === 429 || (isFirst && status >= 500);
}

function kindOf(status: number, code: string, isOwn: boolean): QueryResponse['kind'] {
  const isRejected = [401, 403, 405, 429].includes(status) || status >= 500 || code === 'ERROR_METHOD_NOT_ALLOWED';
  if (isRejected || !isOwn) return 'other';
  return missingParameter.test(code) ? 'parameter' : 'unknown-task';
}

function requestKey({ taskQueryMethod, taskQueryPath, taskQueryBody }: TaskQuery): string {
  return `${taskQueryMethod} ${taskQueryPath} ${taskQueryMethod === 'GET' ? '' : taskQueryBody}`;
}

function formsFor(profileForm: TaskQuery): TaskQuery[] {
  const taskQueryPath = profileForm.taskQueryPath.replace(`/${taskIdPlaceholder}`, '') || profileForm.taskQueryPath;
  const atPath: TaskQuery = { ...profileForm, taskQueryPath };
  return [
    profileForm,
    { ...atPath, taskQueryMethod: 'GET' },
    { ...atPath, taskQueryMethod: 'POST', taskQueryBody: 'multipart' },
    { ...atPath, taskQueryMethod: 'POST', taskQueryBody: 'urlencoded' },
    { ...atPath, taskQueryMethod: 'POST', taskQueryBody: 'json' },
    { ...atPath, taskQueryMethod: 'GET', taskQueryPath: `${taskQueryPath}/${taskIdPlaceholder}` },
    defaultTaskQuery,
  ];
}

function understoodMessage(query: TaskQuery): MessageDescriptor {
  const { taskQueryMethod: method, taskQueryPath: path, taskQueryField: field, taskQueryBody } = query;
  if (hasTaskIdInPath(query)) return msg('service.test.queryInPath', { method, path });
  return method === 'GET'
    ? msg('service.test.queryGet', { field, path })
    : msg('service.test.queryPost', { field, path, type: taskQueryBodyTypes[taskQueryBody] });
}

function notUnderstoodMessage(responses: readonly QueryResponse[]): MessageDescriptor {
  if (responses.some(({ kind }) => kind === 'unknown-task')) return msg('service.test.queryUnclear');
  if (responses.some(({ kind }) => kind === 'parameter')) return msg('service.test.queryParameter');
  return msg('service.test.queryNone', { status: String(responses[0]?.status ?? 0) });
}
