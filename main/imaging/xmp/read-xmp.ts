/** Facts in an XMP packet: stars, label, pick, title and names. */
import { type Color, labelColorByName, labelNames, labelNumbers } from './label-names.ts';
import { namespaces, tryParseXmp, type XmpProperty } from './parse-xmp.ts';

export interface XmpFacts {
  /** 0 to 5; `pick` reports a rejection (-1). */
  readonly rating: number | null;
  /** As written: "Red", or a custom name. */
  readonly label: string | null;
  /** 1 picked, 0 neither, -1 rejected, null unknown. */
  readonly pick: 1 | 0 | -1 | null;
  readonly title: string | null;
  readonly creator: string | null;
  readonly rights: string | null;
}

const maxTextLength = 2000;

/** Properties by subject, with other programs' equivalents. */
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

/** Texts by property; null if empty. `exifRating` comes from an EXIF block. */
export type XmpTexts = Readonly<Partial<Record<string, string | null>>>;

/** Returns null for an invalid packet. Texts in several languages yield the default one. */
export function readXmp(packet: Uint8Array): XmpFacts | null {
  const texts = readXmpTexts(packet);
  return texts && xmpFacts(texts);
}

export function readXmpTexts(packet: Uint8Array): XmpTexts | null {
  const outline = tryParseXmp(packet);
  if (outline?.first == null) return null;
  const texts: Record<string, string | null> = {};
  for (const [key, [namespace, name]] of subjects.flat()) {
    for (const property of outline.properties) {
      if (property.namespace === namespace && property.name === name)
        texts[key] ??= toPlainText(textOfProperty(property));
    }
  }
  return texts;
}

/** Returns `first`, and the texts of `second` about other subjects. */
export function overlayXmpTexts(first: XmpTexts, second: XmpTexts): XmpTexts {
  const remaining: Record<string, string | null | undefined> = { ...second };
  const isRejected = xmpFacts(first).pick !== null;
  for (const subject of subjects) {
    const keys = subject.map(([key]) => key);
    const isFlag = keys.includes('pick');
    if (!keys.some((key) => first[key] !== undefined) && !(isFlag && isRejected)) continue;
    for (const key of keys) delete remaining[key];
    if (keys.includes('rating')) delete remaining.exifRating;
  }
  return { ...remaining, ...first };
}

export function xmpFacts(texts: XmpTexts): XmpFacts {
  const textOf = (key: string) => texts[key] ?? null;
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

/** Returns a color name, else the color of another program's number, else the custom name. */
function labelOf(textOf: TextLookup): string | null {
  const name = textOf('label');
  if (labelColorByName(name) !== 0) return name;
  let customName: string | null = null;
  for (const [program, colors] of Object.entries(labelNumbers)) {
    // darktable writes a list.
    const number = textOf(program)?.split(',')[0] ?? '';
    const color = (colors as Readonly<Record<string, Color | string>>)[number];
    if (typeof color === 'number') return labelNames[color];
    customName ??= color ?? null;
  }
  return name ?? customName;
}

/** Windows writes 1, 25, 50, 75 and 99. */
function starsOfPercent(percent: number | null): number | null {
  if (percent === null || percent < 0) return null;
  return percent === 0 ? 0 : Math.round(percent / 25) + 1;
}

function textOfProperty({ value, items, list }: XmpProperty): string {
  if (items.length === 0) return value ?? '';
  if (list !== 'Alt') return items.map((item) => item.value?.trim() ?? '').join(', ');
  const defaultItem = items.find(({ language }) => language?.toLowerCase() === 'x-default') ?? items[0];
  return defaultItem?.value ?? '';
}

function toPlainText(texts: string): string | null {
  const text = texts
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

/** Prefers the flag, then `good` of Premiere and Bridge, then digiKam's label, then Bridge's rejection. */
function pickOf(text: string | null, good: string | null, pickLabel: string | null, stars: number | null): Pick {
  const pick = numberIn(text);
  if (pick === 1 || pick === 0 || pick === -1) return pick;
  if (good !== null && /^(true|false)$/i.test(good)) return /^true$/i.test(good) ? 1 : -1;
  if (pickLabel === '1' || pickLabel === '3') return pickLabel === '3' ? 1 : -1;
  return stars !== null && stars < 0 ? -1 : null;
}

type Pick = XmpFacts['pick'];
