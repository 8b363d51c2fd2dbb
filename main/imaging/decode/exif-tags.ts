/** Reads single EXIF tags; damage elsewhere in the block does not matter. */
import { type ExifField, linkIn, type ReadBytes, readDirectory, readHeader } from '../container/exif-tree.ts';
import { readAt, readExactly, sliceExactly } from '../container/file-pieces.ts';
import { heifExifBlock } from '../container/heif-boxes.ts';
import { jpegSegments, marker, prefix, startsWith } from '../container/jpeg-segments.ts';
import { type OpenFile, openFile } from '../container/pinned-files.ts';
import { pngChunks, signature } from '../container/png-chunks.ts';
import { fieldType, tag } from '../container/tiff-tags.ts';

/** Tags by directory (EXIF 3.0, tables 4 to 8). */
const imageTags = { Make: 271, Model: 272, Rating: 18246 } as const;
const photographTags = {
  DateTimeOriginal: 36867,
  DateTimeDigitized: 36868,
  SubSecTimeOriginal: 37521,
  SubSecTimeDigitized: 37522,
  ColorSpace: tag.colorSpace,
  BodySerialNumber: 42033,
} as const;
const interopTags = { InteroperabilityIndex: 1 } as const;

type TagName = keyof typeof imageTags | keyof typeof photographTags | keyof typeof interopTags;
/** Texts without trailing spaces and zeros; the first of several numbers. */
export type ExifTags = Readonly<Partial<Record<TagName, string | number>>>;

/** Accepts a block with or without the "Exif" prefix. Returns no tags if it is damaged. */
export function exifTagsIn(block: Buffer): Promise<ExifTags> {
  const tiff = startsWith(block, prefix.exif) ? block.subarray(prefix.exif.length) : block;
  return readTags(async (position, length) => sliceExactly(tiff, position, length));
}

/** Reads JPEG, PNG, AVIF, HEIF, TIFF and raw files built like TIFF. Returns no tags if they are damaged. */
export async function exifTagsOf(path: string): Promise<ExifTags> {
  const file = await openFile(path);
  try {
    const block = await blockOf(file);
    if (block === 'file') return await readTags((position, length) => readExactly(file, position, length));
    return block === null ? {} : await exifTagsIn(block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return {};
  } finally {
    await file.close();
  }
}

/** Returns `file` if the file itself is a TIFF structure. */
async function blockOf(file: OpenFile): Promise<Buffer | 'file' | null> {
  const head = await readAt(file, 0, 12);
  if (head.readUInt16BE(0) === 0xffd8) return jpegExifBlock(file);
  if (startsWith(head, signature)) return pngExifBlock(file);
  if (head.toString('latin1', 4, 8) === 'ftyp') return heifExifBlock(file);
  return ['II', 'MM'].includes(head.toString('latin1', 0, 2)) ? 'file' : null;
}

async function jpegExifBlock(file: OpenFile): Promise<Buffer | null> {
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    if (kind === marker.startOfScan) return null;
    if (kind === marker.APP1 && startsWith(head, prefix.exif)) return readExactly(file, from + 4, to - from - 4);
  }
  return null;
}

async function pngExifBlock(file: OpenFile): Promise<Buffer | null> {
  for await (const { type, from, to } of pngChunks(file))
    if (type === 'eXIf') return readExactly(file, from + 8, to - from - 12);
  return null;
}

async function readTags(read: ReadBytes): Promise<ExifTags> {
  const tags: Partial<Record<TagName, string | number>> = {};
  try {
    const { isLittleEndian, directoryOffset } = await readHeader(read);
    /** Adds the tags of a directory, and returns the offset that `link` states. */
    const addTags = async (offset: number, names: Readonly<Record<string, number>>, link: number) => {
      const fields = await readDirectory(read, offset, isLittleEndian, new Set([...Object.values(names), link]));
      for (const [name, number] of Object.entries(names)) {
        const value = textOrNumber(fields.find((field) => field.tag === number));
        if (value !== null) tags[name as TagName] = value;
      }
      return linkIn(fields, link);
    };
    const exif = await addTags(directoryOffset, imageTags, tag.exifDirectory);
    const interop = exif === null ? null : await addTags(exif, photographTags, tag.interopDirectory);
    if (interop !== null) await addTags(interop, interopTags, tag.interopDirectory);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return tags;
}

function textOrNumber(field: ExifField | undefined): string | number | null {
  if (field === undefined) return null;
  const { type, value } = field;
  if (type === fieldType.short) return value.readUInt16LE(0);
  if (type === fieldType.long) return value.readUInt32LE(0);
  if (type !== fieldType.ascii && type !== fieldType.undefined) return null;
  return value.toString('utf8').replace(/[\0 ]+$/, '');
}
