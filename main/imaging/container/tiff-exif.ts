import { type ExifField, type ExifTree, type ReadBytes, readTree, writeBlock } from './exif-tree.ts';
import { readExactly, sliceExactly } from './file-pieces.ts';
import { openFile } from './pinned-files.ts';
import { tiffPagesIn } from './tiff-pages.ts';
import { descriptiveTags, fieldType, tag } from './tiff-tags.ts';

/**
 * Returns the EXIF data of a TIFF file as a block; null for none.
 * @param file path or bytes
 */
export async function tiffExifBlock(file: string | Buffer): Promise<Buffer | null> {
  if (typeof file !== 'string') return blockOf(async (position, length) => sliceExactly(file, position, length));
  const handle = await openFile(file);
  try {
    return await blockOf((position, length) => readExactly(handle, position, length));
  } finally {
    await handle.close();
  }
}

async function blockOf(read: ReadBytes): Promise<Buffer | null> {
  try {
    const tree = await treeOf(read);
    const image = tree.image.filter((field) => descriptiveTags.has(field.tag));
    const orientation = { tag: tag.orientation, type: fieldType.short, count: 1, value: Buffer.from([1, 0]) };
    return image.length + tree.exif.length + tree.gps.length === 0
      ? null
      : writeBlock({ ...tree, image: [...image, orientation] });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Reads the photograph's facts and adds those of a thumbnail before it: some programs describe only the first picture.
 */
async function treeOf(read: ReadBytes): Promise<ExifTree> {
  const firstTree = await readTree(read);
  const pages = await tiffPagesIn(read);
  if (pages === null || pages.photograph === 0) return firstTree;
  const photographTree = await readTree(read, pages.directoryOffset);
  const complete = (fields: readonly ExifField[], fallbackFields: readonly ExifField[]) => [
    ...fields,
    ...fallbackFields.filter((candidate) => !fields.some((field) => field.tag === candidate.tag)),
  ];
  return {
    image: complete(photographTree.image, firstTree.image),
    exif: complete(photographTree.exif, firstTree.exif),
    gps: complete(photographTree.gps, firstTree.gps),
  };
}
