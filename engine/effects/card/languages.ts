/** Languages of a card (values of `output_language`) and their texts. */
import type { CardWords } from './words/card-words.ts';
import { german } from './words/de-DE.ts';
import { english } from './words/en-US.ts';
import { spanish } from './words/es-ES.ts';
import { french } from './words/fr-FR.ts';
import { japanese } from './words/ja-JP.ts';
import { korean } from './words/ko-KR.ts';
import { russian } from './words/ru-RU.ts';
import { simplifiedChinese } from './words/zh-CN.ts';
import { traditionalChinese } from './words/zh-TW.ts';

export const cardWords = {
  'de-DE': german,
  'en-US': english,
  'es-ES': spanish,
  'fr-FR': french,
  'ja-JP': japanese,
  'ko-KR': korean,
  'ru-RU': russian,
  'zh-CN': simplifiedChinese,
  'zh-TW': traditionalChinese,
} as const satisfies Record<string, CardWords>;

export type CardLanguage = keyof typeof cardWords;
