import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../../contract/messages/language.ts';
import { readCatalog, translatedNames } from '../../../scripts/locales/catalogs.ts';
import { findTranslationProblems } from '../../../scripts/locales/translation-problems.ts';

const english = readCatalog('en');
const translatedLanguages = languages.filter((language) => language !== 'en');

const stemOf = (key: string) => key.replace(/_(one|few|many|other)$/, '');

describe.each(translatedLanguages)('%s', (language) => {
  it('has every text of English, with what it names, its plural forms and its quotation marks', () => {
    expect(findTranslationProblems(english, readCatalog(language), language)).toEqual([]);
  });

  it('has its texts in the order of English', () => {
    const stems = (language: Language) => [...new Set([...readCatalog(language).keys()].map(stemOf))];
    expect(stems(language)).toEqual(stems('en'));
  });

  it('gives a name to nothing that there is not', () => {
    const { unknown, count } = translatedNames(language);
    expect(unknown).toEqual([]);
    expect(count).toBeGreaterThan(120);
  });

  it('is written in its own script, but for what is called so everywhere', () => {
    const texts = [...readCatalog(language)].filter(([key, text]) => {
      if (/Example$|\.bar$/.test(key)) return false;
      const before = english.get(key);
      return text === before && (before.replace(/\{\{\w+\}\}/g, '').match(/\p{Ll}{3,}/gu) ?? []).length > 2;
    });
    expect(texts).toEqual([]);
  });
});
