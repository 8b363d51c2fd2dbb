/** Where a line of text may end, by the habits of each language. */
import type { CardLanguage } from './languages.ts';

/** What may not begin a line (and so stays with what is before), and what may not end one. */
const notFirst = '、。，．・：；？！）」』】〉》ーっゃゅょッャュョ々…';
const notLast = '（「『【〈《';

/** Languages written without spaces are broken between words all the same. */
const spaceless: Partial<Record<CardLanguage, Intl.Segmenter>> = {
  'ja-JP': new Intl.Segmenter('ja', { granularity: 'word' }),
  'zh-CN': new Intl.Segmenter('zh-Hans', { granularity: 'word' }),
  'zh-TW': new Intl.Segmenter('zh-Hant', { granularity: 'word' }),
};

/** The text in pieces that stay whole; a line may end after each. Spaces belong to the piece before. */
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

/** In Japanese, particles and verb endings are written in hiragana and belong to the word before. */
function isEnding(segment: string, language: CardLanguage): boolean {
  return language === 'ja-JP' && /^[ぁ-ん]{1,3}$/.test(segment);
}
