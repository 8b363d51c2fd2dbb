import { expect, test } from 'vitest';
import { errorStatus } from '../../../../engine/interface-error-codes.ts';
import { describeErrorCode, errorDescriptions, type ServiceCode } from '../../../../main/service/errors/error-codes.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

test('the codes of the interface are known, and no others', () => {
  expect(Object.keys(errorDescriptions).sort()).toEqual(Object.keys(errorStatus).sort());
});

test.each(['toString', '__proto__', 'constructor', '', 'error_no_face_in_file'])('%j is not a code', (code) => {
  expect(describeErrorCode(code)).toBeUndefined();
});

test.each(Object.keys(errorDescriptions) as ServiceCode[])(
  '%s has two complete sentences that hold before and after the last attempt',
  (code) => {
    const { happened, todo, kind } = errorDescriptions[code];
    for (const sentence of [happened, todo]) expect(messageText(sentence)).toMatch(/^[A-Z][^A-Z_]*( [^_]*)?\.$/);
    if (kind === 'retry') expect(messageText(todo)).not.toMatch(/by itself/);
  },
);
