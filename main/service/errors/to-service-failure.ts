/** Turns whatever goes wrong with a request into a ServiceFailure: what the queue does, and what the user reads. */
import { joinMessages, msg } from '../../../contract/messages/message.ts';
import type { RequestInterrupted, ResponseHead } from '../http/http-request.ts';
import type { UnreadableResponse } from '../http/json-response.ts';
import { type FailureFacts, noIds, ServiceFailure } from '../service-failure.ts';
import { type Envelope, envelopeIds } from './envelope.ts';
import { describeErrorCode, type ErrorDescription } from './error-codes.ts';
import { describeStatus } from './http-status.ts';
import { describeNetworkCode, describeProxyError } from './network-codes.ts';
import { quoteServiceText } from './service-words.ts';
import { causeOfInterruption, uncertain, uncertainStatus } from './uncertain-failure.ts';

/**
 * What was asked: `submit` may cost credits and is never repeated without need; `query` asks for a task; `other` (credits, a download)
 * may be asked again freely.
 */
export type Purpose = 'submit' | 'query' | 'other';

/** The service never gets to send us to sleep for longer than this, in ms. */
const maxRetryAfterMs = 60 * 60 * 1000;

/** Time to wait from a Retry-After header (seconds or an HTTP date), in ms, at most an hour; undefined without a sensible one. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  // Date.parse takes "-5" for a year: only what begins with a weekday is a date here.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) - now : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : date;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}

/** Now, in ms since 1970, as the one who answered sees it: the clock of this computer may be wrong. */
function nowOf(reply: ResponseHead): number {
  const date = Date.parse(reply.headers.date ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

/** The failure an answer reports. `envelope` is null when the answer could not be read as one. */
export function responseFailure(
  purpose: Purpose,
  reply: ResponseHead,
  envelope: Envelope | null,
  now: number = nowOf(reply),
): ServiceFailure {
  const error = envelope?.error ?? null;
  const requestedDelayMs = retryAfterMs(reply.headers['retry-after'], now);
  if (purpose === 'submit' && isFromIntermediary(reply, envelope)) {
    const words = envelope?.words ?? '';
    return uncertainStatus(reply.status, { ids: envelopeIds(envelope), retryAfterMs: requestedDelayMs, words });
  }
  const status = error?.status ?? reply.status;
  const known = describeErrorCode(error?.code ?? '');
  const meaning =
    purpose === 'query' ? describeFailedQuery(known, status, reply, envelope) : (known ?? describeStatus(status));
  return failure(meaning, {
    code: error?.code || `HTTP_${status}`,
    ids: envelopeIds(envelope),
    httpStatus: reply.status,
    retryAfterMs: requestedDelayMs,
    words: meaning === known && !meaning.quotes ? '' : (envelope?.words ?? ''),
  });
}

/**
 * True for a server's error that does not come from the service itself, once the whole upload had left: the service behind it
 * may have done the work. A 503 says that nothing was taken, and so does every refusal (4xx).
 */
function isFromIntermediary(reply: ResponseHead, envelope: Envelope | null): boolean {
  return reply.status >= 500 && reply.status !== 503 && reply.bodySent && envelope?.isOwn !== true;
}

/**
 * Describes a failed query. It ends the task only if the service states that the task itself failed: by its status, by HTTP 422,
 * or by a code about the photograph beside HTTP 2xx. Any other refusal concerns the query, and the task may still have a
 * result. Open points, "Task status".
 * @param status the HTTP status, or the one inside an answer with HTTP 2xx
 */
function describeFailedQuery(
  known: ErrorDescription | undefined,
  status: number,
  reply: ResponseHead,
  envelope: Envelope | null,
): ErrorDescription {
  const meaning = known ?? describeStatus(status);
  if (meaning.kind !== 'fatal' && meaning.kind !== 'retry') return meaning;
  const isAboutPhotograph = isSuccess(reply.status) && known?.advice === 'replace-file';
  if (isAboutPhotograph || envelope?.taskStatus === 'failed' || (status === 422 && envelope !== null))
    return toTaskFailure(meaning);
  if (meaning.kind === 'retry') return meaning;
  return status === 404 || meaning.subject === 'expired' ? gone : refusedQuery;
}

/** The same meaning for a task that failed: only sending the photograph again can help. */
function toTaskFailure(meaning: ErrorDescription): ErrorDescription {
  if (meaning.kind === 'fatal') return meaning;
  return { ...meaning, kind: 'fatal', advice: 'retry', todo: msg('service.todo.sendOrRecipe') };
}

const gone: ErrorDescription = {
  kind: 'fatal',
  subject: 'expired',
  advice: 'open-services',
  happened: msg('service.answer.gone'),
  todo: msg('service.answer.checkAddress'),
  quotes: true,
};

const refusedQuery: ErrorDescription = {
  kind: 'retry',
  subject: 'service',
  advice: 'open-services',
  happened: msg('service.answer.none'),
  todo: msg('service.answer.checkAddress'),
  quotes: true,
};

/** The failure of a query whose task the service reports as failed, with any HTTP status. */
export function taskFailure(envelope: Envelope, reply: ResponseHead, now: number = nowOf(reply)): ServiceFailure {
  const known = describeErrorCode(envelope.error?.code ?? '');
  const meaning: ErrorDescription = known ?? {
    kind: 'fatal',
    subject: 'service',
    advice: 'retry',
    happened: msg('service.code.notFinished'),
    todo: msg('service.todo.sendOrRecipe'),
    quotes: true,
  };
  const isStillBusy = meaning.kind === 'wait' || meaning.kind === 'auth' || meaning.kind === 'credits';
  return failure(isStillBusy ? meaning : toTaskFailure(meaning), {
    code: envelope.error?.code || 'TASK_FAILED',
    ids: envelope.ids,
    httpStatus: reply.status,
    retryAfterMs: retryAfterMs(reply.headers['retry-after'], now),
    words: meaning.quotes ? envelope.words : '',
  });
}

/** The failure of a request that ended without a whole answer. */
export function interruptedFailure(purpose: Purpose, broken: RequestInterrupted, now?: number): ServiceFailure {
  const { reply } = broken;
  if (reply !== undefined && !isSuccess(reply.status)) return responseFailure(purpose, reply, null, now);
  const wasSent = broken.phase === 'waiting' || broken.phase === 'reading';
  if (purpose === 'submit' && wasSent) return uncertain(causeOfInterruption(broken.code), statusOf(reply));
  const meaning = describeProxyError(broken) ?? describeNetworkCode(broken.code, broken.phase);
  return failure(meaning, { code: broken.code });
}

function statusOf(reply: ResponseHead | undefined): { httpStatus?: number } {
  return reply === undefined ? {} : { httpStatus: reply.status };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The failure of an answer that is no JSON object. */
export function unreadableFailure(
  purpose: Purpose,
  why: UnreadableResponse['why'],
  reply: ResponseHead,
  now?: number,
): ServiceFailure {
  if (!isSuccess(reply.status)) return responseFailure(purpose, reply, null, now);
  const httpStatus = reply.status;
  // It would be so the next time as well; and what a task has brought may have been charged.
  if (why === 'too-large' && purpose !== 'other') return uncertain('ANSWER_TOO_LARGE', { httpStatus });
  const code = why === 'web-page' ? 'ANSWER_IS_WEB_PAGE' : 'ANSWER_UNREADABLE';
  // A page comes from something in between (a hotel's login, a proxy), and that may come after the service has done its work;
  // only a page that came before the upload was through says that nothing was taken.
  if (purpose === 'submit' && (reply.bodySent || why !== 'web-page')) return uncertain(code, { httpStatus });
  return failure(why === 'web-page' ? webPage : unreadableAnswer, { code, httpStatus });
}

const nothingFound: ErrorDescription = {
  kind: 'fatal',
  subject: 'input',
  advice: 'replace-file',
  happened: msg('service.answer.empty'),
  todo: msg('service.todo.otherPhotograph'),
};

/**
 * The failure of an answer that says success and holds no result the operation is known to give. Unless it says that there is
 * nothing to give, the result may be there and charged, of a task as well: it is never sent again by itself.
 */
export function missingResultFailure(
  { ids, words }: Pick<Envelope, 'ids' | 'words'>,
  code: 'RESULT_MISSING' | 'RESULT_NOT_IMAGE' | 'RESULT_EMPTY',
): ServiceFailure {
  const details = { ids, httpStatus: 200, words };
  return code === 'RESULT_EMPTY' ? failure(nothingFound, { code, ...details }) : uncertain(code, details);
}

/** The failure of writing a result that came in an answer. `purpose` submit: it was paid for, so it is not asked for again. */
export function writeFailure(purpose: Purpose, error: unknown): ServiceFailure {
  const code = String((error as NodeJS.ErrnoException)?.code ?? 'WRITE_FAILED');
  const isDiskFull = code === 'ENOSPC' || code === 'EDQUOT';
  return failure(
    {
      kind: purpose === 'submit' ? 'uncertain' : 'retry',
      subject: 'disk',
      advice: purpose === 'submit' ? 'decide' : 'retry',
      happened: msg(isDiskFull ? 'service.disk.full' : 'service.disk.unwritable'),
      todo:
        purpose === 'submit'
          ? msg(isDiskFull ? 'service.disk.fullCharged' : 'service.disk.checkCharged')
          : msg(isDiskFull ? 'service.disk.fullTry' : 'service.disk.checkTry'),
    },
    { code },
  );
}

const webPage: ErrorDescription = {
  kind: 'retry',
  subject: 'network',
  advice: 'open-services',
  happened: msg('service.answer.webPage'),
  todo: msg('service.answer.logIn'),
};

const unreadableAnswer: ErrorDescription = {
  kind: 'retry',
  subject: 'service',
  advice: 'retry',
  happened: msg('service.answer.unreadable'),
  todo: msg('service.answer.askLater'),
};

type Details = Pick<FailureFacts, 'code' | 'ids' | 'httpStatus'> & {
  retryAfterMs?: number | undefined;
  words?: string;
};

function failure(meaning: ErrorDescription, details: Details): ServiceFailure {
  return new ServiceFailure({
    kind: meaning.kind,
    subject: meaning.subject,
    advice: meaning.advice,
    code: details.code,
    sentence: joinMessages(meaning.happened, quoteServiceText(details.words ?? ''), meaning.todo),
    ids: details.ids ?? noIds,
    ...(details.httpStatus === undefined ? {} : { httpStatus: details.httpStatus }),
    ...(details.retryAfterMs === undefined ? {} : { retryAfterMs: details.retryAfterMs }),
  });
}
