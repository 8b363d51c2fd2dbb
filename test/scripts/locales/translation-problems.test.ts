import { describe, expect, it } from 'vitest';
import { findTranslationProblems, requiredKeys } from '../../../scripts/locales/translation-problems.ts';

const english = new Map([
  ['a', 'Copy “{{name}}”.'],
  ['b_one', 'One file in “{{folder}}”'],
  ['b_other', '{{count}} files in “{{folder}}”'],
]);
const problems = (translation: Record<string, string>, language: 'de' | 'fr' | 'ru' | 'ja' | 'es') =>
  findTranslationProblems(english, new Map(Object.entries(translation)), language).map(
    ({ key, problem }) => `${key} ${problem}`,
  );

it.each([
  ['de', ['a', 'b_one', 'b_other']],
  ['ja', ['a', 'b_other']],
  ['ru', ['a', 'b_few', 'b_many', 'b_one', 'b_other']],
  ['es', ['a', 'b_many', 'b_one', 'b_other']],
] as const)('%s has these forms', (language, keys) => {
  expect([...requiredKeys(english, language).keys()].sort()).toEqual(keys);
});

describe('a translation', () => {
  it('can be complete', () => {
    const de = {
      a: '„{{name}}“ kopieren.',
      b_one: 'Eine Datei in „{{folder}}“',
      b_other: '{{count}} Dateien in „{{folder}}“',
    };
    expect(problems(de, 'de')).toEqual([]);
    const ja = { a: '「{{name}}」をコピー', b_other: '「{{folder}}」の{{count}}個のファイル' };
    expect(problems(ja, 'ja')).toEqual([]);
  });

  it('reports missing keys, unknown keys and missing placeholders', () => {
    expect(problems({ a: 'Kopieren.', b_one: '„{{folder}}“', c: 'Nichts' }, 'de')).toEqual([
      'b_other is missing',
      'a does not name {{name}}: Kopieren.',
      'c is no key',
    ]);
  });

  it('reports unknown placeholders', () => {
    expect(problems({ a: '„{{nam}}“', b_one: '{{folder}}', b_other: '{{count}} {{folder}}' }, 'de')).toEqual([
      'a does not name {{name}}: „{{nam}}“',
      'a names {{nam}}, which is not there: „{{nam}}“',
    ]);
  });

  it('requires the number in the singular form if that form also covers 0 or 21', () => {
    const fr = {
      a: '{{name}}',
      b_one: 'Un fichier dans {{folder}}',
      b_many: '{{count}} {{folder}}',
      b_other: '{{count}} {{folder}}',
    };
    expect(problems(fr, 'fr')).toEqual(['b_one does not name {{count}}: Un fichier dans {{folder}}']);
  });

  it.each([
    ['de', '"{{name}}"', 'has ", which is no quotation mark of the language'],
    ['ja', '“{{name}}”', 'has “, which is no quotation mark of the language'],
    ['es', '{{name}}...', 'has three dots for an ellipsis'],
    ['fr', '«\u00a0{{name}}\u00a0\u0001', 'has a control character'],
    ['fr', 'Copier : {{name}}', ''],
    ['fr', 'Copier: {{name}}', 'lacks a no-break space'],
    ['fr', 'Copier\u00a0: {{name}}', ''],
    ['fr', '« {{name}} »', 'lacks a no-break space'],
    ['fr', '«\u00a0{{name}}\u00a0»\u202f?', ''],
  ] as const)('in %s: %s', (language, text, expected) => {
    const faults = findTranslationProblems(new Map([['a', '{{name}}']]), new Map([['a', text]]), language).map(
      (fault) => fault.problem,
    );
    if (expected === '') expect(faults).toEqual([]);
    else expect(faults[0]).toContain(expected);
  });
});
