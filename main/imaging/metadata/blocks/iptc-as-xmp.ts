/** Converts IPTC records to XMP (IPTC Photo Metadata Standard), for formats without records. */
import { setXmpFields, type XmpField } from '../../xmp/merge-xmp.ts';
import { namespaces, tryParseXmp } from '../../xmp/parse-xmp.ts';
import { decodeText, readRecords } from './iptc-records.ts';

/** By dataset of record 2. */
const properties: Readonly<Record<number, readonly [prefix: XmpField[0], name: string, kind: XmpField[3]]>> = {
  5: ['dc', 'title', 'Alt'],
  10: ['photoshop', 'Urgency', 'plain'],
  15: ['photoshop', 'Category', 'plain'],
  20: ['photoshop', 'SupplementalCategories', 'Bag'],
  25: ['dc', 'subject', 'Bag'],
  40: ['photoshop', 'Instructions', 'plain'],
  80: ['dc', 'creator', 'Seq'],
  85: ['photoshop', 'AuthorsPosition', 'plain'],
  90: ['photoshop', 'City', 'plain'],
  92: ['Iptc4xmpCore', 'Location', 'plain'],
  95: ['photoshop', 'State', 'plain'],
  100: ['Iptc4xmpCore', 'CountryCode', 'plain'],
  101: ['photoshop', 'Country', 'plain'],
  103: ['photoshop', 'TransmissionReference', 'plain'],
  105: ['photoshop', 'Headline', 'plain'],
  110: ['photoshop', 'Credit', 'plain'],
  115: ['photoshop', 'Source', 'plain'],
  116: ['dc', 'rights', 'Alt'],
  120: ['dc', 'description', 'Alt'],
  122: ['photoshop', 'CaptionWriter', 'plain'],
};

/** Adds properties that the packet lacks. An invalid one stays unchanged. */
export function addIptcToXmp(packet: Buffer | null, records: Buffer | null): Buffer | null {
  const outline = packet === null ? null : tryParseXmp(packet);
  if (records === null || (packet !== null && outline === null)) return packet;
  const hasProperty = (prefix: XmpField[0], name: string) =>
    outline?.properties.some((each) => each.namespace === namespaces[prefix] && each.name === name) === true;
  const fields = Object.entries(textsIn(records)).flatMap(([dataset, texts]): XmpField[] => {
    const [prefix, name, kind] = properties[Number(dataset)] ?? [];
    if (prefix === undefined || name === undefined || kind === undefined || hasProperty(prefix, name)) return [];
    return [[prefix, name, kind === 'Bag' || kind === 'Seq' ? texts : (texts[0] ?? ''), kind]];
  });
  return fields.length === 0 ? packet : setXmpFields(packet, fields);
}

function textsIn(records: Buffer): Readonly<Record<number, readonly string[]>> {
  const texts: Record<number, string[]> = {};
  for (const { record, dataset, data } of readRecords(records)) {
    const text = record === 2 && properties[dataset] ? decodeText(data) : '';
    if (text === '') continue;
    texts[dataset] ??= [];
    texts[dataset].push(text);
  }
  return texts;
}
