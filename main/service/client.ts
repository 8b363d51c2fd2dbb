/** The HTTP client for any image service: submits, asks for tasks, fetches results, checks a profile. Imports no Electron. */
import { createHash } from 'node:crypto';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import type { Params } from '../../contract/operations/params.ts';
import { operations } from '../../contract/operations/table.ts';
import type { Extension } from '../../contract/services/engine-extensions.ts';
import { type NetworkUse, networkUseSchema } from '../../contract/services/networks.ts';
import type { ConnectionReport } from '../../contract/services/profile.ts';
import { minPollIntervalMs } from '../../contract/services/task-limits.ts';
import { type Downloaded, type DownloadOptions, download } from './download.ts';
import { describeErrorCode } from './errors/error-codes.ts';
import {
  missingResultFailure,
  type Purpose,
  responseFailure,
  taskFailure,
  writeFailure,
} from './errors/to-service-failure.ts';
import { uncertain } from './errors/uncertain-failure.ts';
import { InvalidBase64 } from './http/base64.ts';
import { openForm, type UploadGuard } from './http/multipart-form.ts';
import { type ClientProfile, type JsonResponse, requestJson, type Service, serviceOf } from './json-request.ts';
import { InvalidImageError, readResult, type ServiceResult, TooManyImagesError } from './read-result.ts';
import { type AnswerIds, ServiceFailure } from './service-failure.ts';
import { taskQueryRequest } from './task-query-request.ts';
import { type Credits, ping, queryCredits, queryOperations, testConnection } from './test-connection.ts';

export interface Submission {
  readonly operation: OperationId;
  readonly params: Params;
  /** Image field -> path of the file to send. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** Folder for images that come inside the answer. */
  readonly scratch: string;
  readonly onUpload?: (fraction: number) => void;
  /** From here on the service may have taken the request in (and charged it). */
  readonly onBodySent?: () => void;
  readonly signal?: AbortSignal;
  readonly guard?: UploadGuard | null;
  /** By which the service knows the request again, should it be sent once more; null or absent = it has none. */
  readonly idempotencyKey?: string | null;
  /** What is asked for beyond the interface, in the place of what the profile says. Only of the built-in engine. */
  readonly extensions?: readonly Extension[] | undefined;
}

export type Submitted =
  | { readonly kind: 'task'; readonly taskId: string; readonly ids: AnswerIds }
  | {
      readonly kind: 'result';
      readonly result: ServiceResult;
      readonly ids: AnswerIds;
      /** Which network was used, where the service says it: an extension of the built-in engine, asked for by its header. */
      readonly network: NetworkUse | null;
    };

export type TaskAnswer =
  | { readonly kind: 'pending'; readonly status: 'queued' | 'processing'; readonly ids: AnswerIds }
  | { readonly kind: 'result'; readonly result: ServiceResult; readonly ids: AnswerIds };

/** Every method throws ServiceFailure for a failure, and the signal's reason when it is aborted. Nothing is retried in here. */
export interface ServiceClient {
  /** As the profile has it; the built-in engine's changes with each start. */
  readonly baseUrl: string;
  /** Identifies the account that requests are charged to, without revealing its key. */
  readonly accountId: string;
  /** Time in ms between two questions about one task. */
  readonly pollIntervalMs: number;
  /** One POST of an operation (section "Endpoints"). */
  submit(submission: Submission): Promise<Submitted>;
  /** Asks once how a task is ("Querying Async Task Results"). */
  query(operation: OperationId, taskId: string, scratch: string, signal?: AbortSignal): Promise<TaskAnswer>;
  credits(signal?: AbortSignal): Promise<Credits>;
  /** Asks something free; resolves when it was answered as an image service answers (see test-connection.ts). */
  probe(signal?: AbortSignal): Promise<void>;
  /** What "Test connection" shows; throws only when aborted. */
  test(signal?: AbortSignal): Promise<ConnectionReport>;
  /** The operations this service says it has; null = it does not say (taken as all). */
  availableOperations(signal?: AbortSignal): Promise<ReadonlySet<OperationId> | null>;
  /** Fetches a result to `toPath` (see download.ts). The key is not sent: results may lie on another host. */
  download(url: string, toPath: string, options?: DownloadOptions): Promise<Downloaded>;
}

