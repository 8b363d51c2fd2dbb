/** Words of a reading as text. */
import type { TFunction } from 'i18next';
import type { LocalizedValue } from './analysisModel.ts';

/** The keys are checked where the words are made; their values are not typed. */
export const formatWords = (t: TFunction, words: LocalizedValue | string): string =>
  typeof words === 'string'
    ? words
    : (t as unknown as (key: string, values?: object) => string)(words.key, words.values);
