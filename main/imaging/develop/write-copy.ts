import { writeFile } from 'node:fs/promises';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { rewriteFile } from '../container/file-pieces.ts';
import type { Orientation } from '../decode/image-facts.ts';
import { strictOptions } from '../decode/open-image.ts';
import { orientationIn, updateExifForResult } from '../metadata/blocks/exif-block.ts';
import { jpegPiecesWith } from '../metadata/formats/jpeg-metadata.ts';
import { pngPieces } from '../metadata/formats/png-metadata.ts';
import { isSideways, type Positions, wholeFrame } from '../metadata/positions/positions.ts';
import { updateXmpForResult } from '../metadata/positions/update-xmp.ts';
import type { Decoded, DecodedPixels } from './developed-types.ts';

/** The window can show PNG. Filters would take four times as long to halve the size. */
const encoding = { compressionLevel: 1 } as const;

/** Writes a PNG of upright pixels with orientation 1, or the embedded JPEG with its own, to the new file `to`. */
export async function writeCopy(decoded: Decoded, to: string): Promise<void> {
  const { icc, exif, xmp, iptc } = decoded;
  const carried = { icc, xmp, iptc, density: null };
  if (decoded.kind === 'jpeg') {
    await writeFile(to, decoded.bytes, { flag: 'wx', mode: 0o600 });
    if (icc ?? exif ?? xmp ?? iptc) await rewriteFile(to, (file) => jpegPiecesWith(file, { ...carried, exif }));
    return;
  }
  await pipelineOf(decoded).png(encoding).toFile(to);
  const { width, height } = decoded;
  const turned = orientationIn(exif);
  const isMoved = turned !== 1;
  const block = exif === null ? null : updateExifForResult(exif, { width, height, isSrgb: false, isMoved });
  const packet = xmp === null || !isMoved ? xmp : updateXmpForResult(xmp, positionsBefore(decoded, turned));
  if (icc ?? block ?? packet)
    await rewriteFile(to, (file) => pngPieces(file, { ...carried, exif: block, xmp: packet }));
}

/** Metadata refers to the picture before rotation. */
function positionsBefore({ width, height }: DecodedPixels, orientation: Orientation): Positions {
  const stored = isSideways({ orientation }) ? { width: height, height: width } : { width, height };
  return { stored, orientation, frame: wholeFrame({ width, height }) };
}

function pipelineOf({ data, width, height, channels }: DecodedPixels) {
  const image = sharp(data, { ...strictOptions, raw: { width, height, channels } });
  if (channels <= 2) return image.toColourspace(data instanceof Uint16Array ? 'grey16' : 'b-w');
  return image.toColourspace(data instanceof Uint16Array ? 'rgb16' : 'srgb');
}
