/** Sets text: measures it, breaks it into lines, shrinks it to fit, and draws outlines of its letters. */
import { type Glyph, loadTypeface, type Typeface, type Weight } from './glyphs.ts';
import type { CardLanguage } from './languages.ts';
import { breaksOf } from './line-breaks.ts';
import { type TypefaceName, typefaceNames, typefaceOf } from './typefaces.ts';

/** `size` in px; `leading` in sizes. */
export type TextStyle = { size: number; weight: Weight; leading: number };
/** In px; `lines` is a maximum. */
export type TextBox = { width: number; lines: number; minSize: number };
/** `fits` is false if `minSize` is too large. */
export type SetText = { lines: string[]; style: TextStyle; width: number; height: number; fits: boolean };

/** Share of the type size. */
const capHeight = 0.73;
const shrinkFactor = 0.97;

export class Typesetter {
  readonly #language: CardLanguage;
  readonly #typefaces: ReadonlyMap<TypefaceName, Typeface>;

  private constructor(language: CardLanguage, typefaces: ReadonlyMap<TypefaceName, Typeface>) {
    this.#language = language;
    this.#typefaces = typefaces;
  }

  static async for(language: CardLanguage): Promise<Typesetter> {
    const names = typefaceNames.filter((name) => name === 'latin' || name === typefaceOf('一', language));
    const entries = await Promise.all(names.map(async (name) => [name, await loadTypeface(name)] as const));
    return new Typesetter(language, new Map(entries));
  }

  has(letter: string, weight: Weight): boolean {
    return this.#typefaces.get(typefaceOf(letter, this.#language))?.[weight].letters.has(letter) ?? false;
  }

  /** In px, for one line. @throws Error for a letter without outline */
  widthOf(text: string, { size, weight }: TextStyle): number {
    return (this.#place(text, weight).advance * size) / 1000;
  }

  /** Breaks a text into balanced lines, and shrinks it until it fits. */
  set(text: string, style: TextStyle, box: TextBox): SetText {
    for (let size = style.size; ; size = Math.max(box.minSize, size * shrinkFactor)) {
      const smaller = { ...style, size };
      const lines = this.#balance(text, smaller, box.width);
      const width = Math.max(...lines.map((line) => this.widthOf(line, smaller)));
      const doesFit = lines.length <= box.lines && width <= box.width;
      if (doesFit || size === box.minSize) {
        return {
          lines,
          style: smaller,
          width,
          height: size * (capHeight + style.leading * (lines.length - 1)),
          fits: doesFit,
        };
      }
    }
  }

  /** Returns SVG paths, with the first baseline at `y`. */
  draw({ lines, style }: SetText, x: number, y: number, fill: string, anchor: 'start' | 'middle' = 'start'): string {
    return lines
      .map((line, index) => {
        const left = anchor === 'start' ? x : x - this.widthOf(line, style) / 2;
        return this.#outline(line, style, left, y + index * style.size * style.leading, fill);
      })
      .join('');
  }

  /** Fills lines greedily, then narrows them by bisection without adding a line. */
  #balance(text: string, style: TextStyle, width: number): string[] {
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

  /** Returns offsets in 1/1000 of the type size. */
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
