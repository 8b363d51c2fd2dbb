/** Alpha mattes as files with one channel of 8 bits. */
import sharp from 'sharp';
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';

export async function writeMask({ width, height, data }: Plane, path: string): Promise<void> {
  const bytes = Uint8Array.from(data, (value) => Math.round(255 * Math.min(1, Math.max(0, value))));
  await sharp(bytes, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 4 })
    .toFile(path);
}

/** Reads the alpha of an image: its only or fourth channel, or else 1 everywhere. */
export async function readMask(from: string | Buffer): Promise<Plane> {
  const { channels } = await sharp(from).metadata();
  const image = channels === 1 ? sharp(from).toColourspace('b-w') : sharp(from).ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const plane = createPlane(info.width, info.height);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = data[(i + 1) * info.channels - 1]! / 255;
  return plane;
}
