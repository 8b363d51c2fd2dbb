/** Degraded images (blurred, shaken, noisy, dark) for tests of photograph measures. */
import sharp from 'sharp';
import type { Picture } from '../../../main/imaging/measure/measured-image.ts';
import { createSeededRandom } from '../run/seeded-random.ts';

/** Decodes a part of a photograph (px), or all of it, in the measured form. */
export async function pictureOf(
  path: string,
  part?: { left: number; top: number; width: number; height: number },
): Promise<Picture> {
  const image = sharp(path).flatten({ background: '#fff' }).toColourspace('srgb');
  const { data, info } = await (part ? image.extract(part) : image).raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`${path} has no colours`);
  return { width: info.width, height: info.height, rgb: data };
}

const raw = ({ width, height }: Picture) => ({ raw: { width, height, channels: 3 as const } });

/** Blurs with a Gaussian of this standard deviation in px, at least 0.3. */
export async function defocused(picture: Picture, deviation: number): Promise<Picture> {
  return { ...picture, rgb: await sharp(picture.rgb, raw(picture)).blur(deviation).raw().toBuffer() };
}

/** Blurs as if the camera moved sideways by this many px. */
export async function shaken(picture: Picture, px: number): Promise<Picture> {
  const kernel = {
    width: px,
    height: 3,
    kernel: Array.from({ length: px * 3 }, (_, i) => (Math.floor(i / px) === 1 ? 1 : 0)),
  };
  return { ...picture, rgb: await sharp(picture.rgb, raw(picture)).convolve(kernel).raw().toBuffer() };
}

/** Adds grain with this standard deviation in levels. */
export function noisier(picture: Picture, deviation: number): Picture {
  const { next } = createSeededRandom(deviation);
  // The sum of three uniform values is close enough to a normal one.
  const normal = () => (next() + next() + next() - 1.5) * 2;
  return { ...picture, rgb: changed(picture, (value) => value + deviation * normal()) };
}

/** Multiplies every level by `factor`. */
export function lighter(picture: Picture, factor: number): Picture {
  return { ...picture, rgb: changed(picture, (value) => value * factor) };
}

const changed = ({ rgb }: Picture, change: (value: number) => number): Buffer =>
  Buffer.from(rgb.map((value) => Math.min(255, Math.max(0, Math.round(change(value))))));
