/** Words of a reading as text. */
import type { TFunction } from 'i18next';
import type { Words } from './reading.ts';

/** The keys are checked where the words are made; their values are not typed. */
export const sayWords = (t: TFunction, words: Words | string): string =>
  typeof words === 'string' ? words : (t as (key: string, values?: object) => string)(words.key, words.values);
