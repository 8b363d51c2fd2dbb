/** Adds image resources, such as clipping paths, to a finished JPEG or TIFF. */
import { msg } from '../../../../contract/messages/message.ts';
import { type FilePiece, mergePieces, readAt, rewriteFile } from '../../container/file-pieces.ts';
import {
  type ImageResource,
  photoshopPrefix,
  readResources,
  replacedResources,
  resourceBlock,
} from '../../container/image-resources.ts';
import { jpegSegments, marker, resourceSegments, startsWith } from '../../container/jpeg-segments.ts';
import type { OpenFile } from '../../container/pinned-files.ts';
import { fieldType, tag } from '../../container/tiff-tags.ts';
import { ImagingError } from '../../errors.ts';
import { changeDirectories } from './tiff-metadata.ts';

/** More than programs write. */
const maxResourceBytes = 16 * 1024 * 1024;

/**
 * Writes or replaces resources in our finished file at `path`. Call it after `copyMetadata`, which writes separate IPTC
 * resources.
 * @throws ImagingError BAD_RESULT unless the file is a JPEG or a little-endian TIFF
 */
export async function spliceResources(
  path: string,
  format: 'jpeg' | 'tiff',
  fresh: readonly ImageResource[],
): Promise<void> {
  try {
    await rewriteFile(path, (file) => (format === 'jpeg' ? jpegWith(file, fresh) : tiffWith(file, fresh)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new ImagingError('BAD_RESULT', msg('imaging.result.noMetadata'), { cause: error });
  }
}

/** @throws Error for a broken structure */
export async function jpegResources(file: OpenFile): Promise<ImageResource[]> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    if (kind === marker.startOfScan) break;
    if (kind !== marker.APP13 || !startsWith(head, photoshopPrefix)) continue;
    bytes += to - from;
    if (bytes > maxResourceBytes) break;
    parts.push((await readAt(file, from, to - from)).subarray(4 + photoshopPrefix.length));
  }
  return readResources(Buffer.concat(parts));
}

async function jpegWith(file: OpenFile, fresh: readonly ImageResource[]): Promise<FilePiece[]> {
  const block = resourceBlock(replacedResources(await jpegResources(file), fresh));
  const { size } = await file.stat();
  const before: FilePiece[] = [Buffer.from([0xff, 0xd8])];
  const after: FilePiece[] = [];
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    if (kind === marker.startOfScan)
      return mergePieces([...before, ...resourceSegments(block), ...after, { from, to: size }]);
    if (kind === marker.APP13 && startsWith(head, photoshopPrefix)) continue;
    // Readers expect JFIF and EXIF first.
    (kind === marker.APP0 || kind === marker.APP1 ? before : after).push({ from, to });
  }
  throw new Error('the JPEG holds no image');
}

function tiffWith(file: OpenFile, fresh: readonly ImageResource[]): Promise<FilePiece[]> {
  return changeDirectories(file, (tree) => {
    const old = tree.image.find((field) => field.tag === tag.photoshop);
    const value = resourceBlock(replacedResources(old === undefined ? [] : readResources(old.value), fresh));
    const field = { tag: tag.photoshop, type: fieldType.undefined, count: value.length, value };
    return { ...tree, image: [...tree.image.filter((each) => each.tag !== tag.photoshop), field] };
  });
}
