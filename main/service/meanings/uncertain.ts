/** What an upload means that left whole and has no answer to rely on: the service may have taken and charged it. */
import { type AnswerIds, noIds, ServiceFailure } from '../failure.ts';

/** Causes, as codes; the user decides about all jobs of one cause at once. */
const causes = {
  ANSWER_IS_WEB_PAGE: 'The photograph was sent, and a web page came back instead of a result.',
  ANSWER_UNREADABLE: 'The photograph was sent, and the answer cannot be read.',
  RESULT_MISSING: 'The photograph was sent, and the service answered without a result.',
  RESULT_TOO_MANY: 'The photograph was sent, and the service answered with more images than one photograph can have.',
  ANSWER_TOO_LARGE: 'The photograph was sent, and the answer is larger than Burnish takes.',
  TOO_SLOW: 'The photograph was sent, and its answer came too slowly to be waited for.',
  RESULT_NOT_IMAGE: 'The photograph was sent, and the service answered with something that is not an image.',
  TIMEOUT: 'The photograph was sent, and no answer came in time.',
  STALLED: 'The photograph was sent, and the answer stopped on its way.',
  CONNECTION_LOST: 'The photograph was sent, and the connection broke off before its answer was there.',
} as const;
export type UncertainCause = keyof typeof causes;

const todo = 'The service may have charged it: send it again only if you want to.';

export interface UncertainDetails {
  readonly ids?: AnswerIds;
  /** Absent when no answer began. */
  readonly httpStatus?: number;
  readonly retryAfterMs?: number | undefined;
}

export function uncertain(cause: UncertainCause, details: UncertainDetails = {}): ServiceFailure {
  return failure(cause, causes[cause], details);
}

/** The answer is an error page of something between here and the service: a 5xx without the service's own envelope. */
export function uncertainStatus(httpStatus: number, details: Omit<UncertainDetails, 'httpStatus'>): ServiceFailure {
  const happened = `The photograph was sent, and an error page came back (${httpStatus}), perhaps not from the service itself.`;
  return failure(`HTTP_${httpStatus}`, happened, { ...details, httpStatus });
}

/** The cause behind a network code, when the connection broke after the upload. */
export function causeOfBroken(code: string): UncertainCause {
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT') return 'TIMEOUT';
  if (code === 'STALLED' || code === 'TOO_SLOW') return code;
  return code.startsWith('HPE_') ? 'ANSWER_UNREADABLE' : 'CONNECTION_LOST';
}

function failure(code: string, happened: string, details: UncertainDetails): ServiceFailure {
  const { ids = noIds, httpStatus, retryAfterMs } = details;
  return new ServiceFailure({
    kind: 'uncertain',
    subject: 'uncertain',
    advice: 'decide',
    code,
    sentence: `${happened} ${todo}`,
    ids,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
