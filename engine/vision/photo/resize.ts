/** Photographs at other sizes. */
import sharp from 'sharp';
import type { Volume } from '../runtimes/onnx.ts';
import type { Photo } from './decode.ts';

/** Returns the photograph without alpha, or unchanged if it has this size. */
export async function reducePhoto(photo: Photo, width: number, height: number): Promise<Photo> {
  if (photo.width === width && photo.height === height) return photo;
  const rgb = await sharp(photo.rgb, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { width, height, rgb, alpha: null };
}

/** Returns the photograph with a longest side of `side` px. */
export async function withLongestSide(photo: Photo, side: number): Promise<Photo> {
  const factor = side / Math.max(photo.width, photo.height);
  if (factor === 1) return photo;
  const width = Math.max(1, Math.round(photo.width * factor));
  const height = Math.max(1, Math.round(photo.height * factor));
  const { rgb } = await reducePhoto(photo, width, height);
  if (!photo.alpha) return { width, height, rgb, alpha: null };
  const alpha = await sharp(photo.alpha, { raw: { width: photo.width, height: photo.height, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { width, height, rgb, alpha };
}

/** Color normalization of a network, per channel: (value / range - mean) / deviation. */
export type Normalization = {
  mean: readonly [number, number, number];
  deviation: readonly [number, number, number];
  /** 255, or the maximum value of the image. */
  range: 'bytes' | 'brightest';
};

/** Returns planes R, G, B of the stretched photograph. */
export async function modelInput(
  photo: Photo,
  width: number,
  height: number,
  normalization: Normalization,
): Promise<Volume> {
  const { rgb } = await reducePhoto(photo, width, height);
  const range = normalization.range === 'bytes' ? 255 : rgb.reduce((max, value) => Math.max(max, value), 1);
  const size = width * height;
  const data = new Float32Array(size * 3);
  for (let c = 0; c < 3; c++) {
    const scale = 1 / (range * normalization.deviation[c]!);
    const shift = normalization.mean[c]! / normalization.deviation[c]!;
    for (let i = 0; i < size; i++) data[c * size + i] = rgb[i * 3 + c]! * scale - shift;
  }
  return { data, width, height };
}
