/** Line breaking by language: at spaces, or between words with the Japanese and Chinese rules (kinsoku). */
import type { CardLanguage } from './languages.ts';

/** Characters that may not begin or end a line. */
const notFirst = '、。，．・：；？！）」』】〉》ーっゃゅょッャュョ々…';
const notLast = '（「『【〈《';

/** For languages without spaces. */
const spaceless: Partial<Record<CardLanguage, Intl.Segmenter>> = {
  'ja-JP': new Intl.Segmenter('ja', { granularity: 'word' }),
  'zh-CN': new Intl.Segmenter('zh-Hans', { granularity: 'word' }),
  'zh-TW': new Intl.Segmenter('zh-Hant', { granularity: 'word' }),
};

/** Splits a text after each possible break. */
export function breaksOf(text: string, language: CardLanguage): string[] {
  const segmenter = spaceless[language];
  if (!segmenter) return text.match(/[^ ]+ */g) ?? [];
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = pieces.at(-1);
    const stays = notFirst.includes(segment[0]!) || segment === ' ' || isEnding(segment, language);
    if (last !== undefined && (stays || notLast.includes(last.at(-1)!))) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

/** Whether a Japanese word in hiragana belongs to the one before, as particles and verb endings do. */
function isEnding(segment: string, language: CardLanguage): boolean {
  return language === 'ja-JP' && /^[ぁ-ん]{1,3}$/.test(segment);
}
