import { photoshopPrefix, readResources, resourceBlock, resourceId } from '../../container/image-resources.ts';

/** Returns the records of an APP13 segment or a TIFF tag, as decoders return them, or null. */
export function iptcRecords(bytes: Uint8Array): Buffer | null {
  const block = Buffer.from(bytes);
  if (!block.subarray(0, photoshopPrefix.length).equals(photoshopPrefix)) return block[0] === 0x1c ? block : null;
  const found = readResources(block).find(({ id }) => id === resourceId.iptc);
  return found === undefined ? null : Buffer.from(found.data);
}

/** Wraps records as the content of an APP13 segment. */
export function iptcSegment(records: Uint8Array): Buffer {
  return Buffer.concat([photoshopPrefix, resourceBlock([{ id: resourceId.iptc, name: '', data: records }])]);
}
