/** EXIF blocks from raw files, for embedded pictures without EXIF. */
import { type ExifTree, readTree, writeBlock } from '../../container/exif-tree.ts';
import { sliceExactly } from '../../container/file-pieces.ts';
import { descriptiveTags, tag } from '../../container/tiff-tags.ts';

/** Drops makers' notes; null if the structure is damaged. */
export async function exifFromTiff(file: Buffer): Promise<Buffer | null> {
  const tree = await treeOf(file);
  return tree === null ? null : blockOf(tree);
}

/** A CR3 stores directories as separate blocks. */
export async function exifFromCr3(
  image: Buffer | null,
  exif: Buffer | null,
  gps: Buffer | null,
): Promise<Buffer | null> {
  const fields = async (block: Buffer | null) => (block === null ? [] : ((await treeOf(block))?.image ?? []));
  const tree = { image: await fields(image), exif: await fields(exif), gps: await fields(gps) };
  return blockOf({ ...tree, exif: tree.exif.filter((field) => field.tag !== tag.makerNote) });
}

function blockOf(tree: ExifTree): Buffer | null {
  const image = tree.image.filter((field) => descriptiveTags.has(field.tag) || field.tag === tag.orientation);
  const block = writeBlock({ ...tree, image });
  // Limit of a JPEG segment.
  return image.length === 0 || block.length > 65_000 ? null : block;
}

async function treeOf(file: Buffer): Promise<ExifTree | null> {
  try {
    return await readTree(async (position, length) => sliceExactly(file, position, length));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
