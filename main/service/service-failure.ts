/** The one error this room throws: what went wrong with a service, what the queue should do about it, and what to tell the user. */
import type { JobError } from '../../contract/jobs/job.ts';
import { type MessageDescriptor, UserFacingError } from '../../contract/messages/message.ts';

/**
 * What the queue should do:
 * `retry` again later, costs an attempt; `wait` later, costs none (the service is busy or cannot be reached);
 * `fatal` never by itself; `credits` and `auth` stop the profile until the user has done something;
 * `uncertain` the request may have been carried out and charged, so only the user may send it again.
 */
export type FailureKind = 'retry' | 'wait' | 'fatal' | 'credits' | 'auth' | 'uncertain';

/** The identifiers a service gives each answer, for its support. Section "Public response fields". */
export interface AnswerIds {
  readonly requestId: string | null;
  readonly logId: string | null;
}
export const noIds: AnswerIds = { requestId: null, logId: null };

export interface FailureFacts {
  readonly kind: FailureKind;
  /** The interface's code, Node's network code, or one of our own (`RESULT_EXPIRED`, `CONNECTION_LOST` …). */
  readonly code: string;
  /** What happened and what to do, in plain words; holds no key and no address of a result. */
  readonly sentence: MessageDescriptor;
  /** For `JobError`: what the failure is about, and the one thing to offer. */
  readonly subject: JobError['kind'];
  readonly advice: JobError['advice'];
  readonly ids?: AnswerIds;
  /** How long the service asked us to wait, in ms. */
  readonly retryAfterMs?: number;
  /** Absent when there was no answer. */
  readonly httpStatus?: number;
}

/**
 * Any failure of a request to a service. It deliberately has no `cause`: the errors beneath it carry headers (the key)
 * and addresses, which must not reach a log.
 */
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

/** Whether a failed query reports that its task failed. Any other failure says nothing about the task. */
export function isTaskFailure({ kind, subject }: ServiceFailure): boolean {
  return kind === 'fatal' && subject !== 'expired';
}
