/** The answers of a path: a success inside its envelope, and for every HTTP status the codes it may carry. */
import { type AnswerCode, type RefusalKind, refusalCodes, statusOf } from '../refusals.ts';
import { ref, type Schema } from './schema.ts';

/** Failures any request may meet. */
const anywhere = ['not addressed to this computer', 'defect'] as const satisfies RefusalKind[];

/** A success: the envelope, with the business fields of `body` beside it. */
export function success(description: string, body: Schema): Schema {
  return {
    description,
    content: { 'application/json': { schema: { allOf: [ref('Success'), body] } } },
  };
}

/** The failures of a path, by HTTP status: the server's own rules by name, and the codes of the operation itself. */
export function failures(kinds: readonly RefusalKind[], own: readonly AnswerCode[] = []): Record<string, Schema> {
  const codes = new Set<AnswerCode>([...[...kinds, ...anywhere].map((kind) => refusalCodes[kind]), ...own]);
  const byStatus = Map.groupBy(codes, statusOf);
  return Object.fromEntries([...byStatus].map(([status, each]) => [status, failure(status, each.join(', '))]));
}

/** One failure; `body` describes the fields that stand beside its envelope. */
export function failure(status: number, description: string, body?: Schema): Schema {
  const schema = body ? { allOf: [ref('Failure'), body] } : ref('Failure');
  return {
    description,
    ...(status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: { 'application/json': { schema } },
  };
}

const retryAfter: Schema = { description: 'Seconds to wait, where it is known.', schema: { type: 'integer' } };
