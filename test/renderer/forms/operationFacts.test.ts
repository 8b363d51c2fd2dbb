import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../renderer/locales/setup.ts';
import type { OperationId } from '../../../preload/contract/operations/spec.ts';
import { operationList, operations } from '../../../preload/contract/operations/table.ts';
import { operationFacts } from '../../../renderer/forms/operationFacts.ts';

const said = (id: OperationId) =>
  operationFacts(operations[id]).map(({ key, values }) =>
    (i18next.t as (key: string, values: object) => string)(`recipes.facts.${key}`, values),
  );

it.each<[OperationId, string[]]>([
  [
    'face-beauty-pro',
    [
      'Takes JPEG or PNG up to 2 MB, smaller than 4096 × 4096 px.',
      'It must be larger than 48 × 48 px.',
      'Needs at least one face.',
      'As a task, its result is asked for every 5 s and kept for 24 h.',
    ],
  ],
  [
    'universal-background-removal',
    [
      'Takes JPEG, BMP, WEBP, or PNG up to 3 MB, smaller than 2000 × 2000 px.',
      'It must be larger than 32 × 32 px.',
      'The longest side has 1999 px at most.',
      'No PNG with 8, 16, or 64 bits per pixel.',
    ],
  ],
  [
    'smart-face-slimming',
    [
      'Takes JPEG or PNG up to 6 MB, smaller than 5000 × 5000 px.',
      'It must be larger than 128 × 128 px.',
      'Needs 1 to 3 faces.',
      'Each must be larger than 64 × 64 px.',
    ],
  ],
  [
    'face-analyzer-advanced',
    [
      'Takes JPEG, BMP, or PNG up to 20 MB, smaller than 4096 × 4096 px.',
      'It must be larger than 32 × 32 px.',
      'Needs at least one face.',
      'It must have at least 64 × 64 px.',
      'A quality of 85 or more is recommended for recognition.',
    ],
  ],
])('what %s asks for', (id, sentences) => expect(said(id)).toEqual(sentences));

it('says how a face suits skin analysis', () => {
  expect(said('skin-analysis').at(-1)).toBe(
    'Best with a face of 200 px or more that takes up 1/10 of the shorter edge, turned or tilted by 45° at most, sharp, uncovered and well lit.',
  );
});

it.each(operationList.map((spec) => [spec.id]))('fills in every value for %s', (id) => {
  for (const sentence of said(id)) expect(sentence).not.toMatch(/\{\{|undefined|NaN|recipes\./);
});

it('speaks of the first photograph only where the others are asked the same', () => {
  for (const { images } of operationList) {
    const [first, ...others] = images.map(({ field: _f, label: _l, ...limits }) => limits);
    for (const other of others) expect(other).toEqual(first);
  }
});
