/** Names up to this length are not split. */
const maxWholeLength = 18;
const maxTailWidth = 14;

/** Wide characters, such as Chinese ones, count twice. */
const widthOf = (text: string) => [...text].reduce((sum, each) => sum + (each > '\u2e80' ? 2 : 1), 0);

/** Splits a long name before its last words, or in a word without spaces; the second part of a short one is empty. */
export function splitName(text: string): readonly [string, string] {
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  if (widthOf(text) <= maxWholeLength) return [text, ''];
  const starts = graphemes
    .map((_, index) => index)
    .filter((index) => widthOf(graphemes.slice(index).join('')) <= maxTailWidth);
  const start = starts.find((index) => graphemes[index] === ' ') ?? starts[0] ?? graphemes.length;
  return [graphemes.slice(0, start).join(''), graphemes.slice(start).join('')];
}
