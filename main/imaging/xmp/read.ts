/** What an XMP packet, embedded or beside its photograph, says that people care for: stars, label, pick, title, names. */
import { decodedPacket, mostPacketBytes, namespaces } from './outline.ts';

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
 * Reads a packet; null where it is none. Every name is looked for by the prefix its namespace has in this packet, as an attribute or as an
 * element. Of texts in several languages it is the default one, of several creators all.
 */
export function readXmp(packet: Uint8Array): XmpFacts | null {
  if (packet.length > mostPacketBytes) return null;
  const text = decodedPacket(packet);
  if (!text.includes(namespaces.rdf)) return null;
  const value = (namespace: string, name: string) => {
    for (const prefix of prefixesOf(text, namespace)) {
      const found = writtenAs(text, `${prefix}:${name}`);
      if (found !== null) return found;
    }
    return null;
  };
  const stars = numberIn(value(namespaces.xmp, 'Rating'));
  return {
    rating: stars === null || stars < 0 ? null : Math.min(5, Math.round(stars)),
    label: value(namespaces.xmp, 'Label'),
    pick: pickOf(value(namespaces.xmpDM, 'pick'), stars),
    title: value(namespaces.dc, 'title'),
    creator: value(namespaces.dc, 'creator'),
    rights: value(namespaces.dc, 'rights'),
  };
}

/** Programs call a namespace what they like: `xap` and `xmp` are one. */
function prefixesOf(text: string, namespace: string): Set<string> {
  const prefixes = new Set<string>();
  for (const [, prefix, uri] of text.matchAll(/\sxmlns:([\w.-]{1,40})\s{0,9}=\s{0,9}["']([^"'<]{1,200})["']/g)) {
    if (prefix !== undefined && uri === namespace) prefixes.add(prefix);
  }
  return prefixes;
}

function writtenAs(text: string, name: string): string | null {
  const quoted = name.replaceAll('.', '\\.');
  const attribute = new RegExp(`\\s${quoted}\\s{0,9}=\\s{0,9}(?:"([^"<]*)"|'([^'<]*)')`).exec(text);
  if (attribute !== null) return plain(attribute[1] ?? attribute[2] ?? '');
  const opening = new RegExp(`<${quoted}(?:\\s[^<>]*)?>`).exec(text);
  if (opening === null) return null;
  const from = opening.index + opening[0].length;
  const to = text.indexOf(`</${name}>`, from);
  return to < 0 ? null : contentOf(text.slice(from, to));
}

/** Plain text, the default of several languages, or the items of a list. */
function contentOf(inner: string): string | null {
  const items = [...inner.matchAll(/<rdf:li([^<>]*)>([^<]*)<\/rdf:li>/g)];
  if (items.length === 0) return inner.includes('<') ? null : plain(inner);
  if (inner.includes('rdf:Alt')) {
    const usual = items.find(([, attributes = '']) => attributes.includes('x-default')) ?? items[0];
    return plain(usual?.[2] ?? '');
  }
  return plain(items.map(([, , item = '']) => item.trim()).join(', '));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(markup: string): string | null {
  const text = markup
    .slice(0, 4 * longestText)
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return entities[name] ?? whole;
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would obey them.
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, longestText);
  return text === '' ? null : text;
}

function numberIn(text: string | null): number | null {
  return text !== null && /^-?\d{1,2}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}

function pickOf(text: string | null, stars: number | null): XmpFacts['pick'] {
  const pick = numberIn(text);
  if (pick === 1 || pick === 0 || pick === -1) return pick;
  return stars !== null && stars < 0 ? -1 : null;
}