/** A client of the service a profile describes. A profile no request can be made with shows at the first call, as a ServiceFailure. */
export function createClient(profile: ClientProfile): ServiceClient {
  // Checked at each call, so that a wrong address is a failure with a sentence wherever it is met.
  const service = () => serviceOf(profile);
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

/** A hash of base URL and API key, too short to tell anything about the key. */
function accountIdOf({ baseUrl, apiKey }: ClientProfile): string {
  return createHash('sha256')
    .update(JSON.stringify([baseUrl, apiKey]))
    .digest('hex')
    .slice(0, 8);
}

async function submit(service: Service, submission: Submission): Promise<Submitted> {
  const {
    operation,
    params,
    files,
    scratch,
    onUpload,
    onBodySent,
    signal,
    guard,
    idempotencyKey = null,
    extensions,
  } = submission;
  const spec = operations[operation];
  signal?.throwIfAborted();
  const form = await openForm(spec, params, files, { openName: service.outputFormField, guard });
  try {
    const answer = await requestJson(service, {
      method: 'POST',
      path: spec.path,
      purpose: 'submit',
      scratch,
      body: form,
      signal,
      onUpload,
      onBodySent,
      idempotencyKey,
      extensions,
    });
    const { envelope } = answer;
    await assertAccepted(answer, 'submit');
    const result = await resultIn(service, operation, answer, { scratch, purpose: 'submit', signal });
    const { ids, taskId } = envelope;
    if (result !== null)
      return {
        kind: 'result',
        result,
        ids,
        network: networkUseSchema.safeParse(envelope.body.network).data ?? null,
      };
    if (taskId !== null) return { kind: 'task', taskId, ids };
    throw envelope.error === null
      ? missingResultFailure(envelope, 'RESULT_MISSING')
      : responseFailure('submit', answer, envelope);
  } finally {
    await form.close();
  }
}

/**
 * Throws if an answer is a refusal: by its HTTP status, or by an error code of the interface. Any other code is odd at most, and
 * a result or task beside it counts.
 */
async function assertAccepted(answer: JsonResponse, purpose: Purpose): Promise<void> {
  const { envelope, status } = answer;
  if (envelope.error === null) return;
  if (status >= 200 && status < 300 && describeErrorCode(envelope.error.code) === undefined) return;
  await answer.images.remove();
  throw responseFailure(purpose, answer, envelope);
}

async function query(
  service: Service,
  operation: OperationId,
  taskId: string,
  scratch: string,
  signal?: AbortSignal,
): Promise<TaskAnswer> {
  const request = taskQueryRequest(service.taskQuery, taskId, service.key);
  if (request === null) throw uncertain('TASK_ID_UNUSABLE');
  const answer = await requestJson(service, { ...request, purpose: 'query', scratch, signal });
  const { envelope } = answer;
  const { ids, taskStatus } = envelope;
  if (taskStatus === 'failed' && answer.status < 500) {
    await answer.images.remove();
    throw taskFailure(envelope, answer);
  }
  await assertAccepted(answer, 'query');
  if (taskStatus === 'queued' || taskStatus === 'processing') {
    await answer.images.remove();
    return { kind: 'pending', status: taskStatus, ids };
  }
  const result = await resultIn(service, operation, answer, { scratch, purpose: 'query', signal });
  if (result !== null) return { kind: 'result', result, ids };
  if (envelope.error !== null || envelope.body.success === false) throw responseFailure('query', answer, envelope);
  if (taskStatus === 'done') throw missingResultFailure(envelope, 'RESULT_MISSING');
  // The interface doesn't define an answer with neither status nor result.
  return { kind: 'pending', status: 'processing', ids };
}

/** The result an answer holds, or null. Leaves no file behind that is not part of it. */
async function resultIn(
  service: Service,
  operation: OperationId,
  answer: JsonResponse,
  { scratch, purpose, signal }: { scratch: string; purpose: Purpose; signal: AbortSignal | undefined },
): Promise<ServiceResult | null> {
  const { envelope, images } = answer;
  try {
    const result = await readResult(operations[operation].result, envelope.body, {
      baseUrl: service.baseUrl,
      namedFrom: answer.reach,
      images,
      scratch,
      signal,
    });
    if (result === null || result.files.length > 0 || result.analysis !== undefined) return result;
    // An empty list is an answer, but not beside an error code.
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
