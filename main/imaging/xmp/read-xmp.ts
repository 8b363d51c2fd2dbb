/** What an XMP packet, embedded or beside its photograph, says that people care for: stars, label, pick, title, names. */
import { type Color, labelColorByName, labelNames, labelNumbers } from './label-names.ts';
import { namespaces, tryParseXmp, type XmpProperty } from './parse-xmp.ts';

export interface XmpFacts {
  /** 0 to 5 stars; null where it does not say. A rejection (-1) is told by `pick`. */
  readonly rating: number | null;
  /** As it is written there: "Red", or a name of the user's own. */
  readonly label: string | null;
  /** 1 picked, 0 neither, -1 rejected; null where it does not say. */
  readonly pick: 1 | 0 | -1 | null;
  readonly title: string | null;
  readonly creator: string | null;
  readonly rights: string | null;
}

/** Characters of a text that are kept. */
const maxTextLength = 2000;

/** The properties that are read, and those of them that say the same in other programs' words, by what they are about. */
const propertiesBySubject = {
  stars: { rating: [namespaces.xmp, 'Rating'], percent: [namespaces.microsoft, 'Rating'] },
  label: {
    label: [namespaces.xmp, 'Label'],
    darktable: [namespaces.darktable, 'colorlabels'],
    digikam: [namespaces.digikam, 'ColorLabel'],
    photoMechanic: [namespaces.photoMechanic, 'ColorClass'],
  },
  flag: {
    pick: [namespaces.xmpDM, 'pick'],
    good: [namespaces.xmpDM, 'good'],
    pickLabel: [namespaces.digikam, 'PickLabel'],
  },
  title: { title: [namespaces.dc, 'title'] },
  creator: { creator: [namespaces.dc, 'creator'] },
  rights: { rights: [namespaces.dc, 'rights'] },
} as const;
const subjects = Object.values(propertiesBySubject).map((properties): [string, readonly [string, string]][] =>
  Object.entries(properties),
);

/** Plain text by property; null where it is there and says nothing. `exifRating` stands for the stars of an EXIF block. */
export type XmpTexts = Readonly<Partial<Record<string, string | null>>>;

/**
 * Reads a packet; null where it is none, or cannot be read. Names go by their namespace, whatever its prefix is, as attributes and as
 * elements. Of texts in several languages it is the default one, of several creators all.
 */
export function readXmp(packet: Uint8Array): XmpFacts | null {
  const words = readXmpTexts(packet);
  return words && xmpFacts(words);
}

/** What stands in a packet, word for word; null as `readXmp`. */
export function readXmpTexts(packet: Uint8Array): XmpTexts | null {
  const outline = tryParseXmp(packet);
  if (outline?.first == null) return null;
  const words: Record<string, string | null> = {};
  for (const [key, [namespace, name]] of subjects.flat()) {
    for (const property of outline.properties) {
      if (property.namespace === namespace && property.name === name) words[key] ??= plain(wordsOf(property));
    }
  }
  return words;
}

/** Both together: what `first` says, even that there is nothing, and of what it does not speak, what `second` says. */
export function overlayXmpTexts(first: XmpTexts, second: XmpTexts): XmpTexts {
  const left: Record<string, string | null | undefined> = { ...second };
  const isRejected = xmpFacts(first).pick !== null;
  for (const subject of subjects) {
    const keys = subject.map(([key]) => key);
    const isFlag = keys.includes('pick');
    if (!keys.some((key) => first[key] !== undefined) && !(isFlag && isRejected)) continue;
    for (const key of keys) delete left[key];
    if (keys.includes('rating')) delete left.exifRating;
  }
  return { ...left, ...first };
}

export function xmpFacts(words: XmpTexts): XmpFacts {
  const textOf = (key: string) => words[key] ?? null;
  const rating = textOf('rating');
  const stars = numberIn(rating);
  const foreign =
    rating === null ? (starsOfPercent(numberIn(textOf('percent'))) ?? numberIn(textOf('exifRating'))) : stars;
  return {
    rating: foreign === null || foreign < 0 ? null : Math.min(5, Math.round(foreign)),
    label: labelOf(textOf),
    pick: pickOf(textOf('pick'), textOf('good'), textOf('pickLabel'), stars),
    title: textOf('title'),
    creator: textOf('creator'),
    rights: textOf('rights'),
  };
}

type TextLookup = (key: string) => string | null;

/** Its name where that is a colour; else that of the colour which another program has a number for; else whatever it is called. */
function labelOf(textOf: TextLookup): string | null {
  const name = textOf('label');
  if (labelColorByName(name) !== 0) return name;
  let word: string | null = null;
  for (const [program, colours] of Object.entries(labelNumbers)) {
    // darktable has a list of them, of which it is the first.
    const number = textOf(program)?.split(',')[0] ?? '';
    const color = (colours as Readonly<Record<string, Color | string>>)[number];
    if (typeof color === 'number') return labelNames[color];
    word ??= color ?? null;
  }
  return name ?? word;
}

/** Windows counts to 99, and writes 1, 25, 50, 75 and 99. */
function starsOfPercent(percent: number | null): number | null {
  if (percent === null || percent < 0) return null;
  return percent === 0 ? 0 : Math.round(percent / 25) + 1;
}

/** Plain text, the default of several languages, or the items of a list. */
function wordsOf({ value, items, list }: XmpProperty): string {
  if (items.length === 0) return value ?? '';
  if (list !== 'Alt') return items.map((item) => item.value?.trim() ?? '').join(', ');
  const defaultItem = items.find(({ language }) => language?.toLowerCase() === 'x-default') ?? items[0];
  return defaultItem?.value ?? '';
}

function plain(words: string): string | null {
  const text = words
    .slice(0, 4 * maxTextLength)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would obey them.
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(0, maxTextLength);
  return text === '' ? null : text;
}

function numberIn(text: string | null): number | null {
  return text !== null && /^-?\d{1,2}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}

/** The flag; else what Premiere and Bridge call good; else what digiKam has rejected or accepted; else a rejection as Bridge has it. */
function pickOf(text: string | null, good: string | null, pickLabel: string | null, stars: number | null): Pick {
  const pick = numberIn(text);
  if (pick === 1 || pick === 0 || pick === -1) return pick;
  if (good !== null && /^(true|false)$/i.test(good)) return /^true$/i.test(good) ? 1 : -1;
  if (pickLabel === '1' || pickLabel === '3') return pickLabel === '3' ? 1 : -1;
  return stars !== null && stars < 0 ? -1 : null;
}

type Pick = XmpFacts['pick'];
