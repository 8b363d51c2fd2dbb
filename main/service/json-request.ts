/** One request to the service itself: carries the key, reads the envelope, and turns every way to fail into a ServiceFailure. */

import { joinMessages, type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { type Extension, extensionsHeader } from '../../contract/services/engine-extensions.ts';
import { openPoints } from '../../contract/services/profile.ts';
import { type TaskQuery, taskQueryOf } from '../../contract/services/task-query-form.ts';
import { readBaseUrl } from './address.ts';
import { type Envelope, readEnvelope } from './errors/envelope.ts';
import {
  interruptedFailure,
  type Purpose,
  responseFailure,
  unreadableFailure,
  writeFailure,
} from './errors/to-service-failure.ts';
import type { Resolve } from './http/address-scope.ts';
import { InvalidBase64 } from './http/base64.ts';
import {
  defaultTimeouts,
  type HttpRequest,
  RequestInterrupted,
  type ResponseHead,
  sendRequest,
  type Timeouts,
} from './http/http-request.ts';
import { type ResponseImages, readResponseBody, UnreadableResponse } from './http/json-response.ts';
import type { Routes } from './http/network/http-agents.ts';
import { redactKeyInResponse } from './redact-key.ts';
import { ServiceFailure } from './service-failure.ts';

export interface ClientProfile extends Partial<TaskQuery> {
  readonly baseUrl: string;
  readonly keyHeader: string;
  /** Empty: no key is sent. */
  readonly apiKey: string;
  /** Results that the service names with http:// are fetched so where https:// does not lead to them. Default true. */
  readonly plainResults?: boolean;
  /** Default: the built-in engine's. */
  readonly outputFormField?: string;
  /** In ms; default: the interface's. */
  readonly pollIntervalMs?: number;
  /** What it is asked for beyond the interface; only the built-in engine knows of that. */
  readonly extensions?: readonly Extension[];
  readonly timeouts?: Partial<Timeouts>;
  /** How its hosts are reached; default: as the environment says. */
  readonly routes?: Routes | undefined;
  /** How the names in the addresses of results are looked up; tests put their own. */
  readonly resolve?: Resolve;
}

/** A profile that has been checked. */
export interface Service {
  /** Without trailing slash. */
  readonly baseUrl: string;
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly extensionHeaders: Readonly<Record<string, string>>;
  /** What the key's header holds; empty: nothing. Never shown: it is taken out of whatever the service says. */
  readonly key: string;
  readonly taskQuery: TaskQuery;
  readonly outputFormField: string;
  readonly plainResults: boolean;
  readonly timeouts: Timeouts;
  readonly routes: Routes | undefined;
  readonly resolve: Resolve | undefined;
}

/** Checks a profile. Throws ServiceFailure (`auth`: the user must change the profile) for an address or key no request can carry. */
export function serviceOf(profile: ClientProfile): Service {
  const address = readBaseUrl(profile.baseUrl);
  if (!address.ok) throw badProfile('ADDRESS_INVALID', joinMessages(address.problem, msg('service.address.change')));
  const key = profile.apiKey.trim();
  if (/[^\x21-\x7e]/.test(key)) {
    throw badProfile('KEY_INVALID', msg('service.keyInvalid'));
  }
  return {
    baseUrl: address.url,
    keyHeaders: key === '' ? {} : { [profile.keyHeader.toLowerCase()]: key },
    extensionHeaders: headersOf(profile.extensions),
    key,
    taskQuery: taskQueryOf(profile),
    outputFormField: profile.outputFormField ?? openPoints.outputFormField,
    plainResults: profile.plainResults ?? true,
    resolve: profile.resolve,
    timeouts: { ...defaultTimeouts, ...profile.timeouts },
    routes: profile.routes,
  };
}

function headersOf(extensions: readonly Extension[] | undefined): Readonly<Record<string, string>> {
  return extensions ? { [extensionsHeader]: extensions.join(',') } : {};
}

function badProfile(code: string, sentence: MessageDescriptor): ServiceFailure {
  return new ServiceFailure({ kind: 'auth', code, sentence, subject: 'auth', advice: 'open-services' });
}

export interface JsonRequest extends Pick<HttpRequest, 'body' | 'signal' | 'onUpload' | 'onBodySent'> {
  readonly method: HttpRequest['method'];
  /** Relative to the base URL, with its query string. */
  readonly path: string;
  readonly purpose: Purpose;
  /** Folder for images inside the answer; null where none are expected. */
  readonly scratch: string | null;
  /** Sent as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header); null or absent = none. */
  readonly idempotencyKey?: string | null;
  /** In the place of what the profile says. */
  readonly extensions?: readonly Extension[] | undefined;
}

export interface JsonResponse extends ResponseHead {
  readonly envelope: Envelope;
  /** Files the answer's images became; whoever asked calls `remove` when done. */
  readonly images: ResponseImages;
}

/** Asks and reads the envelope, whether it says success or not. Throws ServiceFailure when there is none to read. */
export async function requestJson(service: Service, ask: JsonRequest): Promise<JsonResponse> {
  try {
    return await sendRequest(
      {
        method: ask.method,
        // Two queries of one task must be some seconds apart.
        canRepeat: ask.method === 'GET' && ask.purpose !== 'query',
        url: new URL(`${service.baseUrl}${ask.path}`),
        headers: {
          accept: 'application/json',
          ...(ask.extensions === undefined ? service.extensionHeaders : headersOf(ask.extensions)),
          ...(ask.idempotencyKey == null ? {} : { 'idempotency-key': ask.idempotencyKey }),
          ...service.keyHeaders,
        },
        timeouts: service.timeouts,
        routes: service.routes,
        ...(ask.body ? { body: ask.body } : {}),
        signal: ask.signal,
        onUpload: ask.onUpload,
        onBodySent: ask.onBodySent,
      },
      async (reply) => {
        const { status, headers, bodySent, reach } = reply;
        const fail = (why: UnreadableResponse['why']) => unreadableFailure(ask.purpose, why, reply);
        const body = await readResponseBody(reply.chunks, ask.scratch, ask.signal).catch((error) => {
          if (error instanceof UnreadableResponse) throw fail(error.why);
          if (error instanceof InvalidBase64) throw fail('malformed');
          throw isFileError(error) ? writeFailure(ask.purpose, error) : error;
        });
        const envelope = readEnvelope(status, redactKeyInResponse(body.value, service.key));
        if (envelope === null) {
          await body.images.remove();
          throw fail('malformed');
        }
        const { images } = body;
        return { status, headers, bodySent, reach, envelope: withoutImages(envelope, images), images };
      },
    );
  } catch (error) {
    throw error instanceof RequestInterrupted ? interruptedFailure(ask.purpose, error) : error;
  }
}

/** Texts so long that they were taken for images are no code and no name of anything. */
function withoutImages(envelope: Envelope, images: ResponseImages): Envelope {
  const { ids, error, taskId } = envelope;
  const text = (value: string | null) => (value === null || images.pathOf(value) !== undefined ? null : value);
  return {
    ...envelope,
    ids: { requestId: text(ids.requestId), logId: text(ids.logId) },
    taskId: text(taskId),
    error: error && { ...error, code: text(error.code) ?? '', words: text(error.words) ?? '' },
  };
}

/** Like `requestJson`, and an envelope that reports a failure is thrown as one. */
export async function requestSuccess(service: Service, ask: JsonRequest): Promise<JsonResponse> {
  const answer = await requestJson(service, ask);
  if (answer.envelope.error === null) return answer;
  await answer.images.remove();
  throw responseFailure(ask.purpose, answer, answer.envelope);
}

/** True for an error of the file system. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
