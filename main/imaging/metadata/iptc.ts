/** The IPTC records of a photograph, which JPEG wraps into Photoshop's resources. */
import { photoshopPrefix, readResources, resourceBlock, resourceId } from '../container/image-resources.ts';

/** The bare records, from an APP13 segment or a TIFF tag as decoders hand them out; null where there are none. */
export function iptcRecords(bytes: Uint8Array): Buffer | null {
  const block = Buffer.from(bytes);
  if (!block.subarray(0, photoshopPrefix.length).equals(photoshopPrefix)) return block[0] === 0x1c ? block : null;
  const found = readResources(block).find(({ id }) => id === resourceId.iptc);
  return found === undefined ? null : Buffer.from(found.data);
}

/** The records as the content of an APP13 segment. */
export function iptcSegment(records: Uint8Array): Buffer {
  return Buffer.concat([photoshopPrefix, resourceBlock([{ id: resourceId.iptc, name: '', data: records }])]);
}
