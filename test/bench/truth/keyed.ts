/** Chroma keying of people before a plain wall, who are then put before other photographs. */
import { join } from 'node:path';
import sharp from 'sharp';
import { boxMean } from '../../../engine/pixels/box-filter.ts';
import { createPlane, enlarge, type Plane } from '../../../engine/pixels/plane.ts';
import { portraitMatte } from '../../../engine/vision/matting/networks/portrait-matte.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
import { type Photograph, photographed } from './drawing/backdrops.ts';
import type { Truth } from './drawing/stage.ts';
import { fromLinear } from './drawing/vector.ts';

/** Portraits with plain walls that differ from the person along the edge, chosen by eye before any measurement. */
export const keyedPortraits = ['f13', 'f45', 'f47', 'm7', 'm19', 'm83'] as const;

export const isKeyed = (name: string): boolean => (keyedPortraits as readonly string[]).includes(name);

const backdrops: readonly Photograph[] = ['forest', 'park', 'street', 'staircase', 'blinds', 'room', 'cafe'];
/** Longer side in px, smaller than the portrait, so that the truth is sharper than its source. */
const sidePx = 800;
/** Distances of the edge from certain wall, which strands of hair reach, and from the certain person, in px. */
const outside = 44;
const inside = 7;
/** Radii in px in which known colors are extended to the edge; the smallest with known colors counts. */
const radii = [6, 24, 96];
/** Grain of the wall, as a share of the person's color distance from the wall. */
const grain = 0.07;
/** Share of the distance from which a pixel is opaque, because locks differ in color. */
const opaqueThreshold = 0.85;

export async function keyedPerson(folder: string, name: string, seed: string): Promise<Truth> {
  const photo = await decodePhoto(
    await sharp(join(folder, `${name}.jpg`))
      .png()
      .toBuffer(),
  );
  const { width, height } = photo;
  const { wall, alpha } = keyed(photo, enlarge(await portraitMatte(photo), width, height));
  const random = createSeededRandom(seed).derive(name);
  const light = await photographed(random.pick(backdrops), width, height, 2 + random.next() * 6);
  const rgb = new Uint8Array(light.length);
  for (let i = 0; i < rgb.length; i++) {
    // Replace the share of the wall by the background, which needs no colors of the person.
    const share = 1 - alpha.data[Math.floor(i / 3)]!;
    const background = fromLinear(light[i]!);
    rgb[i] = Math.round(
      255 * clamped(share === 1 ? background : photo.rgb[i]! / 255 + share * (background - wall[i]!)),
    );
  }
  const small = (bytes: Uint8Array, channels: 1 | 3) =>
    sharp(bytes, { raw: { width, height, channels } }).resize(sidePx, sidePx, { fit: 'inside', kernel: 'mitchell' });
  const mask = Uint8Array.from(alpha.data, (value) => Math.round(255 * value));
  const { data, info } = await small(mask, 1).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const truth = createPlane(info.width, info.height);
  for (let i = 0; i < truth.data.length; i++) truth.data[i] = data[i]! / 255;
  return { jpeg: await small(rgb, 3).jpeg({ quality: 92 }).toBuffer(), alpha: truth };
}

/**
 * Returns the color of the wall at each pixel (r, g, b, 0..1), and the alpha of the person.
 * @param rough matte of the photograph's size
 */
export function keyed(photo: Photo, rough: Plane): { wall: Float32Array; alpha: Plane } {
  const { width, height } = photo;
  const far = boxMean(rough, outside).data;
  const near = boxMean(rough, inside).data;
  const colors = Float32Array.from(photo.rgb, (value) => value / 255);
  const wall = extend(colors, width, height, (i) => far[i]! < 0.004);
  const off = (i: number) =>
    Math.hypot(
      colors[i * 3]! - wall[i * 3]!,
      colors[i * 3 + 1]! - wall[i * 3 + 1]!,
      colors[i * 3 + 2]! - wall[i * 3 + 2]!,
    );
  const distance = Float32Array.from(rough.data, (_, i) => off(i));
  const person = extend(
    Float32Array.from(colors, (_, i) => distance[Math.floor(i / 3)]!),
    width,
    height,
    (i) => near[i]! > 0.97,
  );
  const alpha = createPlane(width, height);
  for (let i = 0; i < alpha.data.length; i++) {
    if (near[i]! > 0.97) alpha.data[i] = 1;
    else if (far[i]! >= 0.004)
      alpha.data[i] = clamped((distance[i]! / person[i * 3]! - grain) / (opaqueThreshold - grain));
  }
  return { wall, alpha };
}

const clamped = (value: number) => Math.min(1, Math.max(0, value));

/** Extends values (three per pixel) of the chosen pixels to the others. */
function extend(values: Float32Array, width: number, height: number, chosen: (i: number) => boolean): Float32Array {
  const weight = createPlane(width, height);
  for (let i = 0; i < weight.data.length; i++) weight.data[i] = chosen(i) ? 1 : 0;
  const out = new Float32Array(values.length);
  const known = createPlane(width, height);
  for (const reach of [...radii, width]) {
    const around = boxMean(weight, reach).data;
    // Ignore rounding errors of the running sums.
    const shares = around.map((value, i) => (value < 1e-5 ? 0 : Math.min(1 - known.data[i]!, value * 20)));
    for (let c = 0; c < 3; c++) {
      const plane = createPlane(width, height);
      for (let i = 0; i < plane.data.length; i++) plane.data[i] = values[i * 3 + c]! * weight.data[i]!;
      const sums = boxMean(plane, reach).data;
      for (let i = 0; i < plane.data.length; i++) {
        if (shares[i]! > 0) out[i * 3 + c]! += (shares[i]! * sums[i]!) / around[i]!;
      }
    }
    for (let i = 0; i < shares.length; i++) known.data[i]! += shares[i]!;
  }
  return out;
}
