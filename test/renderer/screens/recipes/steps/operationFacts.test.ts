import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import type { OperationId } from '../../../../../contract/operations/operation-spec.ts';
import { operationList, operations } from '../../../../../contract/operations/table.ts';
import {
  type Fact,
  operationFacts,
  operationLimits,
} from '../../../../../renderer/screens/recipes/steps/operationFacts.ts';

const textOf = ({ key, values }: Fact) =>
  (i18next.t as (key: string, values: object) => string)(`recipes.facts.${key}`, values);
const factTexts = (id: OperationId, isFitted = true) => operationFacts(operations[id], isFitted).map(textOf);
const limitTexts = (id: OperationId) => operationLimits(operations[id]).map(textOf);
const fitted = 'Larger photographs are fitted automatically';

it.each<[OperationId, string[]]>([
  ['universal-background-removal', [fitted]],
  ['face-beauty-pro', [fitted, 'one or more faces']],
  ['smart-face-slimming', [fitted, 'at least 129 × 129 px', '1 to 3 faces', 'faces over 64 px']],
  [
    'face-analyzer-advanced',
    [fitted, 'one or more faces', 'faces of 64 px or more', 'best for recognition at quality 85 or higher'],
  ],
])('facts for users of %s', (id, sentences) => expect(factTexts(id)).toEqual(sentences));

it('shows the exact limits if photographs are not resized', () => {
  expect(factTexts('face-key-points', false)).toEqual([
    'JPEG, BMP, or PNG, up to 8 MB',
    'up to 1919 × 1079 px',
    'one or more faces',
  ]);
});

it.each<[OperationId, string[]]>([
  ['face-beauty-pro', ['JPEG or PNG, up to 2 MB', '49 × 49 to 4095 × 4095 px', 'result kept 24 h']],
  [
    'universal-background-removal',
    ['JPEG, BMP, WEBP, or PNG, up to 3 MB', '33 × 33 to 1999 × 1999 px', 'no PNG of 8, 16, or 64 bits'],
  ],
])('the limits of %s', (id, sentences) => expect(limitTexts(id)).toEqual(sentences));

it('describes suitable faces for skin analysis', () => {
  expect(factTexts('skin-analysis').at(-1)).toBe(
    'best with a sharp, uncovered, well-lit face of at least 200 px and 1/10 of the shorter edge, turned by no more than 45°',
  );
});

it.each(operationList.map((spec) => [spec.id]))('fills in every value for %s', (id) => {
  for (const sentence of [...factTexts(id), ...factTexts(id, false), ...limitTexts(id)])
    expect(sentence).not.toMatch(/\{\{|undefined|NaN|recipes\./);
});

it('describes only the first photograph, because the others have the same limits', () => {
  for (const { images } of operationList) {
    const [first, ...others] = images.map(({ field: _f, label: _l, ...limits }) => limits);
    for (const otherLimits of others) expect(otherLimits).toEqual(first);
  }
});
