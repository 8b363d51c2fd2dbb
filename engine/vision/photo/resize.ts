/** A photograph at another size, and as the input of a model. */
import sharp from 'sharp';
import type { Volume } from '../runtimes/onnx.ts';
import type { Photo } from './decode.ts';

/** The photograph resized to exactly `width` x `height` px; alpha is left behind. */
export async function reducePhoto(photo: Photo, width: number, height: number): Promise<Photo> {
  if (photo.width === width && photo.height === height) return photo;
  const rgb = await sharp(photo.rgb, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { width, height, rgb, alpha: null };
}

/** The photograph with its longest side `side` px long, reduced or enlarged, its alpha with it. */
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

/** How a model wants its colours: (value / range - mean) / deviation, a channel each. */
export type Normalisation = {
  mean: readonly [number, number, number];
  deviation: readonly [number, number, number];
  /** Divide by 255, or by the brightest value of the image. */
  range: 'bytes' | 'brightest';
};

/** The photograph stretched to the model's size, as planes R, G, B. */
export async function modelInput(
  photo: Photo,
  width: number,
  height: number,
  normalisation: Normalisation,
): Promise<Volume> {
  const { rgb } = await reducePhoto(photo, width, height);
  const range = normalisation.range === 'bytes' ? 255 : rgb.reduce((max, value) => Math.max(max, value), 1);
  const size = width * height;
  const data = new Float32Array(size * 3);
  for (let c = 0; c < 3; c++) {
    const scale = 1 / (range * normalisation.deviation[c]!);
    const shift = normalisation.mean[c]! / normalisation.deviation[c]!;
    for (let i = 0; i < size; i++) data[c * size + i] = rgb[i * 3 + c]! * scale - shift;
  }
  return { data, width, height };
}
