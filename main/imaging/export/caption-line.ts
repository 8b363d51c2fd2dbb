import type { Font } from 'opentype.js';
import { type CaptionFont, splitByFont } from './caption-fonts.ts';
import { drawSystemFontText } from './system-font-text.ts';

export type LinePart = {
  readonly text: string;
  /** Position in the line and width, points. */
  readonly left: number;
  readonly width: number;
} & (
  | { readonly font: CaptionFont }
  /** `rise` is the baseline's distance from the picture's top, points. */
  | { readonly font: null; readonly png: Buffer | null; readonly rise: number }
);

export interface CaptionLine {
  readonly parts: readonly LinePart[];
  /** Points. */
  readonly width: number;
}

/** Longer captions never fit. */
const maxCaptionLength = 300;

/**
 * Lays out a caption in our fonts, or in pictures of text in this computer's.
 * @param size of the letters, points
 * @param maxWidth points; longer captions end in an ellipsis
 * @param scale dots of a picture per point
 */
export async function layOutCaption(text: string, size: number, maxWidth: number, scale: number): Promise<CaptionLine> {
  const graphemes = Array.from(
    new Intl.Segmenter('und').segment(text.slice(0, maxCaptionLength)),
    ({ segment }) => segment,
  );
  const fullLine = await lineOf(graphemes.join(''), size, scale);
  if (fullLine.width <= maxWidth && text.length <= maxCaptionLength) return fullLine;
  // Bisects for the longest part that fits.
  let [low, line, high] = [0, await lineOf('…', size, scale), graphemes.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const candidate = await lineOf(`${graphemes.slice(0, middle).join('')}…`, size, scale);
    if (candidate.width <= maxWidth) [low, line] = [middle, candidate];
    else high = middle;
  }
  return line;
}

async function lineOf(text: string, size: number, scale: number): Promise<CaptionLine> {
  const parts: LinePart[] = [];
  let left = 0;
  for (const { text: part, font } of await splitByFont(text)) {
    if (font === null) {
      const { png, width, rise } = await drawSystemFontText(part, size, scale);
      parts.push({ text: part, font, png, left, width: width / scale, rise: rise / scale });
    } else parts.push({ text: part, font, left, width: widthOf(font.font, part, size) });
    left += parts.at(-1)?.width ?? 0;
  }
  return { parts, width: left };
}

function widthOf(font: Font, text: string, size: number): number {
  let units = 0;
  for (const letter of text) units += font.charToGlyph(letter).advanceWidth ?? 0;
  return (units * size) / font.unitsPerEm;
}

/** Formats a part's outlines as an SVG path in dots, with the baseline at `y`. */
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
