/** Encodes a retouched photograph in the format of its upload. */
import sharp from 'sharp';
import { signedFormat } from '../../../formats/image-signature.ts';
import { jpegQualityOf } from '../../../formats/jpeg-quality.ts';
import type { Photo } from './decode.ts';

type EncodedPhoto = { bytes: Uint8Array; mime: 'image/png' | 'image/jpeg' };

const minJpegQuality = 95;

/** Returns a JPEG for an opaque JPEG upload, otherwise a PNG. */
export async function encodeLike(upload: Uint8Array, photo: Photo): Promise<EncodedPhoto> {
  const { width, height, rgb, alpha } = photo;
  const image = sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false });
  if (alpha)
    image.joinChannel(Buffer.from(alpha.buffer, alpha.byteOffset, alpha.length), {
      raw: { width, height, channels: 1 },
    });
  if (signedFormat(upload) === 'jpeg' && !alpha) {
    const quality = Math.max(minJpegQuality, jpegQualityOf(upload) ?? 0);
    return { bytes: await image.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer(), mime: 'image/jpeg' };
  }
  return { bytes: await image.png({ compressionLevel: 6 }).toBuffer(), mime: 'image/png' };
}

/** Returns the upload itself if it is an upright sRGB JPEG or PNG. @see encodeLike */
export async function encodeUnchanged(upload: Uint8Array, photo: Photo): Promise<EncodedPhoto> {
  const { format, orientation, icc, space } =
    signedFormat(upload) === 'bmp' ? { format: 'bmp' } : await sharp(upload).metadata();
  const isUpright = (orientation ?? 1) === 1;
  const isSrgb = icc ? icc.toString('latin1').replaceAll('\0', '').includes('sRGB') : space !== 'cmyk';
  if (isUpright && isSrgb && format === 'jpeg') return { bytes: upload, mime: 'image/jpeg' };
  if (isUpright && isSrgb && format === 'png') return { bytes: upload, mime: 'image/png' };
  return encodeLike(upload, photo);
}
