/** Sets text: measures it, breaks it into lines, and draws the lines as outlines. */
import { type Glyph, loadTypeface, type Typeface, type Weight } from './glyphs.ts';
import type { CardLanguage } from './languages.ts';
import { breaksOf } from './line-breaks.ts';
import { type TypefaceName, typefaceNames, typefaceOf } from './typefaces.ts';

/** How a text is to look. Sizes in px of the card. */
export type TextStyle = { size: number; weight: Weight; leading: number };
/** Where a text may stand; `minSize` is the least type size it may be set in to fit. */
export type TextBox = { width: number; lines: number; minSize: number };
/** A text set in lines; `doesFit` is false where even the smallest size was too large. */
export type SetText = { lines: string[]; style: TextStyle; width: number; height: number; fits: boolean };

/** The height of capitals, as a share of the type size: what stands above the baseline of a line of text. */
const capitals = 0.73;
const shrink = 0.97;

export class Typesetter {
  readonly #language: CardLanguage;
  readonly #typefaces: ReadonlyMap<TypefaceName, Typeface>;

  private constructor(language: CardLanguage, typefaces: ReadonlyMap<TypefaceName, Typeface>) {
    this.#language = language;
    this.#typefaces = typefaces;
  }

  /** Loads the letters a language needs. */
  static async for(language: CardLanguage): Promise<Typesetter> {
    const names = typefaceNames.filter((name) => name === 'latin' || name === typefaceOf('一', language));
    const entries = await Promise.all(names.map(async (name) => [name, await loadTypeface(name)] as const));
    return new Typesetter(language, new Map(entries));
  }

  /** Whether a letter can be drawn. */
  has(letter: string, weight: Weight): boolean {
    return this.#typefaces.get(typefaceOf(letter, this.#language))?.[weight].letters.has(letter) ?? false;
  }

  /** Width of one line, px. @throws Error for a letter that is not among the outlines */
  widthOf(text: string, { size, weight }: TextStyle): number {
    return (this.#place(text, weight).advance * size) / 1000;
  }

  /** Breaks a text into lines of about the same length, and shrinks it until it fits. */
  set(text: string, style: TextStyle, box: TextBox): SetText {
    for (let size = style.size; ; size = Math.max(box.minSize, size * shrink)) {
      const smaller = { ...style, size };
      const lines = this.#balanced(text, smaller, box.width);
      const width = Math.max(...lines.map((line) => this.widthOf(line, smaller)));
      const doesFit = lines.length <= box.lines && width <= box.width;
      if (doesFit || size === box.minSize) {
        return {
          lines,
          style: smaller,
          width,
          height: size * (capitals + style.leading * (lines.length - 1)),
          fits: doesFit,
        };
      }
    }
  }

  /** An SVG path for each line, the first baseline at `y`. @param anchor where `x` is on each line */
  draw({ lines, style }: SetText, x: number, y: number, fill: string, anchor: 'start' | 'middle' = 'start'): string {
    return lines
      .map((line, index) => {
        const left = anchor === 'start' ? x : x - this.widthOf(line, style) / 2;
        return this.#outline(line, style, left, y + index * style.size * style.leading, fill);
      })
      .join('');
  }

  /** Fills lines one after the other, then narrows them as long as no line is added. */
  #balanced(text: string, style: TextStyle, width: number): string[] {
    const loose = this.#fill(text, style, width);
    let [low, high] = [width / loose.length / 2, width];
    while (high - low > 2) {
      const middle = (low + high) / 2;
      const lines = this.#fill(text, style, middle);
      const isWorse = lines.length > loose.length || lines.some((line) => this.widthOf(line, style) > middle);
      if (isWorse) low = middle;
      else high = middle;
    }
    return this.#fill(text, style, high);
  }

  #fill(text: string, style: TextStyle, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const piece of breaksOf(text, this.#language)) {
      if (line !== '' && this.widthOf((line + piece).trimEnd(), style) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
    }
    return [...lines, line.trimEnd()];
  }

  #outline(line: string, { size, weight }: TextStyle, x: number, y: number, fill: string): string {
    const scale = size / 1000;
    const { glyphs } = this.#place(line, weight);
    const drawn = glyphs
      .filter(({ glyph }) => glyph.outline !== '')
      .map(({ glyph, offset }) => `<path transform="translate(${offset} 0)" d="${glyph.outline}"/>`);
    return `<g fill="${fill}" transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale})">${drawn.join('')}</g>`;
  }

  /** Letters at their distances from the line's start, in thousandths of the type size. */
  #place(text: string, weight: Weight): { glyphs: { glyph: Glyph; offset: number }[]; advance: number } {
    const glyphs: { glyph: Glyph; offset: number }[] = [];
    let advance = 0;
    let before = '';
    for (const letter of text) {
      const typeface = this.#typefaces.get(typefaceOf(letter, this.#language))?.[weight];
      const glyph = typeface?.letters.get(letter);
      if (!glyph) throw new Error(`The card has no outline of "${letter}" in ${this.#language}.`);
      advance += typeface!.kerning.get(before + letter) ?? 0;
      glyphs.push({ glyph, offset: advance });
      advance += glyph.advance;
      before = letter;
    }
    return { glyphs, advance };
  }
}
