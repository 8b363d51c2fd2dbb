/** Image headers, cached until the file changes. */
import type { Metadata } from 'sharp';
import { createFileCache } from '../decode/file-cache.ts';
import { openImage } from '../decode/open-image.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';

/** Headers include profiles and packets, so the cache takes up to 16 MB. */
const maxCachedHeaders = 64;
const maxCachedHeaderBytes = 256 * 1024;

const isSmall = ({ exif, icc, xmp, iptc }: Metadata) =>
  [exif, icc, xmp, iptc].reduce((sum, block) => sum + (block?.length ?? 0), 0) <= maxCachedHeaderBytes;

const known = createFileCache<Metadata>(maxCachedHeaders, isSmall);

/** Reads the header of the first frame, of images of any size. @throws as `openImage`; the decoder's error */
export function readHeader(path: string, format: ReadableFormat): Promise<Metadata> {
  return known.getOrRead(path, format, async () =>
    (await openImage(path, format, { limitInputPixels: false })).metadata(),
  );
}
