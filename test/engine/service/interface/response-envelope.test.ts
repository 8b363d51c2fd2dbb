import { expect, test } from 'vitest';
import { failure, newIds, success, summaryOf } from '../../../../engine/service/interface/response-envelope.ts';

test('a code becomes a phrase', () => {
  expect(summaryOf('ERROR_NO_FACE_IN_FILE')).toBe('No face in file');
  expect(summaryOf('AI_SERVICE_TIMEOUT')).toBe('AI service timeout');
  expect(summaryOf('FILE_DECODING_FAILURE')).toBe('File decoding failure');
});

test('a body cannot replace fields of the envelope', () => {
  const ids = newIds();
  expect(success(ids, { request_id: 'mine', error_code: 7, result: 1 })).toMatchObject({
    request_id: ids.requestId,
    error_code: 0,
    result: 1,
  });
  expect(failure(ids, 422, 'ERROR_BLURRY_FACE', 'Blurred.')).toEqual({
    request_id: ids.requestId,
    log_id: ids.logId,
    error_code: 422,
    error_msg: 'Blurred.',
    error_detail: { status_code: 422, code: 'ERROR_BLURRY_FACE', code_message: 'Blurry face', message: 'Blurred.' },
  });
});
