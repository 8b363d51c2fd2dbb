/**
 * Fonts of captions that Burnish includes: Inter for Latin, Cyrillic and Greek, Noto Sans for Chinese, Japanese and
 * Korean. Each consists of slices of about a hundred letters, opened on demand.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'opentype.js';

export interface CaptionFont {
  readonly id: string;
  /** A TrueType file. */
  readonly data: Buffer;
  readonly font: Font;
}

/** Text in one font; null for scripts without one: Arabic, Hebrew, Thai, emoji. */
export interface CaptionRun {
  readonly text: string;
  readonly font: CaptionFont | null;
}

const families = ['inter', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc', 'noto-sans-tc'] as const;
type Family = (typeof families)[number];

/** Regular weight. */
const weight = 400;

interface Slice {
  readonly id: string;
  readonly file: string;
  /** First and last code points. */
  readonly spans: readonly (readonly [number, number])[];
}

const packages = createRequire(import.meta.url);
const slices = new Map<Family, Promise<readonly Slice[]>>();
const fonts = new Map<string, Promise<CaptionFont | null>>();

/** Splits a caption by font. Normalizes first, because macOS decomposes file names. */
export async function splitByFont(caption: string): Promise<CaptionRun[]> {
  const text = caption.normalize('NFC');
  const order = familiesFor(text);
  const runs: { text: string; font: CaptionFont | null }[] = [];
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    const last = runs.at(-1);
    // Blanks and digits between letters stay in the current font.
    const isSame =
      last !== undefined && (last.font === null ? continuesRun(last.text, segment) : hasAll(last.font, segment));
    const canStay = isSame && (/^[\p{P}\p{Z}\p{N}]+$/u.test(segment) || last.font?.id.startsWith(order[0] ?? ''));
    const font = canStay ? (last?.font ?? null) : await fontFor(segment, order);
    if (last !== undefined && last.font === font) last.text += segment;
    else runs.push({ text: segment, font });
  }
  return runs;
}

/** Signs and digits within right-to-left text belong to it. */
const continuesRun = (foreign: string, segment: string): boolean =>
  segment === ' ' ||
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(foreign);

/** Han characters take the forms of the caption's language (by kana or hangul), else of this computer's. */
function familiesFor(text: string): Family[] {
  const first = (family: Family) => [
    'inter' as const,
    family,
    ...families.filter((each) => each !== family && each !== 'inter'),
  ];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return first('noto-sans-jp');
  if (/\p{Script=Hangul}/u.test(text)) return first('noto-sans-kr');
  const { language, region, script } = new Intl.Locale(Intl.DateTimeFormat().resolvedOptions().locale).maximize();
  if (language === 'ja') return first('noto-sans-jp');
  if (language === 'ko') return first('noto-sans-kr');
  return first(script === 'Hant' || region === 'TW' ? 'noto-sans-tc' : 'noto-sans-sc');
}

async function fontFor(grapheme: string, order: readonly Family[]): Promise<CaptionFont | null> {
  const code = grapheme.codePointAt(0) ?? 0;
  for (const family of order) {
    for (const slice of await slicesOf(family)) {
      if (!slice.spans.some(([first, last]) => code >= first && code <= last)) continue;
      const font = await openSlice(slice);
      if (font !== null && hasAll(font, grapheme)) return font;
    }
  }
  return null;
}

function hasAll({ font }: CaptionFont, text: string): boolean {
  return [...text].every((letter) => font.charToGlyph(letter).index !== 0);
}

function slicesOf(family: Family): Promise<readonly Slice[]> {
  const promise = slices.get(family) ?? readSlices(family);
  slices.set(family, promise);
  return promise;
}

async function readSlices(family: Family): Promise<readonly Slice[]> {
  const folder = dirname(packages.resolve(`@fontsource-variable/${family}/package.json`));
  const ranges = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(ranges).map(([name, range]) => {
    const slice = name.replace(/[[\]]/g, '');
    const spans = range.split(',').map((part) => {
      const [first = '', last = first] = part.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    });
    return { id: `${family}-${slice}`, file: join(folder, 'files', `${family}-${slice}-wght-normal.woff2`), spans };
  });
}

/** Null if unreadable: captions use another font then. */
function openSlice(slice: Slice): Promise<CaptionFont | null> {
  const promise = fonts.get(slice.id) ?? instantiate(slice).catch(() => null);
  fonts.set(slice.id, promise);
  return promise;
}

/** Converts a slice to one weight, because PDF and SVG take no variable fonts. */
async function instantiate({ id, file, spans }: Slice): Promise<CaptionFont> {
  const letters = spans.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
  // Imported late, because they load slowly and are rarely needed.
  const [{ default: opentype }, { default: subsetFont }] = await Promise.all([
    import('opentype.js'),
    import('subset-font'),
  ]);
  const bytes = await subsetFont(await readFile(file), letters.join(''), {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
  const data = Buffer.from(bytes);
  return { id, data, font: opentype.parse(new Uint8Array(data).buffer) };
}
