import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../../contract/messages/language.ts';
import { readCatalog, translatedNames } from '../../../scripts/locales/catalogs.ts';
import { findTranslationProblems } from '../../../scripts/locales/translation-problems.ts';

const english = readCatalog('en');
const translatedLanguages = languages.filter((language) => language !== 'en');

const stemOf = (key: string) => key.replace(/_(one|few|many|other)$/, '');

describe.each(translatedLanguages)('%s', (language) => {
  it('has every English text, with its placeholders, plural forms and quotation marks', () => {
    expect(findTranslationProblems(english, readCatalog(language), language)).toEqual([]);
  });

  it('has its texts in the order of English', () => {
    const stems = (language: Language) => [...new Set([...readCatalog(language).keys()].map(stemOf))];
    expect(stems(language)).toEqual(stems('en'));
  });

  it('translates only names that exist', () => {
    const { unknown, count } = translatedNames(language);
    expect(unknown).toEqual([]);
    expect(count).toBeGreaterThan(120);
  });

  it('translates every text, except names that are the same everywhere', () => {
    const texts = [...readCatalog(language)].filter(([key, text]) => {
      if (/Example$|\.bar$/.test(key)) return false;
      const before = english.get(key);
      return text === before && (before.replace(/\{\{\w+\}\}/g, '').match(/\p{Ll}{3,}/gu) ?? []).length > 2;
    });
    expect(texts).toEqual([]);
  });
});
