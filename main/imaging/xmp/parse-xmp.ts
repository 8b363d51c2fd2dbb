/** Parses XMP packets into properties with their positions, so that edits leave all other bytes unchanged. */
import { SaxesParser, type SaxesTagNS } from 'saxes';

/** Sidecars with thousands of brush strokes are smaller. */
export const maxPacketBytes = 8 * 1024 * 1024;
/** Limits the parse time to a second. Brush strokes are elements. */
const maxCounts = { elements: 200_000, attributes: 50_000 } as const;
const maxDepth = 100;

export const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpDM: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
  dc: 'http://purl.org/dc/elements/1.1/',
  microsoft: 'http://ns.microsoft.com/photo/1.0/',
  darktable: 'http://darktable.sf.net/',
  digikam: 'http://www.digikam.org/ns/1.0/',
  photoMechanic: 'http://ns.camerabits.com/photomechanic/1.0/',
  xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
  stRef: 'http://ns.adobe.com/xap/1.0/sType/ResourceRef#',
  xmpNote: 'http://ns.adobe.com/xmp/note/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  Iptc4xmpCore: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
} as const;

/** Range of the text; `to` is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface XmpProperty extends Range {
  readonly namespace: string;
  readonly name: string;
  readonly isAttribute: boolean;
  /** Between the quotes of an attribute; null for an empty element. */
  readonly content: Range | null;
  /** Plain text; null if it contains elements. */
  readonly value: string | null;
  readonly items: readonly XmpItem[];
  readonly list: 'Alt' | 'Bag' | 'Seq' | null;
}

export interface XmpItem extends Range {
  readonly language: string | null;
  readonly value: string | null;
}

export interface XmpOutline {
  readonly text: string;
  /** In document order. */
  readonly properties: readonly XmpProperty[];
  /** Elements in places without XMP properties. */
  readonly strays: readonly Range[];
  /** `inherited`: namespace prefixes declared around the element. */
  readonly descriptions: readonly (Range & { readonly inherited: ReadonlyMap<string, string> })[];
  /** First description, which receives new properties. */
  readonly first: {
    readonly nameEnd: number;
    readonly tagEnd: number;
    readonly tagName: string;
    readonly isEmpty: boolean;
    /** Namespace URIs by prefix. */
    readonly prefixes: ReadonlyMap<string, string>;
  } | null;
}

/** Outlines of packets in use, because a long packet takes nearly a second to parse. */
const outlines = new WeakMap<Uint8Array, XmpOutline | null>();

/** Returns null for an invalid packet. Results are cached, so bytes must not change afterwards. */
export function tryParseXmp(packet: Uint8Array): XmpOutline | null {
  const cached = outlines.get(packet);
  if (cached !== undefined) return cached;
  const outline = parseOrNull(packet);
  outlines.set(packet, outline);
  return outline;
}

function parseOrNull(packet: Uint8Array): XmpOutline | null {
  try {
    return parseXmp(packet);
  } catch {
    return null;
  }
}

