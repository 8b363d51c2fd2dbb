/** Removes the location from EXIF, XMP and IPTC. */
import { type ExifField, readTree, writeBlock } from '../container/exif-tree.ts';
import { sliceExactly } from '../container/file-pieces.ts';
import { removeXmpProperties } from '../xmp/merge-xmp.ts';
import { hasMakerNotes } from './blocks/exif-block.ts';
import type { MetadataParts, MetadataPartsChange } from './metadata-parts.ts';
import { topicOfDataset, topicOfProperty, topicOfTag } from './rules/metadata-topics.ts';

/** Returns the changed parts. Makers' notes go too, because they may contain a location. */
export async function stripLocation({ exif, xmp, iptc }: MetadataParts): Promise<MetadataPartsChange> {
  const newExif = exif && (await stripBlock(exif));
  const newXmp = xmp && removeXmpProperties(xmp, isLocation);
  const newIptc = iptc && stripRecords(iptc);
  return {
    ...(exif === newExif ? {} : { exif: newExif }),
    // It may contain a location.
    ...(xmp !== null && (newXmp === null || !newXmp.equals(xmp)) ? { xmp: newXmp } : {}),
    ...(iptc === null || newIptc?.equals(iptc) ? {} : { iptc: newIptc }),
  };
}

const isLocation = (namespace: string, name: string) => topicOfProperty(namespace, name) === 'location';

function stripRecords(records: Buffer): Buffer {
  const remaining: Buffer[] = [];
  for (let offset = 0; offset + 5 <= records.length && records[offset] === 0x1c; ) {
    const size = records.readUInt16BE(offset + 3);
    // An extended dataset states the byte count of its length.
    const more = size & 0x7fff;
    if (size >= 0x8000 && (more === 0 || more > 4 || offset + 5 + more > records.length)) break;
    const end = size < 0x8000 ? offset + 5 + size : offset + 5 + more + records.readUIntBE(offset + 5, more);
    if (topicOfDataset(records[offset + 1] ?? 0, records[offset + 2] ?? 0) !== 'location')
      remaining.push(records.subarray(offset, end));
    offset = end;
  }
  return Buffer.concat(remaining);
}

/** Returns the same block if it has no location and no makers' notes, null if it is invalid. */
async function stripBlock(block: Buffer): Promise<Buffer | null> {
  try {
    const tree = await readTree(async (position, length) => sliceExactly(block, position, length));
    const shouldKeep = ({ tag }: ExifField) => topicOfTag(tag) !== 'location';
    const [image, exif] = [tree.image.filter(shouldKeep), tree.exif.filter(shouldKeep)];
    const isUnchanged = tree.gps.length === 0 && image.length === tree.image.length && exif.length === tree.exif.length;
    return isUnchanged && !hasMakerNotes(block) ? block : writeBlock({ image, exif, gps: [] });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
