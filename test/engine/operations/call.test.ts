import { expect, test } from 'vitest';
import { numberOf, wordsOf } from '../../../engine/operations/call.ts';

test('a parameter missing from both request and operation table is a defect, without a default', () => {
  const params = { beauty_level: 0, face_field: ['age'], output_language: 'de-DE' };
  expect([numberOf(params, 'beauty_level'), wordsOf(params, 'face_field')]).toEqual([0, ['age']]);
  expect(() => numberOf(params, 'slim_degree')).toThrow('slim_degree has no number');
  expect(() => numberOf(params, 'output_language')).toThrow('output_language has no number');
  expect(() => wordsOf(params, 'output_language')).toThrow('output_language has no words');
});
