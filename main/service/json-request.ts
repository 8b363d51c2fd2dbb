/** One request to the service itself: carries the key, reads the envelope, and turns every way to fail into a ServiceFailure. */
import { type Extension, extensionsHeader } from '../../contract/engine-extensions.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../contract/message.ts';
import { openPoints } from '../../contract/profile.ts';
import { readBaseUrl } from './address.ts';
import { ServiceFailure } from './failure.ts';
import { answerWithoutKey } from './hidden-key.ts';
import { type AnswerImages, readAnswerBody, UnreadableAnswer } from './http/answer-body.ts';
import { NotBase64 } from './http/base64.ts';
import { type Ask, BrokenExchange, defaultTimeouts, exchange, type ReplyHead, type Timeouts } from './http/exchange.ts';
import type { Routes } from './http/network/routes.ts';
import type { Resolve } from './http/reach.ts';
import { type Envelope, readEnvelope } from './meanings/envelope.ts';
import {
  failureOfAnswer,
  failureOfBroken,
  failureOfUnreadable,
  failureOfWriting,
  type Purpose,
} from './meanings/errors.ts';

export interface ClientProfile {
  readonly baseUrl: string;
  readonly keyHeader: string;
  /** Empty: no key is sent. */
  readonly apiKey: string;
  /** Results that the service names with http:// are fetched so where https:// does not lead to them. Default true. */
  readonly plainResults?: boolean;
  /** Below the base URL; default: as the built-in engine has it. So with the next two. */
  readonly taskQueryPath?: string;
  readonly outputFormField?: string;
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
  readonly taskQueryPath: string;
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
    taskQueryPath: profile.taskQueryPath ?? openPoints.taskQueryPath,
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

export interface JsonAsk extends Pick<Ask, 'body' | 'signal' | 'onUpload' | 'onBodySent'> {
  readonly method: Ask['method'];
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

export interface JsonAnswer extends ReplyHead {
  readonly envelope: Envelope;
  /** Files the answer's images became; whoever asked calls `remove` when done. */
  readonly images: AnswerImages;
}

/** Asks and reads the envelope, whether it says success or not. Throws ServiceFailure when there is none to read. */
export async function askJson(service: Service, ask: JsonAsk): Promise<JsonAnswer> {
  try {
    return await exchange(
      {
        method: ask.method,
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
        const fail = (why: UnreadableAnswer['why']) => failureOfUnreadable(ask.purpose, why, reply);
        const body = await readAnswerBody(reply.chunks, ask.scratch, ask.signal).catch((error) => {
          if (error instanceof UnreadableAnswer) throw fail(error.why);
          if (error instanceof NotBase64) throw fail('malformed');
          throw isFileError(error) ? failureOfWriting(ask.purpose, error) : error;
        });
        const envelope = readEnvelope(status, answerWithoutKey(body.value, service.key));
        if (envelope === null) {
          await body.images.remove();
          throw fail('malformed');
        }
        const { images } = body;
        return { status, headers, bodySent, reach, envelope: withoutImages(envelope, images), images };
      },
    );
  } catch (error) {
    throw error instanceof BrokenExchange ? failureOfBroken(ask.purpose, error) : error;
  }
}

/** Texts so long that they were taken for images are no code and no name of anything. */
function withoutImages(envelope: Envelope, images: AnswerImages): Envelope {
  const { ids, error, taskId } = envelope;
  const text = (value: string | null) => (value === null || images.pathOf(value) !== undefined ? null : value);
  return {
    ...envelope,
    ids: { requestId: text(ids.requestId), logId: text(ids.logId) },
    taskId: text(taskId),
    error: error && { ...error, code: text(error.code) ?? '', words: text(error.words) ?? '' },
  };
}

/** Like `askJson`, and an envelope that reports a failure is thrown as one. */
export async function askForSuccess(service: Service, ask: JsonAsk): Promise<JsonAnswer> {
  const answer = await askJson(service, ask);
  if (answer.envelope.error === null) return answer;
  await answer.images.remove();
  throw failureOfAnswer(ask.purpose, answer, answer.envelope);
}

/** True for an error of the file system. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
