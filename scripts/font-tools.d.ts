/** Types of two packages that scripts/card-glyphs.ts uses and that have none. */

declare module 'opentype.js' {
  /** `x1`, `y1`, `x`, `y` … as in SVG; `Z` has none. */
  export type PathCommand = { type: string } & Partial<Record<string, number>>;
  export type Glyph = {
    index: number;
    advanceWidth?: number;
    getPath(x: number, y: number, size: number): { commands: PathCommand[] };
  };
  export type Font = {
    unitsPerEm: number;
    charToGlyph(letter: string): Glyph;
    getKerningValue(left: Glyph, right: Glyph): number;
  };
  const opentype: { parse(bytes: ArrayBuffer): Font };
  export default opentype;
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Uint8Array>;
}
