/** Reads the alpha and the share of soft pixels of a cutout. */
import sharp from 'sharp';
import type { EngineOutput } from '../../../engine/operations/call.ts';
import type { Plane } from '../../../engine/pixels/plane.ts';

export type Cutout = { width: number; height: number; channels: number; data: Buffer };

/** Decodes the only image of an operation's output, which must be a PNG. */
export async function cutoutOf(output: EngineOutput): Promise<Cutout> {
  if (output.kind !== 'image' || output.file.mime !== 'image/png') throw new Error(`not one PNG: ${output.kind}`);
  const { channels } = await sharp(output.file.bytes).metadata();
  const image = sharp(output.file.bytes);
  const { data, info } = await (channels === 1 ? image.toColourspace('b-w') : image)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels, data };
}

/** Alpha 0..255 at a point given as fractions of width and height. */
export function alphaAt({ width, height, channels, data }: Cutout, x: number, y: number): number {
  return data[(Math.round(y * (height - 1)) * width + Math.round(x * (width - 1))) * channels + channels - 1]!;
}

/** Share of pixels that are neither opaque nor transparent. */
export function softPart({ width, height, channels, data }: Cutout): number {
  let count = 0;
  for (let i = channels - 1; i < data.length; i += channels) if (data[i]! > 0 && data[i]! < 255) count++;
  return count / (width * height);
}

export function alphaPlane({ width, height, channels, data }: Cutout): Plane {
  const plane = { width, height, data: new Float32Array(width * height) };
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = data[i * channels + channels - 1]! / 255;
  return plane;
}
