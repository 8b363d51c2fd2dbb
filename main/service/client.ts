/** Client of an image service: submits photographs, queries tasks, downloads results, tests a profile. */
import { createHash } from 'node:crypto';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import type { Params } from '../../contract/operations/params.ts';
import { operations } from '../../contract/operations/table.ts';
import type { Extension } from '../../contract/services/engine-extensions.ts';
import { type NetworkUse, networkUseSchema } from '../../contract/services/networks.ts';
import type { ConnectionReport } from '../../contract/services/profile.ts';
import { minPollIntervalMs } from '../../contract/services/task-limits.ts';
import { describeErrorCode } from './errors/error-codes.ts';
import { type ResponseIds, ServiceFailure } from './errors/service-failure.ts';
import {
  missingResultFailure,
  type Purpose,
  responseFailure,
  taskFailure,
  writeFailure,
} from './errors/to-service-failure.ts';
import { uncertain } from './errors/uncertain-failure.ts';
import { InvalidBase64 } from './http/base64.ts';
import {
  type ClientProfile,
  type JsonResponse,
  requestJson,
  type Service,
  serviceOf,
} from './requests/json-request.ts';
import { openForm, type UploadGuard } from './requests/multipart-form.ts';
import { taskQueryRequest } from './requests/task-query-request.ts';
import { type Credits, ping, queryCredits, queryOperations, testConnection } from './requests/test-connection.ts';
import { type Downloaded, type DownloadOptions, download } from './results/download.ts';
import { InvalidImageError, readResult, type ServiceResult, TooManyImagesError } from './results/read-result.ts';

export interface Submission {
  readonly operation: OperationId;
  readonly params: Params;
  /** Image field -> path, or the bytes of the file. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly scratch: string;
  readonly onUpload?: (fraction: number) => void;
  /** From here on the service may have accepted and charged the request. */
  readonly onBodySent?: () => void;
  readonly signal?: AbortSignal;
  readonly guard?: UploadGuard | null;
  /** Identifies a repeated request; null or absent = none. */
  readonly idempotencyKey?: string | null;
  readonly extensions?: readonly Extension[] | undefined;
}

export type Submitted =
  | { readonly kind: 'task'; readonly taskId: string; readonly ids: ResponseIds }
  | {
      readonly kind: 'result';
      readonly result: ServiceResult;
      readonly ids: ResponseIds;
      /** The network that the engine used; null for other services. */
      readonly network: NetworkUse | null;
    };

type TaskResponse =
  | { readonly kind: 'pending'; readonly status: 'queued' | 'processing'; readonly ids: ResponseIds }
  | { readonly kind: 'result'; readonly result: ServiceResult; readonly ids: ResponseIds };

/** Methods throw ServiceFailure, or the signal's reason. None of them retries. */
export interface ServiceClient {
  /** The built-in engine's changes with each start. */
  readonly baseUrl: string;
  /** Identifies the account that is charged, without revealing its key. */
  readonly accountId: string;
  readonly pollIntervalMs: number;
  /** POSTs an operation (section "Endpoints"). */
  submit(submission: Submission): Promise<Submitted>;
  /** Queries a task once (section "Querying Async Task Results"). */
  query(operation: OperationId, taskId: string, scratch: string, signal?: AbortSignal): Promise<TaskResponse>;
  credits(signal?: AbortSignal): Promise<Credits>;
  /** Resolves if an image service responds to a free request. */
  probe(signal?: AbortSignal): Promise<void>;
  /** "Test connection"; throws only when aborted. */
  test(signal?: AbortSignal): Promise<ConnectionReport>;
  /** Returns null if the service has no such list and may offer all operations. */
  availableOperations(signal?: AbortSignal): Promise<ReadonlySet<OperationId> | null>;
  /** Does not send the key, because results may be on another host. */
  download(url: string, toPath: string, options?: DownloadOptions): Promise<Downloaded>;
}

/** An unusable profile fails at the first call, with a ServiceFailure. */
export function createClient(profile: ClientProfile): ServiceClient {
  let known: Service | null = null;
  const service = () => {
    known ??= serviceOf(profile);
    return known;
  };
  const withoutTls = new Set<string>();
  return {
    baseUrl: profile.baseUrl,
    accountId: accountIdOf(profile),
    pollIntervalMs: profile.pollIntervalMs ?? minPollIntervalMs,
    submit: async (submission) => submit(service(), submission),
    query: async (operation, taskId, scratch, signal) => query(service(), operation, taskId, scratch, signal),
    credits: async (signal) => queryCredits(service(), signal),
    probe: (signal) => ping(profile, signal),
    test: (signal) => testConnection(profile, signal),
    availableOperations: async (signal) => queryOperations(service(), signal),
    download: async (url, toPath, options) => download(url, toPath, { ...options, service: service(), withoutTls }),
  };
}

