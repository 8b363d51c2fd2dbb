import { expect, it } from 'vitest';
import { operations } from '../../../preload/contract/operations/table.ts';
import { describeParams } from '../../../renderer/forms/describeParams.ts';

it('puts parameters in the words of the form', () => {
  expect(describeParams(operations['face-beauty-pro'], { filter_type: 19, whitening: 30 })).toBe(
    'Whitening 30, Filter: Paris',
  );
  expect(describeParams(operations['face-key-points'], { face_field: ['age', 'landmark72'] })).toBe(
    'What to measure: Age, 72 points',
  );
});

it('says nothing of what is left to the service, off, or without effect', () => {
  expect(describeParams(operations['face-beauty-pro'], {})).toBe('');
  const skin = operations['smart-skin-advanced'];
  expect(describeParams(skin, { smart_skin: false, scar_reduction: true })).toBe('Scars');
  expect(describeParams(skin, { smart_skin: true, scar_reduction: true })).toBe('All in one');
});

it('says what the service takes for on when all is off', () => {
  const skin = operations['smart-skin-advanced'];
  expect(describeParams(skin, {})).toBe('All in one');
  expect(describeParams(skin, { smart_skin: false, scar_reduction: false })).toBe('All in one');
});
