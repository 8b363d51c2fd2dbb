/** What an XMP packet, embedded or beside its photograph, says that people care for: stars, label, pick, title, names. */
import { namespaces, readableOutline, type XmpProperty } from './outline.ts';

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
const longestText = 2000;

/**
 * Reads a packet; null where it is none, or cannot be read. Names go by their namespace, whatever its prefix is, as attributes and as
 * elements. Of texts in several languages it is the default one, of several creators all.
 */
export function readXmp(packet: Uint8Array): XmpFacts | null {
  const outline = readableOutline(packet);
  if (outline?.first == null) return null;
  const value = (namespace: string, name: string) => {
    for (const property of outline.properties) {
      if (property.namespace !== namespace || property.name !== name) continue;
      const said = plain(wordsOf(property));
      if (said !== null) return said;
    }
    return null;
  };
  const stars = numberIn(value(namespaces.xmp, 'Rating'));
  return {
    rating: stars === null || stars < 0 ? null : Math.min(5, Math.round(stars)),
    label: value(namespaces.xmp, 'Label'),
    pick: pickOf(value(namespaces.xmpDM, 'pick'), value(namespaces.xmpDM, 'good'), stars),
    title: value(namespaces.dc, 'title'),
    creator: value(namespaces.dc, 'creator'),
    rights: value(namespaces.dc, 'rights'),
  };
}

/** Plain text, the default of several languages, or the items of a list. */
function wordsOf({ value, items, list }: XmpProperty): string {
  if (items.length === 0) return value ?? '';
  if (list !== 'Alt') return items.map((item) => item.value?.trim() ?? '').join(', ');
  const usual = items.find(({ language }) => language?.toLowerCase() === 'x-default') ?? items[0];
  return usual?.value ?? '';
}

function plain(words: string): string | null {
  const text = words
    .slice(0, 4 * longestText)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would obey them.
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(0, longestText);
  return text === '' ? null : text;
}

function numberIn(text: string | null): number | null {
  return text !== null && /^-?\d{1,2}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}

/** The flag; else what Premiere and Bridge call good; else a rejection as Bridge has it. */
function pickOf(text: string | null, good: string | null, stars: number | null): XmpFacts['pick'] {
  const pick = numberIn(text);
  if (pick === 1 || pick === 0 || pick === -1) return pick;
  if (good !== null && /^(true|false)$/i.test(good)) return /^true$/i.test(good) ? 1 : -1;
  return stars !== null && stars < 0 ? -1 : null;
}
