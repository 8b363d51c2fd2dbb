/** Where the properties of an XMP packet stand in its text, so that one is changed and all others stay as they are, byte for byte. */
import { SaxesParser, type SaxesTagNS } from 'saxes';

/** Bytes of a packet; sidecars with thousands of brush strokes stay below. */
export const mostPacketBytes = 4 * 1024 * 1024;
const deepest = 100;

export const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpDM: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
  dc: 'http://purl.org/dc/elements/1.1/',
} as const;

/** Part of the text; `to` is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface XmpProperty extends Range {
  readonly namespace: string;
  readonly name: string;
  readonly isAttribute: boolean;
  /** What stands in it; of an attribute between its quotes, null where an element is empty. */
  readonly content: Range | null;
  /** Items of a list, with their language. */
  readonly items: readonly (Range & { readonly language: string | null })[];
}

export interface XmpOutline {
  readonly text: string;
  readonly properties: readonly XmpProperty[];
  /** The first description, where new properties go; null where there is none. */
  readonly first: {
    /** Behind its name, and its whole opening tag. */
    readonly nameEnd: number;
    readonly tagEnd: number;
    readonly tagName: string;
    readonly isEmpty: boolean;
    /** Namespaces by the prefixes they have there. */
    readonly prefixes: ReadonlyMap<string, string>;
  } | null;
}

/** @throws Error where it is no well-formed XML, has a DTD, or is too long or too deep */
export function outlineOf(packet: Uint8Array): XmpOutline {
  if (packet.length > mostPacketBytes) throw new Error('the XMP packet is too long');
  const text = decodedPacket(packet);
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  const properties: (XmpProperty & { items: XmpProperty['items'][number][] })[] = [];
  let first: XmpOutline['first'] = null;
  let tagAt = 0;

  parser.on('error', (error) => {
    throw error;
  });
  // Entities of its own could be made to grow without end.
  parser.on('doctype', () => {
    throw new Error('an XMP packet has no document type');
  });
  parser.on('opentagstart', () => {
    tagAt = text.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', (tag) => {
    const above = open.at(-1);
    const here: Open = { tag, from: tagAt, end: parser.position, prefixes: withThose(above, tag) };
    open.push(here);
    if (open.length > deepest) throw new Error('the XMP packet is too deep');
    if (!isDescription(open)) return;
    first ??= {
      nameEnd: tagAt + 1 + tag.name.length,
      tagEnd: parser.position,
      tagName: tag.name,
      isEmpty: tag.isSelfClosing,
      prefixes: here.prefixes,
    };
    for (const each of attributesOf(text.slice(tagAt, parser.position), tagAt)) {
      const { uri, local } = tag.attributes[each.name] ?? { uri: '', local: '' };
      if (uri === '' || uri === namespaces.rdf || each.name.startsWith('xmlns')) continue;
      properties.push({ ...each, namespace: uri, name: local, isAttribute: true, items: [] });
    }
  });
  parser.on('closetag', ({ isSelfClosing }) => {
    const closed = open.pop();
    if (closed === undefined) return;
    const to = parser.position;
    const content = isSelfClosing ? null : { from: closed.end, to: text.lastIndexOf('</', to - 1) };
    const { uri, local, attributes } = closed.tag;
    if (isDescription(open)) {
      const items = listItems.splice(0);
      properties.push({ namespace: uri, name: local, isAttribute: false, from: closed.from, to, content, items });
    } else if (uri === namespaces.rdf && local === 'li' && content !== null && isDescription(open.slice(0, -2))) {
      listItems.push({ ...content, language: attributes['xml:lang']?.value ?? null });
    }
  });
  const listItems: XmpProperty['items'][number][] = [];
  parser.write(text).close();
  return { text, properties, first };
}

interface Open extends Omit<Range, 'to'> {
  readonly tag: SaxesTagNS;
  /** Of its opening tag. */
  readonly end: number;
  readonly prefixes: ReadonlyMap<string, string>;
}

const isRdf = (open: Open | undefined, local: string) => open?.tag.uri === namespaces.rdf && open.tag.local === local;

/** Whether the last of these is a description that stands right in rdf:RDF. */
function isDescription(open: readonly Open[]): boolean {
  return isRdf(open.at(-1), 'Description') && isRdf(open.at(-2), 'RDF');
}

function withThose(above: Open | undefined, { ns }: SaxesTagNS): ReadonlyMap<string, string> {
  const own = Object.entries(ns);
  if (above !== undefined && own.length === 0) return above.prefixes;
  return new Map([...(above?.prefixes ?? []), ...own.filter(([prefix]) => prefix !== '')]);
}

/** Attributes of an opening tag that is known to be well-formed, each with the space before it. */
function attributesOf(tag: string, at: number): (Range & { name: string; content: Range })[] {
  return [...tag.matchAll(/\s+([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)].map((found) => {
    const from = at + found.index;
    const to = from + found[0].length;
    const quote = found[0].at(-1) ?? '"';
    const begin = from + found[0].indexOf(quote) + 1;
    return { name: found[1] ?? '', from, to, content: { from: begin, to: to - 1 } };
  });
}

/** Its text, in whichever of the three encodings of XMP. */
export function decodedPacket(packet: Uint8Array): string {
  const [a, b] = packet;
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  // What pads a packet to a length is no XML.
  return new TextDecoder(encoding).decode(packet).replace(/\0+$/, '');
}
