/** Changes properties of an XMP packet, and nothing else in it. */
import { isStrongerClaim, type SourceType, sourceTypeUri } from '../../../contract/recipes/ai-disclosure.ts';
import { foreignLabelName } from './label-names.ts';
import { namespaces, parseXmp, tryParseXmp, type XmpOutline, type XmpProperty } from './parse-xmp.ts';
import { applyEdits, type Edit, escapeXml } from './text-edits.ts';

/** Properties to set; absent ones stay unchanged. */
export interface XmpChange {
  /** 0 to 5, or -1 for rejected, as in Bridge. */
  readonly rating?: number;
  /** Name of a color, as in Lightroom. */
  readonly label?: string;
  readonly pick?: 1 | 0 | -1;
  readonly title?: string;
  readonly creator?: string;
  readonly rights?: string;
  /** Set unless the packet makes a stronger claim. */
  readonly sourceType?: SourceType;
  /** Credit line next to the picture. */
  readonly credit?: string;
}

type Prefix = 'xmp' | 'xmpDM' | 'xmpMM' | 'stRef' | 'dc' | 'xmpNote' | 'photoshop' | 'Iptc4xmpCore' | 'Iptc4xmpExt';
type Kind = 'plain' | 'Alt' | 'Seq' | 'Bag';
export type XmpField = readonly [prefix: Prefix, name: string, value: string | readonly string[], kind: Kind];
/** A property that refers to another resource. */
export type XmpReference = readonly [
  prefix: Prefix,
  name: string,
  value: Readonly<Record<string, string>>,
  kind: 'Reference',
];

/** Changes a packet; a missing or invalid one is replaced. An equivalent label of another program stays. */
export function mergeXmp(packet: Uint8Array | null, change: XmpChange): Buffer {
  const { label, sourceType, ...otherFields } = change;
  const isSameLabel = label !== undefined && foreignLabelName(textIn(packet, 'xmp', 'Label')) === label;
  const currentSourceType = textIn(packet, 'Iptc4xmpExt', 'DigitalSourceType') ?? '';
  const isWeaker = sourceType !== undefined && isStrongerClaim(currentSourceType, sourceType);
  return setXmpFields(
    packet,
    fieldsOf({
      ...otherFields,
      ...(isSameLabel || label === undefined ? {} : { label }),
      ...(isWeaker || sourceType === undefined ? {} : { sourceType }),
    }),
  );
}

function textIn(packet: Uint8Array | null, prefix: Prefix, name: string): string | null {
  const properties = (packet === null ? null : tryParseXmp(packet))?.properties ?? [];
  return properties.find((each) => each.namespace === namespaces[prefix] && each.name === name)?.value ?? null;
}

/** Sets properties; a missing or invalid packet is replaced. */
export function setXmpFields(packet: Uint8Array | null, fields: readonly (XmpField | XmpReference)[]): Buffer {
  const outline = packet === null ? null : tryParseXmp(packet);
  if (outline?.first == null) return Buffer.from(setFields(parseXmp(Buffer.from(emptyPacket)), fields));
  return Buffer.from(setFields(outline, fields));
}

/** Returns null for an invalid packet. */
export function removeXmpProperties(
  packet: Uint8Array,
  isOut: (namespace: string, name: string) => boolean,
): Buffer | null {
  const outline = tryParseXmp(packet);
  if (outline === null) return null;
  const removed = outline.properties.filter(({ namespace, name }) => isOut(namespace, name));
  // Their content is unknown.
  const edits = [...removed, ...outline.strays].map(({ from, to }) => ({ from, to, text: '' }));
  // Keep the encoding.
  return edits.length === 0 ? Buffer.from(packet) : Buffer.from(applyEdits(outline.text, edits));
}

const emptyPacket = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="${namespaces.rdf}">
  <rdf:Description rdf:about=""/>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;

