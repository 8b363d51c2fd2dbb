/**
 * The answers of a path: a success inside its envelope, and for every HTTP status the codes it may carry.
 * Sections "Public response fields" and "Errors" of the interface.
 */
import { errorStatus } from '../../error-codes.ts';
import { type AnswerCode, ownStatus, type RequestErrorKind, requestErrorCodes, statusOf } from '../error-responses.ts';
import { object, ref, type Schema, text } from './schema.ts';

/** Every code an answer may carry: those of the interface's list, and the engine's own two. */
const anyCode = [...Object.keys(errorStatus), ...Object.keys(ownStatus)];

const ids = {
  request_id: text('Request identifier for debugging.'),
  log_id: text('Log identifier for debugging.'),
};

/** The fields of a success; the business fields stand beside them. */
export const successSchema: Schema = object({
  ...ids,
  error_code: { type: 'integer', const: 0, description: '0: success.' },
  error_msg: { type: 'string', const: '' },
  error_detail: object({
    status_code: { type: 'integer', const: 200 },
    code: { type: 'string', const: '' },
    code_message: { type: 'string', const: '' },
    message: { type: 'string', const: '' },
  }),
});

/** The whole of a failure. */
export const failureSchema: Schema = object({
  ...ids,
  error_code: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
  error_msg: text('Error message.'),
  error_detail: object({
    status_code: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    code: { type: 'string', enum: anyCode, description: 'Error code for programs.' },
    code_message: text('Description of the code.'),
    message: text('Error message.'),
  }),
});

/** Failures any request may meet. */
const anywhere = ['not addressed to this computer', 'defect'] as const satisfies RequestErrorKind[];

/** A success: the envelope, with the business fields of `body` beside it. */
export function success(description: string, body: Schema): Schema {
  return {
    description,
    content: { 'application/json': { schema: { allOf: [ref('Success'), body] } } },
  };
}

/** The failures of a path, by HTTP status: the server's own rules by name, and the codes of the operation itself. */
export function failures(kinds: readonly RequestErrorKind[], own: readonly AnswerCode[] = []): Record<string, Schema> {
  const codes = new Set<AnswerCode>([...[...kinds, ...anywhere].map((kind) => requestErrorCodes[kind]), ...own]);
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

const retryAfter: Schema = { description: 'Seconds to wait, if known.', schema: { type: 'integer' } };
