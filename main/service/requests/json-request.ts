/** Requests to the service itself: adds the key, parses the envelope, and converts failures to ServiceFailures. */

import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { type Extension, extensionsHeader } from '../../../contract/services/engine-extensions.ts';
import { openPoints } from '../../../contract/services/profile.ts';
import { type TaskQuery, taskQueryOf } from '../../../contract/services/task-query-form.ts';
import { type Envelope, readEnvelope } from '../errors/envelope.ts';
import { ServiceFailure } from '../errors/service-failure.ts';
import {
  interruptedFailure,
  type Purpose,
  responseFailure,
  unreadableFailure,
  writeFailure,
} from '../errors/to-service-failure.ts';
import type { Resolve } from '../http/address-scope.ts';
import { InvalidBase64 } from '../http/base64.ts';
import { type HttpRequest, RequestInterrupted, type ResponseHead, sendRequest } from '../http/http-request.ts';
import { type ResponseImages, readResponseBody, UnreadableResponse } from '../http/json-response.ts';
import type { Routes } from '../http/network/http-agents.ts';
import { defaultTimeouts, type Timeouts } from '../http/transfer-timeouts.ts';
import { redactKeyInResponse } from '../keys/redact-key.ts';
import { parseBaseUrl } from './address.ts';

export interface ClientProfile extends Partial<TaskQuery> {
  readonly baseUrl: string;
  readonly keyHeader: string;
  readonly apiKey: string;
  /** Whether results may come by http if https fails. Default true. */
  readonly plainResults?: boolean;
  readonly outputFormField?: string;
  readonly pollIntervalMs?: number;
  readonly extensions?: readonly Extension[];
  readonly timeouts?: Partial<Timeouts>;
  /** Default: by the environment. */
  readonly routes?: Routes | undefined;
  /** Resolves hosts of results; for tests. */
  readonly resolve?: Resolve;
}

export interface Service {
  /** Without trailing slash. */
  readonly baseUrl: string;
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly extensionHeaders: Readonly<Record<string, string>>;
  /** Empty: none. Never shown: it is redacted in every response. */
  readonly key: string;
  readonly taskQuery: TaskQuery;
  readonly outputFormField: string;
  readonly plainResults: boolean;
  readonly timeouts: Timeouts;
  readonly routes: Routes | undefined;
  readonly resolve: Resolve | undefined;
}

/** @throws ServiceFailure `auth` for an invalid address or key, which the user must change */
export function serviceOf(profile: ClientProfile): Service {
  const address = parseBaseUrl(profile.baseUrl);
  if (!address.ok)
    throw invalidProfile('ADDRESS_INVALID', joinMessages(address.problem, msg('service.address.change')));
  const key = profile.apiKey.trim();
  if (/[^\x21-\x7e]/.test(key)) {
    throw invalidProfile('KEY_INVALID', msg('service.keyInvalid'));
  }
  return {
    baseUrl: address.url,
    keyHeaders: key === '' ? {} : { [profile.keyHeader.toLowerCase()]: key },
    extensionHeaders: toExtensionHeaders(profile.extensions),
    key,
    taskQuery: taskQueryOf(profile),
    outputFormField: profile.outputFormField ?? openPoints.outputFormField,
    plainResults: profile.plainResults ?? true,
    resolve: profile.resolve,
    timeouts: { ...defaultTimeouts, ...profile.timeouts },
    routes: profile.routes,
  };
}

function toExtensionHeaders(extensions: readonly Extension[] | undefined): Readonly<Record<string, string>> {
  return extensions ? { [extensionsHeader]: extensions.join(',') } : {};
}

function invalidProfile(code: string, sentence: MessageDescriptor): ServiceFailure {
  return new ServiceFailure({ kind: 'auth', code, sentence, subject: 'auth', advice: 'open-services' });
}

export interface JsonRequest extends Pick<HttpRequest, 'body' | 'signal' | 'onUpload' | 'onBodySent'> {
  readonly method: HttpRequest['method'];
  /** Relative to the base URL, with its query string. */
  readonly path: string;
  readonly purpose: Purpose;
  /** Folder for images in the response; null if none are expected. */
  readonly scratch: string | null;
  /** Sent as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header); null or absent = none. */
  readonly idempotencyKey?: string | null;
  readonly extensions?: readonly Extension[] | undefined;
}

export interface JsonResponse extends ResponseHead {
  readonly envelope: Envelope;
  /** The caller must call `remove`. */
  readonly images: ResponseImages;
}

/**
 * Returns the envelope of a success or an error.
 * @throws ServiceFailure if there is no envelope
 */
export async function requestJson(service: Service, request: JsonRequest): Promise<JsonResponse> {
  try {
    return await sendRequest(
      {
        method: request.method,
        // Two queries of one task must be seconds apart.
        canRepeat: request.method === 'GET' && request.purpose !== 'query',
        url: new URL(`${service.baseUrl}${request.path}`),
        headers: {
          accept: 'application/json',
          ...(request.extensions === undefined ? service.extensionHeaders : toExtensionHeaders(request.extensions)),
          ...(request.idempotencyKey == null ? {} : { 'idempotency-key': request.idempotencyKey }),
          ...service.keyHeaders,
        },
        timeouts: service.timeouts,
        routes: service.routes,
        ...(request.body ? { body: request.body } : {}),
        signal: request.signal,
        onUpload: request.onUpload,
        onBodySent: request.onBodySent,
      },
      async (response) => {
        const { status, headers, bodySent, scope } = response;
        const fail = (reason: UnreadableResponse['reason']) => unreadableFailure(request.purpose, reason, response);
        const body = await readResponseBody(response.chunks, request.scratch, request.signal).catch((error) => {
          if (error instanceof UnreadableResponse) throw fail(error.reason);
          if (error instanceof InvalidBase64) throw fail('malformed');
          throw isFileError(error) ? writeFailure(request.purpose, error) : error;
        });
        const envelope = readEnvelope(status, redactKeyInResponse(body.value, service.key));
        if (envelope === null) {
          await body.images.remove();
          throw fail('malformed');
        }
        const { images } = body;
        return { status, headers, bodySent, scope, envelope: withoutImages(envelope, images), images };
      },
    );
  } catch (error) {
    throw error instanceof RequestInterrupted ? interruptedFailure(request.purpose, error) : error;
  }
}

/** Texts that became images are too long for codes and ids. */
function withoutImages(envelope: Envelope, images: ResponseImages): Envelope {
  const { ids, error, taskId } = envelope;
  const dropImage = (value: string | null) => (value === null || images.pathOf(value) !== undefined ? null : value);
  return {
    ...envelope,
    ids: { requestId: dropImage(ids.requestId), logId: dropImage(ids.logId) },
    taskId: dropImage(taskId),
    error: error && { ...error, code: dropImage(error.code) ?? '', text: dropImage(error.text) ?? '' },
  };
}

/** Throws the failure that an envelope reports. */
export async function requestSuccess(service: Service, request: JsonRequest): Promise<JsonResponse> {
  const response = await requestJson(service, request);
  if (response.envelope.error === null) return response;
  await response.images.remove();
  throw responseFailure(request.purpose, response, response.envelope);
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
