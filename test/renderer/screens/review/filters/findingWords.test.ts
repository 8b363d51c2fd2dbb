import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import {
  detectedKinds,
  type FindingValue,
  findingKinds,
  isMeasured,
} from '../../../../../contract/findings/finding-kinds.ts';
import { parseSearch } from '../../../../../main/store/review/search/parse-search.ts';
import {
  filterName,
  findingName,
  formatFindings,
} from '../../../../../renderer/screens/review/filters/findingWords.ts';

const { t } = i18next;
const found = (kind: FindingValue['kind'], more: Partial<FindingValue> = {}): FindingValue => ({
  ...{ kind, text: '', value: null, confidence: null, face: 0 },
  ...more,
});

describe('texts of findings', () => {
  it.each<[string | null, readonly FindingValue[]]>([
    [null, []],
    ['No findings', [found('gender', { text: 'male' })]],
    ['0 faces', [found('faces', { value: 0 })]],
    ['1 face, age 34', [found('faces', { value: 1 }), found('age', { value: 34 }), found('gender', { text: 'male' })]],
    [
      '2 faces, quality 91, smiling, sunglasses',
      [
        found('faces', { value: 2 }),
        ...[88, 91].map((value, at) => found('quality', { value, face: at + 1 })),
        ...[20, 30].map((value, at) => found('age', { value, face: at + 1 })),
        ...[1, 2].map((face) => found('expression', { text: 'smiling', face })),
        found('glasses', { text: 'sunglasses', face: 2 }),
      ],
    ],
    ['Acne', [found('acne')]],
    [
      'Crow’s feet, moles, oily skin +1',
      [
        found('acne', { confidence: 0.1 }),
        found('skin_type', { text: 'oily', confidence: 0.7 }),
        found('mole', { confidence: 0.8 }),
        found('crows_feet', { confidence: 0.9 }),
      ],
    ],
  ])('%s', (words, findings) => {
    expect(formatFindings(t, findings)).toBe(words);
  });

  it('name the filter', () => {
    expect(filterName(t, { kind: 'acne', text: '', atLeast: null })).toBe('Acne');
    expect(filterName(t, { kind: 'glasses', text: 'sunglasses', atLeast: null })).toBe('Sunglasses');
    expect(filterName(t, { kind: 'faces', text: '', atLeast: 2 })).toBe('Faces ≥ 2');
  });

  it('are found by a search', () => {
    for (const kind of findingKinds) {
      const texts = isMeasured(kind) ? [''] : Object.keys(detectedKinds[kind]);
      for (const text of texts) {
        const name = findingName(t, kind, text);
        // Every finding has a translation instead of its message key.
        expect(name).not.toContain('review.');
        if (isMeasured(kind)) continue;
        const [{ meanings }] = parseSearch(`finding:${name.split(' ')[0]}`, 0) as [
          ReturnType<typeof parseSearch>[number],
        ];
        expect([name, JSON.stringify(meanings)]).toEqual([name, expect.stringContaining(JSON.stringify([kind, text]))]);
      }
    }
  });
});
