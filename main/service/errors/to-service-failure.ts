import { joinMessages, msg } from '../../../contract/messages/message.ts';
import type { RequestInterrupted, ResponseHead } from '../http/http-request.ts';
import type { UnreadableResponse } from '../http/json-response.ts';
import { type Envelope, envelopeIds } from './envelope.ts';
import { describeErrorCode, type ErrorDescription } from './error-codes.ts';
import { describeStatus } from './http-status.ts';
import { describeNetworkCode, describeProxyError } from './network-codes.ts';
import { type FailureFacts, noIds, ServiceFailure } from './service-failure.ts';
import { quoteServiceText } from './service-text.ts';
import { causeOfInterruption, uncertain, uncertainStatus } from './uncertain-failure.ts';

/** `submit` may cost credits; `query` concerns a task; `other` may be repeated freely. */
export type Purpose = 'submit' | 'query' | 'other';

const maxRetryAfterMs = 60 * 60 * 1000;

/** Parses a Retry-After header (seconds or an HTTP date) to ms, at most an hour. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (value === '') return undefined;
  // Date.parse reads "-5" as a year, so require a weekday.
  const date = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) - now : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : date;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}

/** Returns the server's time (ms since 1970), because this computer's clock may be wrong. */
function serverTime(response: ResponseHead): number {
  const date = Date.parse(response.headers.date ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

export function responseFailure(
  purpose: Purpose,
  response: ResponseHead,
  envelope: Envelope | null,
  now: number = serverTime(response),
): ServiceFailure {
  const error = envelope?.error ?? null;
  const requestedDelayMs = retryAfterMs(response.headers['retry-after'], now);
  if (purpose === 'submit' && isFromIntermediary(response, envelope)) {
    const text = envelope?.text ?? '';
    return uncertainStatus(response.status, { ids: envelopeIds(envelope), retryAfterMs: requestedDelayMs, text });
  }
  const status = error?.status ?? response.status;
  const known = describeErrorCode(error?.code ?? '');
  const meaning =
    purpose === 'query' ? describeFailedQuery(known, status, response, envelope) : (known ?? describeStatus(status));
  return failure(meaning, {
    code: error?.code || `HTTP_${status}`,
    ids: envelopeIds(envelope),
    httpStatus: response.status,
    retryAfterMs: requestedDelayMs,
    text: meaning === known && !meaning.quotes ? '' : (envelope?.text ?? ''),
  });
}

/**
 * Whether a gateway failed after the upload: the service behind it may have done the work. A 503 or 4xx means that
 * nothing was accepted.
 */
function isFromIntermediary(response: ResponseHead, envelope: Envelope | null): boolean {
  return response.status >= 500 && response.status !== 503 && response.bodySent && envelope?.isOwn !== true;
}

/**
 * A failed query ends the task only if the service states so: by the task's status, by HTTP 422, or by a code about the
 * photograph next to HTTP 2xx. Otherwise the task may still have a result. Open points, "Task status".
 * @param status may be inside a response with HTTP 2xx
 */
function describeFailedQuery(
  known: ErrorDescription | undefined,
  status: number,
  response: ResponseHead,
  envelope: Envelope | null,
): ErrorDescription {
  const meaning = known ?? describeStatus(status);
  if (meaning.kind !== 'fatal' && meaning.kind !== 'retry') return meaning;
  const isAboutPhotograph = isSuccess(response.status) && known?.advice === 'replace-file';
  if (isAboutPhotograph || envelope?.taskStatus === 'failed' || (status === 422 && envelope !== null))
    return toTaskFailure(meaning);
  if (meaning.kind === 'retry') return meaning;
  return status === 404 || meaning.subject === 'expired' ? taskGone : refusedQuery;
}

/** Only sending the photograph again can help a failed task. */
function toTaskFailure(meaning: ErrorDescription): ErrorDescription {
  if (meaning.kind === 'fatal') return meaning;
  return { ...meaning, kind: 'fatal', advice: 'retry', todo: msg('service.todo.sendOrRecipe') };
}

const taskGone: ErrorDescription = {
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

export function taskFailure(
  envelope: Envelope,
  response: ResponseHead,
  now: number = serverTime(response),
): ServiceFailure {
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
    httpStatus: response.status,
    retryAfterMs: retryAfterMs(response.headers['retry-after'], now),
    text: meaning.quotes ? envelope.text : '',
  });
}

export function interruptedFailure(purpose: Purpose, interruption: RequestInterrupted, now?: number): ServiceFailure {
  const { response } = interruption;
  if (response !== undefined && !isSuccess(response.status)) return responseFailure(purpose, response, null, now);
  const wasSent = interruption.phase === 'waiting' || interruption.phase === 'reading';
  if (purpose === 'submit' && wasSent) return uncertain(causeOfInterruption(interruption.code), statusOf(response));
  const meaning = describeProxyError(interruption) ?? describeNetworkCode(interruption.code, interruption.phase);
  return failure(meaning, { code: interruption.code });
}

function statusOf(response: ResponseHead | undefined): { httpStatus?: number } {
  return response === undefined ? {} : { httpStatus: response.status };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

export function unreadableFailure(
  purpose: Purpose,
  reason: UnreadableResponse['reason'],
  response: ResponseHead,
  now?: number,
): ServiceFailure {
  if (!isSuccess(response.status)) return responseFailure(purpose, response, null, now);
  const httpStatus = response.status;
  // The next response would be as large.
  if (reason === 'too-large' && purpose !== 'other') return uncertain('ANSWER_TOO_LARGE', { httpStatus });
  const code = reason === 'web-page' ? 'ANSWER_IS_WEB_PAGE' : 'ANSWER_UNREADABLE';
  // A page of a proxy or login may hide finished work, unless it came before the end of the upload.
  if (purpose === 'submit' && (response.bodySent || reason !== 'web-page')) return uncertain(code, { httpStatus });
  return failure(reason === 'web-page' ? webPage : unreadableResponse, { code, httpStatus });
}

const nothingFound: ErrorDescription = {
  kind: 'fatal',
  subject: 'input',
  advice: 'replace-file',
  happened: msg('service.answer.empty'),
  todo: msg('service.todo.otherPhotograph'),
};

/** Unless the result is empty, it may exist and be charged, so the photograph is never sent again automatically. */
export function missingResultFailure(
  { ids, text }: Pick<Envelope, 'ids' | 'text'>,
  code: 'RESULT_MISSING' | 'RESULT_NOT_IMAGE' | 'RESULT_EMPTY',
): ServiceFailure {
  const details = { ids, httpStatus: 200, text };
  return code === 'RESULT_EMPTY' ? failure(nothingFound, { code, ...details }) : uncertain(code, details);
}

/** The result of a submission is paid for, so it is not requested again. */
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

const unreadableResponse: ErrorDescription = {
  kind: 'retry',
  subject: 'service',
  advice: 'retry',
  happened: msg('service.answer.unreadable'),
  todo: msg('service.answer.askLater'),
};

type Details = Pick<FailureFacts, 'code' | 'ids' | 'httpStatus'> & {
  retryAfterMs?: number | undefined;
  text?: string;
};

function failure(meaning: ErrorDescription, details: Details): ServiceFailure {
  return new ServiceFailure({
    kind: meaning.kind,
    subject: meaning.subject,
    advice: meaning.advice,
    code: details.code,
    sentence: joinMessages(meaning.happened, quoteServiceText(details.text ?? ''), meaning.todo),
    ids: details.ids ?? noIds,
    ...(details.httpStatus === undefined ? {} : { httpStatus: details.httpStatus }),
    ...(details.retryAfterMs === undefined ? {} : { retryAfterMs: details.retryAfterMs }),
  });
}
