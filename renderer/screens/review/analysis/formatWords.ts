import type { TFunction } from 'i18next';
import type { LocalizedValue } from './analysisModel.ts';

/** Returns the text of a value. Its key has been checked by `localizedValue`; its numbers are not typed. */
export const formatWords = (t: TFunction, words: LocalizedValue | string): string =>
  typeof words === 'string'
    ? words
    : (t as unknown as (key: string, values?: object) => string)(words.key, words.values);
