/** What the header of an image says, known for as long as the file is the same. */
import type { Metadata } from 'sharp';
import { createFileCache } from './file-cache.ts';
import { openImage } from './open-image.ts';
import type { ReadableFormat } from './sniff-format.ts';

/** Profiles and packets are part of it: what is kept takes 16 MB at most. */
const maxCachedHeaders = 64;
const maxCachedHeaderBytes = 256 * 1024;

const isSmall = ({ exif, icc, xmp, iptc }: Metadata) =>
  [exif, icc, xmp, iptc].reduce((sum, block) => sum + (block?.length ?? 0), 0) <= maxCachedHeaderBytes;

const known = createFileCache<Metadata>(maxCachedHeaders, isSmall);

/** Of the first frame, as `openImage` opens it, however large it says it is. @throws as `openImage`; the decoder's error */
export function readHeader(path: string, format: ReadableFormat): Promise<Metadata> {
  return known.getOrRead(path, format, async () =>
    (await openImage(path, format, { limitInputPixels: false })).metadata(),
  );
}
