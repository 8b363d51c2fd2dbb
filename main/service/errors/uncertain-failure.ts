/** Failures after a complete upload, which may be charged. */
import { joinMessages, type MessageDescriptor, msg, type PlainMessageKey } from '../../../contract/messages/message.ts';
import { noIds, type ResponseIds, ServiceFailure } from './service-failure.ts';
import { quoteServiceText } from './service-text.ts';

/** The user decides about all jobs of one cause at once. */
const causes = {
  ANSWER_IS_WEB_PAGE: 'service.uncertain.webPage',
  ANSWER_UNREADABLE: 'service.uncertain.unreadable',
  RESULT_MISSING: 'service.uncertain.noResult',
  TASK_ID_UNUSABLE: 'service.uncertain.taskId',
  RESULT_TOO_MANY: 'service.uncertain.tooMany',
  ANSWER_TOO_LARGE: 'service.uncertain.tooLarge',
  TOO_SLOW: 'service.uncertain.tooSlow',
  RESULT_NOT_IMAGE: 'service.uncertain.notImage',
  TIMEOUT: 'service.uncertain.silent',
  STALLED: 'service.uncertain.stalled',
  CONNECTION_LOST: 'service.uncertain.lost',
} as const satisfies Record<string, PlainMessageKey>;
export type UncertainCause = keyof typeof causes;

export interface UncertainDetails {
  readonly ids?: ResponseIds;
  /** Absent if no response began. */
  readonly httpStatus?: number;
  readonly retryAfterMs?: number | undefined;
  readonly text?: string;
}

export function uncertain(cause: UncertainCause, details: UncertainDetails = {}): ServiceFailure {
  return failure(cause, msg(causes[cause]), details);
}

/** A gateway responded, without the service's own envelope. */
export function uncertainStatus(httpStatus: number, details: Omit<UncertainDetails, 'httpStatus'>): ServiceFailure {
  const happened = msg('service.uncertain.status', { status: String(httpStatus) });
  return failure(`HTTP_${httpStatus}`, happened, { ...details, httpStatus });
}

export function causeOfInterruption(code: string): UncertainCause {
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT') return 'TIMEOUT';
  if (code === 'STALLED' || code === 'TOO_SLOW') return code;
  return code.startsWith('HPE_') ? 'ANSWER_UNREADABLE' : 'CONNECTION_LOST';
}

function failure(code: string, happened: MessageDescriptor, details: UncertainDetails): ServiceFailure {
  const { ids = noIds, httpStatus, retryAfterMs, text = '' } = details;
  return new ServiceFailure({
    kind: 'uncertain',
    subject: 'uncertain',
    advice: 'decide',
    code,
    sentence: joinMessages(happened, quoteServiceText(text), msg('service.uncertain.decide')),
    ids,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
