/**
 * `node scripts/card-glyphs.ts`: extracts the outlines of the rating card's letters from the fonts. Run it after its
 * texts have changed.
 *
 * The fonts are 22 MB in formats that are slow to parse, and the texts need a few hundred letters. So the engine
 * contains only their outlines (engine/effects/card/glyphs, under the license of the fonts, SIL OFL 1.1).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import opentype, { type Font, type PathCommand } from 'opentype.js';
import subsetFont from 'subset-font';
import { weights } from '../engine/effects/card/glyphs.ts';
import { type CardLanguage, cardWords } from '../engine/effects/card/languages.ts';
import { cardTexts, typefaceOf } from '../engine/effects/card/typefaces.ts';

const packages = {
  latin: 'inter',
  japanese: 'noto-sans-jp',
  korean: 'noto-sans-kr',
  'simplified-chinese': 'noto-sans-sc',
  'traditional-chinese': 'noto-sans-tc',
} as const;
type Family = keyof typeof packages;

/** Letters of every card, whatever its texts. */
const always = '0123456789 ';
/** Thousandths of the font size; less is invisible. */
const minKerning = 5;

const wanted = Object.fromEntries(Object.keys(packages).map((family) => [family, new Set<string>()])) as Record<
  Family,
  Set<string>
>;
for (const letter of always) wanted.latin.add(letter);
for (const language of Object.keys(cardWords) as CardLanguage[]) {
  for (const letter of cardTexts(cardWords[language]).join('')) wanted[typefaceOf(letter, language)].add(letter);
}
for (const family of Object.keys(packages) as Family[]) {
  const lines = await drawTypeface(packages[family], [...wanted[family]].sort());
  const path = fileURLToPath(new URL(`../engine/effects/card/glyphs/${family}.txt`, import.meta.url));
  await writeFile(path, `${lines.join('\n')}\n`);
  console.log(`${family}: ${wanted[family].size} letters`);
}

/** Returns the lines of a glyph file as engine/effects/card/glyphs.ts reads them. */
async function drawTypeface(name: string, letters: string[]): Promise<string[]> {
  const lines = [`# From the package @fontsource-variable/${name}, under the SIL Open Font License 1.1 (OFL.txt).`];
  const slices = await slicesOf(name);
  for (const weight of weights) {
    lines.push(`weight ${weight}`);
    const missing = new Set(letters);
    for (const { file, has } of slices) {
      const sliceLetters = [...missing].filter((letter) => has(letter.codePointAt(0)!));
      if (sliceLetters.length === 0) continue;
      const bytes = await subsetFont(await readFile(file), sliceLetters.join(''), {
        targetFormat: 'truetype',
        variationAxes: { wght: weight },
      });
      const font = opentype.parse(new Uint8Array(bytes).buffer);
      const drawn = sliceLetters.filter((letter) => font.charToGlyph(letter).index !== 0);
      for (const letter of drawn) missing.delete(letter);
      lines.push(...draw(font, drawn, name === packages.latin));
    }
    if (missing.size > 0) throw new Error(`${name} has no ${[...missing].join(' ')}`);
  }
  return lines;
}

/** Returns the lines for letters of one font file, in thousandths of the font size. */
function draw(font: Font, letters: string[], isKerned: boolean): string[] {
  const scale = 1000 / font.unitsPerEm;
  const glyphs = letters.map((letter) => ({
    code: letter.codePointAt(0)!.toString(16),
    glyph: font.charToGlyph(letter),
  }));
  const outlines = glyphs.map(({ code, glyph }) => {
    const outline = outlineOf(glyph.getPath(0, 0, 1000).commands);
    return `glyph ${code} ${Math.round(glyph.advanceWidth! * scale)} ${outline}`.trimEnd();
  });
  // CJK letters are monospaced and have no kerning.
  const pairs = isKerned ? glyphs.flatMap((left) => glyphs.map((right) => ({ left, right }))) : [];
  const kerning = pairs.flatMap(({ left, right }) => {
    const kernValue = Math.round(font.getKerningValue(left.glyph, right.glyph) * scale);
    return Math.abs(kernValue) < minKerning ? [] : [`kern ${left.code}+${right.code} ${kernValue}`];
  });
  return [...outlines, ...kerning];
}

/** Returns an SVG path with integers and without spaces. The writer of opentype.js joins numbers that round to zero. */
function outlineOf(commands: PathCommand[]): string {
  return commands
    .map(({ type, ...points }) => type + ['x1', 'y1', 'x2', 'y2', 'x', 'y'].flatMap((key) => coordinate(points, key)))
    .join('');
}

function coordinate(points: Partial<Record<string, number>>, key: string): number[] {
  const value = points[key];
  return value === undefined ? [] : [Math.round(value) + 0];
}

/** Returns the files of a font, each with its range of characters. */
async function slicesOf(name: string) {
  const folder = new URL(`../node_modules/@fontsource-variable/${name}/`, import.meta.url);
  const ranges = JSON.parse(await readFile(new URL('unicode.json', folder), 'utf8')) as Record<string, string>;
  return Object.entries(ranges).map(([subset, range]) => {
    const spans = range.split(',').map((part) => {
      const [first, last = first] = part.replace('U+', '').split('-');
      return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)] as const;
    });
    const slice = subset.replace(/[[\]]/g, '');
    return {
      file: new URL(`files/${name}-${slice}-wght-normal.woff2`, folder),
      has: (code: number) => spans.some(([first, last]) => code >= first && code <= last),
    };
  });
}
