import { expect, it } from 'vitest';
import { readingOf, terminalLanguages } from '../../../contract/messages/language.ts';

it.each([
  [['de-AT', 'en'], { language: 'de', locale: 'de-AT' }],
  [['de_DE.UTF-8'], { language: 'de', locale: 'de-DE' }],
  [['zh-Hant-HK'], { language: 'zh-TW', locale: 'zh-Hant-HK' }],
  [['zh'], { language: 'zh-CN', locale: 'zh' }],
  [['zh_TW'], { language: 'zh-TW', locale: 'zh-TW' }],
  [['pt-BR', 'fr-CA'], { language: 'fr', locale: 'fr-CA' }],
  [['ca_ES@valencia', 'es'], { language: 'es', locale: 'es' }],
  [['C.UTF-8'], { language: 'en', locale: 'en' }],
  [['POSIX'], { language: 'en', locale: 'en' }],
  [['nonsense tag', ''], { language: 'en', locale: 'en' }],
  [[], { language: 'en', locale: 'en' }],
  [['en_XA.UTF-8'], { language: 'en-XA', locale: 'en' }],
])('%j is read as %j', (preferred, reading) => {
  expect(readingOf(preferred)).toEqual(reading);
});

it('puts the chosen language first, with the system’s region of that language', () => {
  expect(readingOf(['en-GB', 'de-CH'], 'de')).toEqual({ language: 'de', locale: 'de-CH' });
  expect(readingOf(['en-GB'], 'ja')).toEqual({ language: 'ja', locale: 'ja' });
  expect(readingOf(['fr-FR'], 'en')).toEqual({ language: 'en', locale: 'en' });
});

it.each([
  [{ LANG: 'de_DE.UTF-8' }, ['de_DE.UTF-8']],
  [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'fr_FR', LC_ALL: '' }, ['fr_FR']],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, ['C']],
  [{ LANGUAGE: 'fr:es', LANG: 'de_DE.UTF-8' }, ['fr', 'es', 'de_DE.UTF-8']],
  [{ LANGUAGE: 'fr', LC_ALL: 'C.UTF-8' }, ['C.UTF-8']],
  [{}, []],
])('a terminal with %j', (env, tags) => {
  expect(terminalLanguages(env)).toEqual(tags);
});