function fieldsOf({ rating, label, pick, title, creator, rights, sourceType, credit }: XmpChange): XmpField[] {
  const fields: (XmpField | null)[] = [
    rating === undefined ? null : ['xmp', 'Rating', String(rating), 'plain'],
    label === undefined ? null : ['xmp', 'Label', label, 'plain'],
    pick === undefined ? null : ['xmpDM', 'pick', String(pick), 'plain'],
    // Premiere and Bridge have no value for undecided.
    pick === undefined || pick === 0 ? null : ['xmpDM', 'good', pick === 1 ? 'True' : 'False', 'plain'],
    title === undefined ? null : ['dc', 'title', title, 'Alt'],
    creator === undefined ? null : ['dc', 'creator', creator, 'Seq'],
    rights === undefined ? null : ['dc', 'rights', rights, 'Alt'],
    sourceType === undefined ? null : ['Iptc4xmpExt', 'DigitalSourceType', sourceTypeUri(sourceType), 'plain'],
    credit === undefined ? null : ['photoshop', 'Credit', credit, 'plain'],
  ];
  return fields.filter((field) => field !== null);
}

function setFields(outline: XmpOutline, fields: readonly (XmpField | XmpReference)[]): string {
  const { first, properties, text } = outline;
  if (first === null) throw new Error('there is no description to write into');
  const rdf = first.tagName.slice(0, first.tagName.indexOf(':'));
  const edits: Edit[] = [];
  const prefixes = new Map(first.prefixes);
  let declared = '';
  let attributes = '';
  let elements = '';
  const prefixOf = (standard: Prefix) => {
    const uri = namespaces[standard];
    for (const [prefix, bound] of prefixes) if (bound === uri) return prefix;
    let prefix: string = standard;
    for (let number = 1; prefixes.has(prefix); number += 1) prefix = `${standard}${number}`;
    prefixes.set(prefix, uri);
    declared += ` xmlns:${prefix}="${uri}"`;
    return prefix;
  };
  for (const field of fields) {
    const [standard, name] = field;
    const existing = properties.filter((each) => each.namespace === namespaces[standard] && each.name === name);
    if (field[3] === 'Reference') {
      edits.push(...existing.map(({ from, to }) => ({ from, to, text: '' })));
      const referenceAttributes = Object.entries(field[2]).map(
        ([key, value]) => ` ${prefixOf('stRef')}:${key}="${escapeXml(value)}"`,
      );
      elements += `\n   <${prefixOf(standard)}:${name}${referenceAttributes.join('')}/>`;
      continue;
    }
    const [, , value, kind] = field;
    const [current, ...duplicates] = existing;
    const change = current && findValueEdit(current, value, kind, rdf);
    edits.push(...(change ? duplicates : existing).map(({ from, to }) => ({ from, to, text: '' })));
    if (change) edits.push(change);
    else if (kind === 'plain') attributes += ` ${prefixOf(standard)}:${name}="${escapeXml(textOf(value))}"`;
    else {
      const tag = `${prefixOf(standard)}:${name}`;
      elements += `\n   <${tag}>${toListXml(value, kind, rdf)}</${tag}>`;
    }
  }
  edits.push({ from: first.nameEnd, to: first.nameEnd, text: declared + attributes });
  if (elements !== '') {
    const { tagEnd, tagName, isEmpty } = first;
    if (isEmpty) {
      const from = text.lastIndexOf('/', tagEnd);
      edits.push({ from, to: tagEnd, text: `>${elements}\n  </${tagName}>` });
    } else edits.push({ from: tagEnd, to: tagEnd, text: elements });
  }
  return applyEdits(text, edits);
}

/** Returns an edit at the property's position, or null if its form must change. */
function findValueEdit(property: XmpProperty, value: XmpField[2], kind: Kind, rdf: string): Edit | null {
  const { content, isAttribute, items } = property;
  if (content === null || (isAttribute && kind !== 'plain')) return null;
  if (kind === 'Alt') {
    const defaultItem = items.find(({ language }) => language === 'x-default');
    if (defaultItem) return { from: defaultItem.from, to: defaultItem.to, text: escapeXml(textOf(value)) };
  }
  return { ...content, text: kind === 'plain' ? escapeXml(textOf(value)) : toListXml(value, kind, rdf) };
}

const textOf = (value: XmpField[2]): string => (typeof value === 'string' ? value : value.join(', '));

function toListXml(value: XmpField[2], kind: Exclude<Kind, 'plain'>, rdf: string): string {
  const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
  const items = typeof value === 'string' ? [value] : value;
  const written = items.map((item) => `<${rdf}:li${language}>${escapeXml(item)}</${rdf}:li>`).join('');
  return `<${rdf}:${kind}>${written}</${rdf}:${kind}>`;
}
