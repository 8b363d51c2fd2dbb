/** A caption as a line of known width, cut to its room: stretches in our fonts, and pictures of what only this computer's fonts may have. */
import type { Font } from 'opentype.js';
import { type CaptionFont, captionRuns } from './caption-fonts.ts';
import { drawSystemFontText } from './system-font-text.ts';

export type LinePart = {
  readonly text: string;
  /** From the line's beginning, and how wide it is; points. */
  readonly left: number;
  readonly width: number;
} & (
  | { readonly font: CaptionFont }
  /** `rise` is from the picture's top to the line that letters stand on; points. */
  | { readonly font: null; readonly png: Buffer | null; readonly rise: number }
);

export interface CaptionLine {
  readonly parts: readonly LinePart[];
  /** Points. */
  readonly width: number;
}

/** Characters that are looked at: no caption shows more. */
const maxCaptionLength = 300;

/**
 * @param size of the letters, points
 * @param maxWidth how wide the line may be, points; what is beyond ends in an ellipsis
 * @param scale dots of a picture per point
 */
export async function captionLine(words: string, size: number, maxWidth: number, scale: number): Promise<CaptionLine> {
  const graphemes = Array.from(
    new Intl.Segmenter('und').segment(words.slice(0, maxCaptionLength)),
    ({ segment }) => segment,
  );
  const fullLine = await lineOf(graphemes.join(''), size, scale);
  if (fullLine.width <= maxWidth && words.length <= maxCaptionLength) return fullLine;
  // The longest beginning that fits, by halves.
  let [fits, line, beyond] = [0, await lineOf('…', size, scale), graphemes.length];
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2);
    const tried = await lineOf(`${graphemes.slice(0, middle).join('')}…`, size, scale);
    if (tried.width <= maxWidth) [fits, line] = [middle, tried];
    else beyond = middle;
  }
  return line;
}

async function lineOf(words: string, size: number, scale: number): Promise<CaptionLine> {
  const parts: LinePart[] = [];
  let left = 0;
  for (const { text, font } of await captionRuns(words)) {
    if (font === null) {
      const { png, width, rise } = await drawSystemFontText(text, size, scale);
      parts.push({ text, font, png, left, width: width / scale, rise: rise / scale });
    } else parts.push({ text, font, left, width: widthOf(font.font, text, size) });
    left += parts.at(-1)?.width ?? 0;
  }
  return { parts, width: left };
}

function widthOf(font: Font, text: string, size: number): number {
  let units = 0;
  for (const letter of text) units += font.charToGlyph(letter).advanceWidth ?? 0;
  return (units * size) / font.unitsPerEm;
}

/** The outline of a part as an SVG path in dots, its base line at `y`. */
export function partPath(
  { text, font }: { text: string; font: CaptionFont },
  x: number,
  y: number,
  dots: number,
): string {
  const scale = dots / font.font.unitsPerEm;
  let penX = x;
  let path = '';
  for (const letter of text) {
    const glyph = font.font.charToGlyph(letter);
    for (const { type, ...points } of glyph.getPath(penX, y, dots).commands) {
      const numbers = ['x1', 'y1', 'x2', 'y2', 'x', 'y'].flatMap((key) => points[key] ?? []);
      path += `${type}${numbers.map((number) => number.toFixed(2)).join(' ')}`;
    }
    penX += (glyph.advanceWidth ?? 0) * scale;
  }
  return path;
}