/** Too short to reveal the key. */
function accountIdOf({ baseUrl, apiKey }: ClientProfile): string {
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, apiKey]))
    .digest('hex')
    .slice(0, 8);
}

async function submit(service: Service, submission: Submission): Promise<Submitted> {
  const { operation, params, files, guard, ...transfer } = submission;
  const { scratch, signal } = transfer;
  const spec = operations[operation];
  signal?.throwIfAborted();
  const form = await openForm(spec, params, files, { openName: service.outputFormField, guard });
  try {
    const response = await requestJson(service, {
      ...transfer,
      method: 'POST',
      path: spec.path,
      purpose: 'submit',
      body: form,
    });
    const { envelope } = response;
    await assertAccepted(response, 'submit');
    const result = await extractResult(service, operation, response, { scratch, purpose: 'submit', signal });
    const { ids, taskId } = envelope;
    if (result !== null) {
      const network = networkUseSchema.safeParse(envelope.body.network).data ?? null;
      return { kind: 'result', result, ids, network };
    }
    if (taskId !== null) return { kind: 'task', taskId, ids };
    throw envelope.error === null
      ? missingResultFailure(envelope, 'RESULT_MISSING')
      : responseFailure('submit', response, envelope);
  } finally {
    await form.close();
  }
}

/**
 * Throws the failure that a response reports by its HTTP status or an error code of the interface. Other codes are
 * ignored next to HTTP 2xx.
 */
async function assertAccepted(response: JsonResponse, purpose: Purpose): Promise<void> {
  const { envelope, status } = response;
  if (envelope.error === null) return;
  if (status >= 200 && status < 300 && describeErrorCode(envelope.error.code) === undefined) return;
  await response.images.remove();
  throw responseFailure(purpose, response, envelope);
}

async function query(
  service: Service,
  operation: OperationId,
  taskId: string,
  scratch: string,
  signal?: AbortSignal,
): Promise<TaskResponse> {
  const request = taskQueryRequest(service.taskQuery, taskId, service.key);
  if (request === null) throw uncertain('TASK_ID_UNUSABLE');
  const response = await requestJson(service, { ...request, purpose: 'query', scratch, signal });
  const { envelope } = response;
  const { ids, taskStatus } = envelope;
  if (taskStatus === 'failed' && response.status < 500) {
    await response.images.remove();
    throw taskFailure(envelope, response);
  }
  await assertAccepted(response, 'query');
  if (taskStatus === 'queued' || taskStatus === 'processing') {
    await response.images.remove();
    return { kind: 'pending', status: taskStatus, ids };
  }
  const result = await extractResult(service, operation, response, { scratch, purpose: 'query', signal });
  if (result !== null) return { kind: 'result', result, ids };
  if (envelope.error !== null || envelope.body.success === false) throw responseFailure('query', response, envelope);
  if (taskStatus === 'done') throw missingResultFailure(envelope, 'RESULT_MISSING');
  // The interface does not define a response with neither status nor result.
  return { kind: 'pending', status: 'processing', ids };
}

/** Removes all files that are not part of the result. */
async function extractResult(
  service: Service,
  operation: OperationId,
  response: JsonResponse,
  { scratch, purpose, signal }: { scratch: string; purpose: Purpose; signal: AbortSignal | undefined },
): Promise<ServiceResult | null> {
  const { envelope, images } = response;
  try {
    const result = await readResult(operations[operation].result, envelope.body, {
      baseUrl: service.baseUrl,
      namedFrom: response.scope,
      images,
      scratch,
      signal,
    });
    if (result === null || result.files.length > 0 || result.analysis !== undefined) return result;
    if (envelope.error !== null) return null;
    throw missingResultFailure(envelope, 'RESULT_EMPTY');
  } catch (error) {
    if (error instanceof ServiceFailure) throw error;
    if (error instanceof TooManyImagesError) throw uncertain('RESULT_TOO_MANY', { ids: envelope.ids, httpStatus: 200 });
    if (error instanceof InvalidImageError || error instanceof InvalidBase64)
      throw missingResultFailure(envelope, 'RESULT_NOT_IMAGE');
    throw writeFailure(purpose, error);
  } finally {
    await images.remove();
  }
}
