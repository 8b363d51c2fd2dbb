/** Identifies a result's original by ids that survive renaming (XMP Media Management). */
import { randomUUID } from 'node:crypto';
import { setXmpFields, type XmpField, type XmpReference } from '../../xmp/merge-xmp.ts';
import { namespaces, tryParseXmp } from '../../xmp/parse-xmp.ts';
import { isKept, type MetadataRuleView } from './metadata-topics.ts';

/**
 * Returns the `xmpMM:DocumentID` of all results.
 * @param contentHash SHA-256 of the photograph's file, hex
 */
export function documentIdOf(contentHash: string): string {
  return `xmp.did:${contentHash.slice(0, 32)}`;
}

/** Makes the original's ids those that the result is derived from. An invalid packet stays unchanged. */
export function withDocumentId(
  packet: Buffer | null,
  contentHash: string | null,
  rule: MetadataRuleView,
): Buffer | null {
  if (!contentHash || !isKept('editing', rule)) return packet;
  const outline = packet === null ? null : tryParseXmp(packet);
  if (packet !== null && outline === null) return packet;
  const readProperty = (name: string) =>
    outline?.properties.find((each) => each.namespace === namespaces.xmpMM && each.name === name)?.value?.trim() ?? '';
  const documentID = documentIdOf(contentHash);
  const [originalId, instanceID] = [readProperty('DocumentID') || documentID, readProperty('InstanceID')];
  const fields: (XmpField | XmpReference)[] = [
    ['xmpMM', 'DocumentID', documentID, 'plain'],
    ['xmpMM', 'InstanceID', `xmp.iid:${randomUUID()}`, 'plain'],
    ['xmpMM', 'OriginalDocumentID', readProperty('OriginalDocumentID') || originalId, 'plain'],
    ['xmpMM', 'DerivedFrom', { documentID: originalId, ...(instanceID === '' ? {} : { instanceID }) }, 'Reference'],
  ];
  return setXmpFields(packet, fields);
}
