/** Takes the largest picture out of a camera's raw file: the JPEG that the camera itself developed. */
import { say } from '../../../../preload/contract/sentence.ts';
import { ImagingError } from '../../errors.ts';
import { quotedSize, type Size } from '../../size.ts';
import type { Decoded } from '../developed.ts';
import type { RawFindings } from './findings.ts';
import { findInCr3 } from './in-cr3.ts';
import { findInRaf } from './in-raf.ts';
import { findInTiff } from './in-tiff.ts';
import { jpegFrame } from './jpeg-frame.ts';

/**
 * Whether the picture is as large as the photograph is for the caller to judge (`full-size.ts`): both are told.
 * @throws ImagingError UNUSABLE_FILE with a sentence
 */
export async function decodeRaw(bytes: Buffer, name: string): Promise<Decoded> {
  const { jpegs, sizes, exif, xmp } = await find(bytes, name);
  const frames = jpegs.flatMap((range) => {
    const frame = jpegFrame(bytes, range);
    return frame === null ? [] : { ...frame, range };
  });
  const picture = largest(frames.filter(({ isPicture }) => isPicture));
  if (picture === undefined) {
    // A copy that has not arrived whole yet says where its picture will be.
    const isCut = jpegs.some(({ offset, length }) => offset + length > bytes.length);
    throw new ImagingError('UNUSABLE_FILE', say(isCut ? 'imaging.file.damaged' : 'imaging.raw.none', { name }));
  }
  // Where nothing else says how large the photograph is, its lossless JPEG does: Canon codes two columns as one with two components.
  const coded = frames.flatMap(({ isPicture, width, height, components }) =>
    isPicture ? [] : { width: width * (components === 2 ? 2 : 1), height },
  );
  const photograph = largest(sizes.length > 0 ? sizes : coded) ?? picture;
  const { width, height, hasExif, range } = picture;
  const size = { width, height };
  const file = Buffer.from(bytes.subarray(range.offset, range.offset + range.length));
  return {
    kind: 'jpeg',
    ...size,
    bytes: file,
    icc: null,
    exif: hasExif ? null : exif,
    xmp: hasExif ? null : xmp,
    iptc: null,
    notes: [say('imaging.raw.embedded', { size: quotedSize(size) })],
    embedded: { picture: size, photograph: { width: photograph.width, height: photograph.height } },
  };
}

async function find(bytes: Buffer, name: string): Promise<RawFindings> {
  try {
    if (bytes.toString('latin1', 0, 15) === 'FUJIFILMCCD-RAW') return findInRaf(bytes);
    if (bytes.toString('latin1', 4, 8) === 'ftyp') return await findInCr3(bytes);
    if (/^(II|MM)/.test(bytes.toString('latin1', 0, 2))) return await findInTiff(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ImagingError('UNUSABLE_FILE', say('imaging.file.damaged', { name }), { cause: error });
  }
  throw new ImagingError('UNUSABLE_FILE', say('imaging.raw.none', { name }));
}

function largest<T extends Size>(items: readonly T[]): T | undefined {
  const [first, ...others] = items;
  return others.reduce(
    (best, each) => (each.width * each.height > (best?.width ?? 0) * (best?.height ?? 0) ? each : best),
    first,
  );
}
