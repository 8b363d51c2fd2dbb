/** Takes properties out of an XMP packet by what they are about, and writes creator and copyright into it. */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { namespaces } from '../xmp/outline.ts';
import { aboutProperty, isKept, type Keeping } from './groups.ts';

const { rdf, dc } = namespaces;
const xmlns = 'http://www.w3.org/2000/xmlns/';
const extension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** Who made a photograph and whose it is; null = nothing to say. */
export interface Credit {
  readonly creator: string | null;
  readonly copyright: string | null;
}

/** Deeper than any program nests. */
const deepest = 60;
const longestPacket = 8 * 1024 * 1024;

interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface Found {
  readonly changes: readonly Change[];
  /** The packet says who made it, or whose it is. */
  readonly creator: boolean;
  readonly copyright: boolean;
  /** Where further properties can stand: after the first description has begun; null where there is none. */
  readonly insertAt: number | null;
  /** Properties that stay. */
  readonly count: number;
}

/**
 * The packet with the properties that are kept, and with the credit where it says none. One that cannot be read is left out, but for
 * what it says of how the picture came about; null where nothing is left to say.
 */
export function keptXmp(packet: Buffer | null, keeping: Keeping, credit: Credit): Buffer | null {
  const text = packet === null || packet.length > longestPacket ? '' : packet.toString('utf8');
  const found = text === '' ? null : properties(text, keeping);
  if (found === null) return freshPacket([sourceIn(text), ...creditElements(credit)].join(''));
  const missing = creditElements({
    creator: found.creator ? null : credit.creator,
    copyright: found.copyright ? null : credit.copyright,
  }).join('');
  if (found.count === 0 || found.insertAt === null)
    return found.count > 0 ? edited(text, found, '') : freshPacket(missing);
  return edited(text, found, missing);
}

function edited(text: string, { changes, insertAt }: Found, missing: string): Buffer {
  const all =
    insertAt === null || missing === '' ? [...changes] : [...changes, { from: insertAt, to: insertAt, text: missing }];
  let done = 0;
  let out = '';
  for (const { from, to, text: put } of all.sort((a, b) => a.from - b.from || a.to - b.to)) {
    out += text.slice(done, from) + put;
    done = to;
  }
  return Buffer.from(out + text.slice(done), 'utf8');
}

/** What is to be changed in `text`; null where it is no packet that can be read. */
function properties(text: string, keeping: Keeping): Found | null {
  if (/<!DOCTYPE/i.test(text)) return null;
  const changes: Change[] = [];
  const found = { creator: false, copyright: false, insertAt: null as number | null, count: 0 };
  const parser = new SaxesParser({ xmlns: true, fragment: false });
  const open: { readonly isDescription: boolean; readonly cutFrom: number | null }[] = [];
  let failed = false;
  let startsAt = 0;
  const keep = (namespace: string, name: string) => {
    const kept = isKept(aboutProperty(namespace, name), keeping);
    if (!kept) return false;
    found.count += 1;
    if (namespace === dc && name === 'creator') found.creator = true;
    if (namespace === dc && name === 'rights') found.copyright = true;
    return true;
  };
  parser.on('error', () => {
    failed = true;
  });
  parser.on('opentagstart', () => {
    startsAt = text.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', (tag) => {
    if (open.length > deepest) failed = true;
    const above = open.at(-1);
    const isDescription = tag.uri === rdf && tag.local === 'Description' && open.at(-1)?.isDescription !== true;
    const isTop = isDescription && !open.some((each) => each.isDescription);
    const isProperty = above?.isDescription === true;
    const cutFrom = isProperty && !keep(tag.uri, tag.local) ? startsAt : null;
    if (isTop) {
      changes.push({ from: startsAt, to: parser.position, text: openingOf(tag, keep) });
      if (!tag.isSelfClosing) found.insertAt ??= parser.position;
    }
    open.push({ isDescription: isTop, cutFrom });
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed?.cutFrom != null) changes.push({ from: closed.cutFrom, to: parser.position, text: '' });
  });
  try {
    parser.write(text).close();
  } catch {
    failed = true;
  }
  return failed ? null : { ...found, changes };
}

/** The opening tag of a description, with those of its attributes that stay. */
function openingOf(tag: SaxesTagNS, keep: (namespace: string, name: string) => boolean): string {
  const attributes = Object.values(tag.attributes).filter(
    ({ uri, local, prefix }) => uri === xmlns || prefix === 'xml' || uri === rdf || keep(uri, local),
  );
  const written = attributes.map(({ name, value }) => ` ${name}="${escaped(value)}"`).join('');
  return `<${tag.name}${written}${tag.isSelfClosing ? '/' : ''}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (white) => `&#${white.charCodeAt(0)};`);
}

function creditElements({ creator, copyright }: Credit): string[] {
  const names = `xmlns:dc="${dc}" xmlns:rdf="${rdf}"`;
  const elements: string[] = [];
  if (creator !== null && creator !== '')
    elements.push(`<dc:creator ${names}><rdf:Seq><rdf:li>${escaped(creator)}</rdf:li></rdf:Seq></dc:creator>`);
  if (copyright !== null && copyright !== '')
    elements.push(
      `<dc:rights ${names}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(copyright)}</rdf:li></rdf:Alt></dc:rights>`,
    );
  return elements;
}

/** What says that a picture was made by a machine stays, even of a packet that is damaged otherwise. */
function sourceIn(text: string): string {
  const [, attribute, element] =
    /DigitalSourceType(?:\s*=\s*["']([^"'<>&\s]{1,200})["']|>\s*([^"'<>&\s]{1,200})\s*<)/.exec(text) ?? [];
  const value = attribute ?? element;
  if (value === undefined) return '';
  return `<Iptc4xmpExt:DigitalSourceType xmlns:Iptc4xmpExt="${extension}">${escaped(value)}</Iptc4xmpExt:DigitalSourceType>`;
}

function freshPacket(elements: string): Buffer | null {
  if (elements === '') return null;
  return Buffer.from(
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${rdf}">` +
      `<rdf:Description rdf:about="">${elements}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
    'utf8',
  );
}