/** @throws Error for malformed XML, a DTD, or a packet beyond the limits */
export function parseXmp(packet: Uint8Array): XmpOutline {
  if (packet.length > maxPacketBytes) throw new Error('the XMP packet is too long');
  const text = decodePacket(packet);
  if (hasMore(text, /<[^/]/g, maxCounts.elements) || hasMore(text, /=\s*["']/g, maxCounts.attributes))
    throw new Error('the XMP packet has too many parts');
  return new OutlineParser(text).parse();
}

/** @param part with the flag `g` */
function hasMore(text: string, part: RegExp, count: number): boolean {
  for (let found = 0; part.test(text); found += 1) if (found >= count) return true;
  return false;
}

const lists = ['Alt', 'Bag', 'Seq'] as const;

type Role = 'wrapper' | 'rdf' | 'description' | 'property' | 'inside' | 'stray';

interface OpenElement extends Omit<Range, 'to'> {
  readonly tag: SaxesTagNS;
  readonly role: Role;
  /** Whether it is in a property's list. */
  readonly isItem: boolean;
  readonly isValue: boolean;
  readonly end: number;
  textContent: string;
  hasElements: boolean;
}

/** Reads a packet element by element. */
class OutlineParser {
  readonly #text: string;
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #open: OpenElement[] = [];
  readonly #properties: XmpProperty[] = [];
  readonly #strays: Range[] = [];
  readonly #descriptions: XmpOutline['descriptions'][number][] = [];
  #first: XmpOutline['first'] = null;
  #tagFrom = 0;
  /** `#items` and `#list` belong to the current property. */
  #items: XmpItem[] = [];
  #list: XmpProperty['list'] = null;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): XmpOutline {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw error;
    });
    // Entities could expand without limit.
    parser.on('doctype', () => {
      throw new Error('an XMP packet has no document type');
    });
    parser.on('opentagstart', () => {
      this.#tagFrom = this.#text.lastIndexOf('<', parser.position - 1);
    });
    parser.on('text', (part) => this.#appendText(part));
    parser.on('cdata', (part) => this.#appendText(part));
    parser.on('opentag', (tag) => this.#openElement(tag));
    parser.on('closetag', (tag) => this.#closeElement(tag));
    parser.write(this.#text).close();
    return {
      text: this.#text,
      properties: this.#properties,
      strays: this.#strays,
      descriptions: this.#descriptions,
      first: this.#first,
    };
  }

  #appendText(part: string): void {
    const current = this.#open.at(-1);
    if (current?.isValue) current.textContent += part;
  }

  #openElement(tag: SaxesTagNS): void {
    const open = this.#open;
    const above = open.at(-1);
    if (above !== undefined) above.hasElements = true;
    const role = roleOf(tag, above?.role ?? null);
    const isItem = role === 'inside' && isRdf(tag, 'li') && open.at(-2)?.role === 'property';
    const isValue = role === 'property' || isItem;
    const range = { from: this.#tagFrom, end: this.#parser.position };
    open.push({ tag, role, isItem, isValue, ...range, textContent: '', hasElements: false });
    if (open.length > maxDepth) throw new Error('the XMP packet is too deep');
    if (role !== 'description') return;
    this.#first ??= {
      nameEnd: this.#tagFrom + 1 + tag.name.length,
      tagEnd: this.#parser.position,
      tagName: tag.name,
      isEmpty: tag.isSelfClosing,
      prefixes: new Map(open.flatMap(({ tag: { ns } }) => Object.entries(ns).filter(([prefix]) => prefix !== ''))),
    };
    this.#addAttributes(tag);
  }

  /** Adds the attributes of a description as properties. */
  #addAttributes(tag: SaxesTagNS): void {
    const nameEnd = this.#tagFrom + 1 + tag.name.length;
    for (const { name, from, to, content } of attributesOf(this.#text.slice(nameEnd, this.#parser.position), nameEnd)) {
      const resolved = tag.attributes[name];
      const { uri, local, prefix, value } = resolved ?? { uri: '', local: name, prefix: '', value: '' };
      if (uri === namespaces.rdf || prefix === 'xml' || name.startsWith('xmlns') || name === 'about') continue;
      const property = { from, to, content, namespace: uri, name: local, value };
      this.#properties.push({ ...property, isAttribute: true, items: [], list: null });
    }
  }

  #closeElement({ isSelfClosing }: SaxesTagNS): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const { tag, role, from, isItem, hasElements, textContent } = closed;
    const above = this.#open.at(-1);
    const to = this.#parser.position;
    const content = isSelfClosing ? null : { from: closed.end, to: this.#text.lastIndexOf('</', to - 1) };
    const value = hasElements ? null : textContent;
    if (role === 'stray' && above?.role !== 'stray') this.#strays.push({ from, to });
    if (role === 'description') this.#addDescription(closed, to);
    if (isItem && content !== null) {
      this.#items.push({ ...content, value, language: tag.attributes['xml:lang']?.value ?? null });
    } else if (role === 'inside' && above?.role === 'property') {
      const list = tag.uri === namespaces.rdf ? lists.find((each) => each === tag.local) : undefined;
      this.#list = list ?? null;
    } else if (role === 'property') {
      const property = { from, to, content, namespace: tag.uri, name: tag.local, value };
      const list = hasElements ? this.#list : null;
      this.#properties.push({ ...property, isAttribute: false, items: this.#items, list });
      [this.#items, this.#list] = [[], null];
    }
  }

  #addDescription({ tag, from }: OpenElement, to: number): void {
    const around = this.#open.flatMap((above) => Object.entries(above.tag.ns));
    const inherited = new Map(around.filter(([prefix]) => !Object.hasOwn(tag.ns, prefix)));
    this.#descriptions.push({ from, to, inherited });
  }
}

const isRdf = ({ uri, local }: SaxesTagNS, name: string) => uri === namespaces.rdf && local === name;

function roleOf(tag: SaxesTagNS, above: Role | null): Role {
  switch (above) {
    case null:
    case 'wrapper':
      if (isRdf(tag, 'RDF')) return 'rdf';
      return above === null ? 'wrapper' : 'stray';
    case 'rdf':
      return isRdf(tag, 'Description') ? 'description' : 'stray';
    case 'description':
      return 'property';
    case 'property':
    case 'inside':
      return 'inside';
    case 'stray':
      return 'stray';
  }
}

const attribute = /\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/y;

/** Returns the attributes of a tag, each with preceding space. `tag` begins after the element's name. */
export function attributesOf(tag: string, offset: number): (Range & { name: string; content: Range })[] {
  const found: (Range & { name: string; content: Range })[] = [];
  attribute.lastIndex = 0;
  for (let next = attribute.exec(tag); next !== null; next = attribute.exec(tag)) {
    const [match, name = '', quoted = ''] = next;
    const from = offset + next.index;
    const to = from + match.length;
    found.push({ name, from, to, content: { from: to - quoted.length + 1, to: to - 1 } });
  }
  return found;
}

/** Decodes UTF-8 or UTF-16. */
export function decodePacket(packet: Uint8Array): string {
  const text = new TextDecoder(encodingOf(packet)).decode(packet);
  // Zero bytes may pad a packet.
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end -= 1;
  // The declared encoding no longer applies.
  return text.slice(0, end).replace(/^(<\?xml\s[^>]{0,100}?)\s+encoding\s*=\s*(?:"[^"]{0,40}"|'[^']{0,40}')/, '$1');
}

function encodingOf([a, b]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return 'utf-8';
}
