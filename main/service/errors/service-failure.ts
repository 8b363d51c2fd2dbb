import type { JobError } from '../../../contract/jobs/job.ts';
import { type MessageDescriptor, UserFacingError } from '../../../contract/messages/message.ts';

/**
 * Reaction of the queue. `retry` costs an attempt, `wait` none. `fatal`: never automatically. `credits`, `auth` stop
 * the profile until the user acts. `uncertain`: perhaps charged, so only the user may send it again.
 */
export type FailureKind = 'retry' | 'wait' | 'fatal' | 'credits' | 'auth' | 'uncertain';

/** For the service's support. Section "Public response fields". */
export interface ResponseIds {
  readonly requestId: string | null;
  readonly logId: string | null;
}
export const noIds: ResponseIds = { requestId: null, logId: null };

export interface FailureFacts {
  readonly kind: FailureKind;
  /** The interface's code, Node's network code, or one of Burnish (`RESULT_EXPIRED`, `CONNECTION_LOST` …). */
  readonly code: string;
  /** Contains no key and no address of a result. */
  readonly sentence: MessageDescriptor;
  /** For `JobError`: the subject of the failure, and the action to offer. */
  readonly subject: JobError['kind'];
  readonly advice: JobError['advice'];
  readonly ids?: ResponseIds;
  /** Requested by the service. */
  readonly retryAfterMs?: number;
  /** Absent without a response. */
  readonly httpStatus?: number;
}

/** Has no `cause`, because original errors contain headers (the key) and addresses. */
export class ServiceFailure extends UserFacingError {
  override readonly name = 'ServiceFailure';
  declare readonly sentence: MessageDescriptor;
  readonly kind: FailureKind;
  readonly code: string;
  readonly subject: JobError['kind'];
  readonly advice: JobError['advice'];
  readonly requestId: string | null;
  readonly logId: string | null;
  readonly retryAfterMs: number | undefined;
  readonly httpStatus: number | undefined;

  constructor(facts: FailureFacts) {
    super(facts.sentence);
    this.kind = facts.kind;
    this.code = facts.code;
    this.subject = facts.subject;
    this.advice = facts.advice;
    this.requestId = facts.ids?.requestId ?? null;
    this.logId = facts.ids?.logId ?? null;
    this.retryAfterMs = facts.retryAfterMs;
    this.httpStatus = facts.httpStatus;
  }
}

/** Other failures prove nothing about the task. */
export function isTaskFailure({ kind, subject }: ServiceFailure): boolean {
  return kind === 'fatal' && subject !== 'expired';
}
