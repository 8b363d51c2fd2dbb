import { expect, it } from 'vitest';
import { resultName } from '../../../../renderer/screens/review/resultName.ts';
import { resultOf } from '../../../helpers/window-data.ts';

it('calls a result by its photograph, else by its file, else by what was done', () => {
  expect(resultName(resultOf(1), { name: 'anna.jpg' })).toBe('anna.jpg');
  expect(resultName(resultOf(1), undefined)).toBe('img_1.png');
  expect(resultName(resultOf(1, { path: null, operation: 'skin-analysis' }), undefined)).toBe('Skin analysis');
});
