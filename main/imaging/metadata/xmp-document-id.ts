/** Says in a result which photograph it was made of, by identifiers that outlive names and folders (XMP, Media Management). */
import { randomUUID } from 'node:crypto';
import { setXmpFields, type XmpField, type XmpReference } from '../xmp/merge-xmp.ts';
import { namespaces, tryParseXmp } from '../xmp/parse-xmp.ts';
import { isKept, type MetadataRuleView } from './metadata-groups.ts';

/**
 * `xmpMM:DocumentID` of all that is made of a photograph: whoever has its file can work it out.
 * @param contentHash SHA-256 of the photograph's file, hex
 */
export function documentIdOf(contentHash: string): string {
  return `xmp.did:${contentHash.slice(0, 32)}`;
}

/**
 * The packet of a photograph as that of a result made of it: its identifiers become those of what it is derived from. Such
 * identifiers are about editing, and are left out with that; a packet that cannot be read stays as it is.
 * @param contentHash of the photograph's file; null = nobody knows it
 */
export function withDocumentId(
  packet: Buffer | null,
  contentHash: string | null,
  keeping: MetadataRuleView,
): Buffer | null {
  if (!contentHash || !isKept('editing', keeping)) return packet;
  const outline = packet === null ? null : tryParseXmp(packet);
  if (packet !== null && outline === null) return packet;
  const readProperty = (name: string) =>
    outline?.properties.find((each) => each.namespace === namespaces.xmpMM && each.name === name)?.value?.trim() ?? '';
  const documentID = documentIdOf(contentHash);
  const [theirs, instanceID] = [readProperty('DocumentID') || documentID, readProperty('InstanceID')];
  const fields: (XmpField | XmpReference)[] = [
    ['xmpMM', 'DocumentID', documentID, 'plain'],
    ['xmpMM', 'InstanceID', `xmp.iid:${randomUUID()}`, 'plain'],
    ['xmpMM', 'OriginalDocumentID', readProperty('OriginalDocumentID') || theirs, 'plain'],
    ['xmpMM', 'DerivedFrom', { documentID: theirs, ...(instanceID === '' ? {} : { instanceID }) }, 'Reference'],
  ];
  return setXmpFields(packet, fields);
}
