/** The IPTC records of a photograph, which JPEG wraps into Photoshop's resources. */

const photoshop = Buffer.from('Photoshop 3.0\0', 'latin1');
const iptcResource = 0x0404;

/** The bare records, from an APP13 segment or a TIFF tag as decoders hand them out; null where there are none. */
export function iptcRecords(bytes: Uint8Array): Buffer | null {
  const block = Buffer.from(bytes);
  if (!block.subarray(0, photoshop.length).equals(photoshop)) return block[0] === 0x1c ? block : null;
  let at = photoshop.length;
  while (at + 12 <= block.length && block.toString('latin1', at, at + 4) === '8BIM') {
    const id = block.readUInt16BE(at + 4);
    // A name with its length before it, padded to an even number of bytes.
    const nameLength = (block[at + 6] ?? 0) + 1;
    const sizeAt = at + 6 + nameLength + (nameLength % 2);
    if (sizeAt + 4 > block.length) return null;
    const size = block.readUInt32BE(sizeAt);
    if (id === iptcResource) return block.subarray(sizeAt + 4, sizeAt + 4 + size);
    at = sizeAt + 4 + size + (size % 2);
  }
  return null;
}

/** The records as the content of an APP13 segment. */
export function iptcSegment(records: Uint8Array): Buffer {
  const head = Buffer.from('8BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(records.length, 8);
  return Buffer.concat([photoshop, head, records, Buffer.alloc(records.length % 2)]);
}
