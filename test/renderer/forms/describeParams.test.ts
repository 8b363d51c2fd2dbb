import { expect, it } from 'vitest';
import type { Params } from '../../../contract/operations/params.ts';
import { operations } from '../../../contract/operations/table.ts';
import { describeDifferences, describeParams } from '../../../renderer/forms/describeParams.ts';

it('describes parameters with the labels of the form', () => {
  expect(describeParams(operations['face-beauty-pro'], { filter_type: 19, whitening: 30 })).toBe(
    'Whitening 30, Filter: Paris',
  );
  expect(describeParams(operations['face-key-points'], { face_field: ['age', 'landmark72'] })).toBe(
    'What to measure: Age, 72 points',
  );
});

it('omits parameters that are left to the service, off, or without effect', () => {
  expect(describeParams(operations['face-beauty-pro'], {})).toBe('');
  const skin = operations['smart-skin-advanced'];
  expect(describeParams(skin, { smart_skin: false, scar_reduction: true })).toBe('Scars');
  expect(describeParams(skin, { smart_skin: true, scar_reduction: true })).toBe('All in one');
});

it('shows what the service applies if everything is off', () => {
  const skin = operations['smart-skin-advanced'];
  expect(describeParams(skin, {})).toBe('All in one');
  expect(describeParams(skin, { smart_skin: false, scar_reduction: false })).toBe('All in one');
});

it('shows differences from the service’s default in collapsed fields', () => {
  const beauty = operations['face-beauty-pro'];
  const folded = beauty.fields.filter((field) => 'isFolded' in field);
  const differences = (params: Params) => describeDifferences(beauty, params, folded);
  expect(folded.map(({ name }) => name)).not.toContain('whitening');
  expect(differences({})).toBe('');
  expect(differences({ whitening: 80, enlarge_eye: 30, thinface: 50, task_type: 'sync' })).toBe('Larger eyes 30');
  expect(differences({ thinface: 0, task_type: 'async' })).toBe('Slimmer face 0, Delivery: As a task');
});
