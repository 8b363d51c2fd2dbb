/** Responses of a path by HTTP status. Sections “Public response fields” and “Errors” of the interface. */
import { errorStatus } from '../../interface-error-codes.ts';
import {
  extensionStatus,
  type RequestErrorKind,
  type ResponseCode,
  requestErrorCodes,
  statusOf,
} from '../interface/request-errors.ts';
import { object, ref, type Schema, text } from './json-schema.ts';

const allCodes = [...Object.keys(errorStatus), ...Object.keys(extensionStatus)];

const ids = {
  request_id: text('Request identifier for debugging.'),
  log_id: text('Log identifier for debugging.'),
};

/** The envelope of a success, which also has business fields. */
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

export const failureSchema: Schema = object({
  ...ids,
  error_code: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
  error_msg: text('Error message.'),
  error_detail: object({
    status_code: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    code: { type: 'string', enum: allCodes, description: 'Error code for programs.' },
    code_message: text('Description of the code.'),
    message: text('Error message.'),
  }),
});

/** Failures of every path. */
const generalRules = ['not addressed to this computer', 'unexpected error'] as const satisfies RequestErrorKind[];

/** @param body schema of the business fields */
export function success(description: string, body: Schema): Schema {
  return {
    description,
    content: { 'application/json': { schema: { allOf: [ref('Success'), body] } } },
  };
}

/** @param operationCodes additional codes, from the operation */
export function failures(
  kinds: readonly RequestErrorKind[],
  operationCodes: readonly ResponseCode[] = [],
): Record<string, Schema> {
  const codes = new Set<ResponseCode>([
    ...[...kinds, ...generalRules].map((kind) => requestErrorCodes[kind]),
    ...operationCodes,
  ]);
  const byStatus = Map.groupBy(codes, statusOf);
  return Object.fromEntries([...byStatus].map(([status, each]) => [status, failure(status, each.join(', '))]));
}

/** @param body schema of additional fields */
export function failure(status: number, description: string, body?: Schema): Schema {
  const schema = body ? { allOf: [ref('Failure'), body] } : ref('Failure');
  return {
    description,
    ...(status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: { 'application/json': { schema } },
  };
}

const retryAfter: Schema = { description: 'Seconds to wait, if known.', schema: { type: 'integer' } };
