/** IPTC records in Photoshop's image resources. */
import { photoshopPrefix, readResources, resourceBlock, resourceId } from '../../container/image-resources.ts';

export const iptcFormats: ReadonlySet<string | undefined> = new Set(['jpeg', 'tiff', 'psd']);

/** Accepts an APP13 segment or a TIFF tag. */
export function iptcRecords(bytes: Uint8Array): Buffer | null {
  const block = Buffer.from(bytes);
  if (!block.subarray(0, photoshopPrefix.length).equals(photoshopPrefix)) return block[0] === 0x1c ? block : null;
  const found = readResources(block).find(({ id }) => id === resourceId.iptc);
  return found === undefined ? null : Buffer.from(found.data);
}

/** Returns the content of an APP13 segment. */
export function iptcSegment(records: Uint8Array): Buffer {
  return Buffer.concat([photoshopPrefix, resourceBlock([{ id: resourceId.iptc, name: '', data: records }])]);
}

/** Would mark the records as changed by a program without XMP. */
const digestResource = 0x0425;

/**
 * Replaces or removes the records, and keeps other resources.
 * @param block consecutive resources (8BIM …)
 */
export function setIptcResource(block: Buffer, records: Buffer | null): Buffer {
  const resources: Buffer[] = [];
  let offset = 0;
  while (offset + 12 <= block.length && block.toString('latin1', offset, offset + 4) === '8BIM') {
    const id = block.readUInt16BE(offset + 4);
    const nameLength = (block[offset + 6] ?? 0) + 1;
    const sizeAt = offset + 6 + nameLength + (nameLength % 2);
    if (sizeAt + 4 > block.length) break;
    const size = block.readUInt32BE(sizeAt);
    const end = Math.min(block.length, sizeAt + 4 + size + (size % 2));
    if (id !== resourceId.iptc && id !== digestResource) resources.push(block.subarray(offset, end));
    offset = end;
  }
  if (records !== null && records.length > 0) resources.push(resource(records));
  return Buffer.concat(resources);
}

function resource(records: Buffer): Buffer {
  const head = Buffer.from('8BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(records.length, 8);
  return Buffer.concat([head, records, Buffer.alloc(records.length % 2)]);
}
