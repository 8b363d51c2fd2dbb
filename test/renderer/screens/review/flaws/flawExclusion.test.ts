import { expect, it } from 'vitest';
import { everyPhotograph } from '../../../../../contract/review/list-queries.ts';
import { withoutFlawed } from '../../../../../renderer/screens/review/flaws/flawExclusion.ts';

const flawed = {
  results: [
    { resultId: 70, photographId: 7 },
    { resultId: 90, photographId: 9 },
  ],
  kinds: [],
};

it('leaves out results with flaws from each kind of choice', () => {
  expect(withoutFlawed({ versions: [60, 70, 9] }, flawed)).toEqual({ versions: [60, 9] });
  expect(withoutFlawed({ ids: [6, 7, 70] }, flawed)).toEqual({ ids: [6, 70] });
  expect(withoutFlawed({ query: everyPhotograph, except: [1, 7] }, flawed)).toEqual({
    ...{ query: everyPhotograph, except: [1, 7, 9] },
  });
});

it('returns null if all are left out', () => {
  expect(withoutFlawed({ versions: [70, 90] }, flawed)).toBe(null);
  expect(withoutFlawed({ ids: [7, 9] }, flawed)).toBe(null);
});
