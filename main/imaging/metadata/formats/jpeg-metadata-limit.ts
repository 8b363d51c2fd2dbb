/** Fits metadata into a JPEG: EXIF is limited to a segment of 64 KB. */
import { type MessageDescriptor, msg } from '../../../../contract/messages/message.ts';
import { type ExifField, readTree, writeBlock } from '../../container/exif-tree.ts';
import { sliceExactly } from '../../container/file-pieces.ts';
import { prefix, segmentBytes } from '../../container/jpeg-segments.ts';
import { exifBlockEnd, hasMakerNotes } from '../blocks/exif-block.ts';
import type { CarriedMetadata } from '../metadata-parts.ts';
import { xmpSegments } from './jpeg-metadata.ts';

const maxExifBytes = segmentBytes - prefix.exif.length;

/** Returns fitting metadata, and messages about the rest. */
export async function fitToJpeg(
  carried: CarriedMetadata,
): Promise<{ carried: CarriedMetadata; lost: readonly MessageDescriptor[] }> {
  const { exif, xmp } = carried;
  const isLong = xmp !== null && (await xmpSegments(xmp)) === null;
  const short = exif === null || exif.length <= maxExifBytes ? { exif, lost: [] } : await shorter(exif);
  const lost = isLong ? [...short.lost, msg('imaging.data.longXmp')] : short.lost;
  return { carried: { ...carried, exif: short.exif, xmp: isLong ? null : xmp }, lost };
}

/** Drops unused bytes, then makers' notes, then the longest fields. */
async function shorter(block: Buffer): Promise<{ exif: Buffer | null; lost: readonly MessageDescriptor[] }> {
  const used = block.subarray(0, exifBlockEnd(block) ?? block.length);
  if (used.length <= maxExifBytes) return { exif: used, lost: [] };
  try {
    const tree = await readTree(async (position, length) => sliceExactly(block, position, length));
    const notes = hasMakerNotes(block) ? [msg('imaging.data.makerNotes')] : [];
    const dropped = new Set<ExifField>();
    const fieldsByLength = [...tree.image, ...tree.exif, ...tree.gps].sort((a, b) => b.value.length - a.value.length);
    const rebuild = () => {
      const filterFields = (fields: readonly ExifField[]) => fields.filter((field) => !dropped.has(field));
      return writeBlock({
        image: filterFields(tree.image),
        exif: filterFields(tree.exif),
        gps: filterFields(tree.gps),
      });
    };
    let exif = rebuild();
    for (const field of fieldsByLength) {
      if (exif.length <= maxExifBytes) break;
      dropped.add(field);
      exif = rebuild();
    }
    return { exif, lost: dropped.size === 0 ? notes : [...notes, msg('imaging.data.longExif')] };
  } catch (error) {
    if (error instanceof RangeError) return { exif: null, lost: [msg('imaging.data.longExif')] };
    throw error;
  }
}
