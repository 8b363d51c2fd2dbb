/** Writes metadata into a TIFF file as a new directory at its end. */
import { type ExifField, type ExifTree, readTree, writeTree } from '../../container/exif-tree.ts';
import { type FilePiece, readAt, readExactly, sliceExactly } from '../../container/file-pieces.ts';
import type { OpenFile } from '../../container/pinned-files.ts';
import { descriptiveTags, fieldType, tag } from '../../container/tiff-tags.ts';
import type { CarriedMetadata } from '../metadata-parts.ts';

/**
 * @param selectFields of the file's own fields; default: all
 * @throws Error for a big-endian file
 */
export async function tiffPieces(
  file: OpenFile,
  carried: CarriedMetadata,
  selectFields: (oldTree: readonly ExifField[]) => readonly ExifField[] = (oldTree) => oldTree,
): Promise<FilePiece[]> {
  const block = carried.exif;
  const source =
    block === null ? null : await readTree(async (position, length) => sliceExactly(block, position, length));
  return changeDirectories(file, (oldTree) => {
    const fields = new Map<number, ExifField>(selectFields(oldTree.image).map((field) => [field.tag, field]));
    for (const field of source?.image ?? []) if (descriptiveTags.has(field.tag)) fields.set(field.tag, field);
    for (const field of toFields(carried)) fields.set(field.tag, field);
    return { image: [...fields.values()], exif: source?.exif ?? [], gps: source?.gps ?? [] };
  });
}

/** @throws Error for a big-endian file */
export async function changeDirectories(file: OpenFile, change: (oldTree: ExifTree) => ExifTree): Promise<FilePiece[]> {
  const { size } = await file.stat();
  const oldTree = await readTree((position, length) => readExactly(file, position, length));
  const head = await readAt(file, 0, 4);
  if (!head.equals(Buffer.from('II*\0', 'latin1'))) throw new Error('only little-endian TIFF files are written here');
  const directoryOffset = size + (size % 2);
  const start = Buffer.alloc(8);
  head.copy(start);
  start.writeUInt32LE(directoryOffset, 4);
  return [start, { from: 8, to: size }, Buffer.alloc(size % 2), writeTree(change(oldTree), directoryOffset)];
}

function toFields({ xmp, iptc, icc, density }: CarriedMetadata): ExifField[] {
  const bytes = (number: number, value: Buffer): ExifField => ({
    tag: number,
    type: fieldType.undefined,
    count: value.length,
    value,
  });
  const fields: ExifField[] = [];
  if (xmp !== null) fields.push({ tag: tag.xmp, type: 1, count: xmp.length, value: xmp });
  if (iptc !== null) fields.push(bytes(tag.iptc, iptc));
  if (icc !== null) fields.push(bytes(tag.iccProfile, icc));
  if (density !== null) {
    const value = Buffer.alloc(8);
    value.writeUInt32LE(Math.round(density * 1000), 0);
    value.writeUInt32LE(1000, 4);
    fields.push({ tag: tag.xResolution, type: fieldType.rational, count: 1, value });
    fields.push({ tag: tag.yResolution, type: fieldType.rational, count: 1, value });
    fields.push({ tag: tag.resolutionUnit, type: fieldType.short, count: 1, value: Buffer.from([2, 0]) });
  }
  return fields;
}
