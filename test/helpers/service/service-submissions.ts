/** Submissions for tests of the service client, and the service's usual responses. */

import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Submission, Submitted } from '../../../main/service/client.ts';
import { failureOf, jpegBytes, type Stage } from './service-stage.ts';

/** Routes for the scripted server. */
export const cutoutRoute = `POST ${operations['portrait-background-removal'].path}`;
export const skinRoute = `POST ${operations['smart-skin-advanced'].path}`;
export const beautyRoute = `POST ${operations['smart-beauty'].path}`;
export const queryRoute = 'GET /api/common/query-async-task-result';
export const creditsRoute = 'GET /api/common/query-credits';

const ids = { request_id: 'req-1', log_id: 'log-1' };

/** The envelope of a success (section "Public response fields"). */
export const ok = {
  ...ids,
  error_code: 0,
  error_msg: '',
  error_detail: { status_code: 200, code: '', code_message: '', message: '' },
};

/** The envelope of a failure. */
export function refusal(code: string, message = '') {
  return { ...ids, error_detail: { code, code_message: '', message } };
}

/** More bytes than any operating system buffers. */
export const tooMuchForBuffers = 40_000_000;

/** A submission of a photograph of `size` bytes, written to the stage's folder. */
export async function photograph(
  stage: Stage,
  operation: OperationId,
  size: number,
  more: Partial<Submission> = {},
): Promise<Submission> {
  const path = await stage.file('photo.jpg', jpegBytes(size));
  const field = operations[operation].images[0]?.field ?? '';
  return { operation, params: {}, files: { [field]: path }, scratch: stage.dir, ...more };
}

/** Submits a photograph and returns the outcome. */
export async function submitted(stage: Stage, operation: OperationId, size = 50_000): Promise<Submitted> {
  return stage.client.submit(await photograph(stage, operation, size));
}

/** Submits a photograph and returns the error. */
export function failedSubmission(stage: Stage, operation: OperationId, size = 50_000) {
  return failureOf(submitted(stage, operation, size));
}

/** Path of the only image decoded from a response. */
export function decodedPath(answer: Submitted): string {
  const from = answer.kind === 'result' ? answer.result.files[0]?.from : undefined;
  if (from === undefined || !('path' in from)) throw new Error('the answer holds no decoded image');
  return from.path;
}
