/** Outlines of letters, loaded from disk once. Run `node scripts/card-glyphs.ts` after a change of words. */
import { readFile } from 'node:fs/promises';
import type { TypefaceName } from './typefaces.ts';

export const weights = [400, 600] as const;
export type Weight = (typeof weights)[number];

/** In 1/1000 of the type size. `outline` is an SVG path from the baseline, y down. */
export type Glyph = { advance: number; outline: string };
/** `kerning` is by pairs of letters: change of their distance. */
export type Glyphs = { letters: ReadonlyMap<string, Glyph>; kerning: ReadonlyMap<string, number> };
export type Typeface = Record<Weight, Glyphs>;

const folder = new URL('./glyphs/', import.meta.url);
const loaded = new Map<TypefaceName, Promise<Typeface>>();

export function loadTypeface(name: TypefaceName): Promise<Typeface> {
  const known = loaded.get(name);
  if (known) return known;
  const typeface = readFile(new URL(`${name}.txt`, folder), 'utf8').then(readTypeface);
  loaded.set(name, typeface);
  return typeface;
}

/**
 * Parses lines `weight 600`, `glyph A 631 M0-1…`, `kern AV -80`, and comments after `#`. Letters are hexadecimal code
 * points (`41`, `41+56`).
 */
export function readTypeface(text: string): Typeface {
  const typeface = Object.fromEntries(
    weights.map((weight) => [weight, { letters: new Map<string, Glyph>(), kerning: new Map<string, number>() }]),
  ) as Record<Weight, { letters: Map<string, Glyph>; kerning: Map<string, number> }>;
  let glyphs = typeface[400];
  for (const line of text.split('\n')) {
    const [kind, name = '', number, outline = ''] = line.split(' ');
    if (kind === 'weight') glyphs = typeface[Number(name) as Weight];
    else if (kind === 'glyph') glyphs.letters.set(lettersOf(name), { advance: Number(number), outline });
    else if (kind === 'kern') glyphs.kerning.set(lettersOf(name), Number(number));
  }
  return typeface;
}

function lettersOf(name: string): string {
  return String.fromCodePoint(...name.split('+').map((code) => Number.parseInt(code, 16)));
}
