/**
 * The letters of captions, from fonts that Burnish brings along: Inter for Latin, Cyrillic and Greek, Noto Sans for Chinese, Japanese and
 * Korean. Each comes in slices of a hundred letters or so, of which those are opened that a caption needs.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'opentype.js';

export interface CaptionFont {
  /** Tells it from others. */
  readonly id: string;
  /** A TrueType file. */
  readonly data: Buffer;
  readonly font: Font;
}

/** A stretch of a caption in one font; null where none of ours has its letters: Arabic, Hebrew, Thai, emoji. */
export interface CaptionRun {
  readonly text: string;
  readonly font: CaptionFont | null;
}

const families = ['inter', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc', 'noto-sans-tc'] as const;
type Family = (typeof families)[number];

/** Of a variable font; other weights are not used. */
const weight = 400;

interface Slice {
  readonly id: string;
  readonly file: string;
  /** First and last code points. */
  readonly spans: readonly (readonly [number, number])[];
}

const packages = createRequire(import.meta.url);
const known = new Map<Family, Promise<readonly Slice[]>>();
const opened = new Map<string, Promise<CaptionFont | null>>();

/** A caption in stretches that are each written in one font; letters are composed first, as files of macOS name them apart. */
export async function captionRuns(words: string): Promise<CaptionRun[]> {
  const text = words.normalize('NFC');
  const order = familiesFor(text);
  const runs: { text: string; font: CaptionFont | null }[] = [];
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    const last = runs.at(-1);
    // What the font at hand has stays in it: blanks and figures between two letters.
    const isSame =
      last !== undefined && (last.font === null ? continuesRun(last.text, segment) : hasAll(last.font, segment));
    const canStay = isSame && (/^[\p{P}\p{Z}\p{N}]+$/u.test(segment) || last.font?.id.startsWith(order[0] ?? ''));
    const font = canStay ? (last?.font ?? null) : await fontFor(segment, order);
    if (last !== undefined && last.font === font) last.text += segment;
    else runs.push({ text: segment, font });
  }
  return runs;
}

/** Between words from right to left, signs and figures have their place by what is around them. */
const continuesRun = (foreign: string, segment: string): boolean =>
  segment === ' ' ||
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(foreign);

/** Han characters are drawn as the caption's language has them: told by its kana or hangul, else by this computer's language. */
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
      const font = await open(slice);
      if (font !== null && hasAll(font, grapheme)) return font;
    }
  }
  return null;
}

function hasAll({ font }: CaptionFont, text: string): boolean {
  return [...text].every((letter) => font.charToGlyph(letter).index !== 0);
}

function slicesOf(family: Family): Promise<readonly Slice[]> {
  const found = known.get(family) ?? readSlices(family);
  known.set(family, found);
  return found;
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

/** Null where the font cannot be read: the caption goes on without it. */
function open(slice: Slice): Promise<CaptionFont | null> {
  const found = opened.get(slice.id) ?? instance(slice).catch(() => null);
  opened.set(slice.id, found);
  return found;
}

/** All letters of a slice in one weight, as programs that know no variable fonts take them. */
async function instance({ id, file, spans }: Slice): Promise<CaptionFont> {
  const letters = spans.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );
  // Slow to load, and seldom wanted.
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
