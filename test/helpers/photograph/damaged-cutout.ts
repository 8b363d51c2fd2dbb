/** A real cutout with damage that a brush can repair, and the difference between two cutouts. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Stroke } from '../../../contract/touch-up/touch-up.ts';
import { portraitBackgroundRemoval } from '../../../engine/operations/portrait-background-removal.ts';
import { toLab } from '../../../engine/pixels/lab.ts';
import { callOf } from '../face/faces.ts';
import { cutoutOf } from '../operation/cutouts.ts';
import { sample } from './photographs.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly data: Uint8Array | Uint16Array;
}

/** The astronaut and her cutout by the built-in engine, 512 x 512 px. */
export async function astronautCutOut(folder: string): Promise<{ photograph: string; cutout: Pixels }> {
  const photograph = join(folder, 'astronaut.png');
  const upload = await readFile(sample('astronaut'));
  await writeFile(photograph, upload);
  const output = await portraitBackgroundRemoval(callOf('portrait-background-removal', upload));
  return { photograph, cutout: (await cutoutOf(output)) as Pixels };
}

export type Circle = readonly [x: number, y: number, radius: number];

/** Fills circles with `value` (RGBA): holes in the subject, or remains of the background. */
export function withCircles(
  cutout: Pixels,
  circles: readonly Circle[],
  value: (at: number) => readonly number[],
): Pixels {
  // A Buffer's slice would share the memory.
  const data = new Uint8Array(cutout.data);
  for (const [x, y, radius] of circles) {
    for (let at = 0; at < cutout.width * cutout.height; at++) {
      const away = Math.hypot((at % cutout.width) + 0.5 - x, Math.floor(at / cutout.width) + 0.5 - y);
      if (away < radius) data.set(value(at), at * cutout.channels);
    }
  }
  return { ...cutout, data };
}

export const nothing = () => [0, 0, 0, 0];

/**
 * Writes pixels in the format of `path`: PNG, WEBP or TIFF. Values of 16 bits are labeled with `icc`, those of 8 bits
 * converted to it.
 */
export async function writePixels(
  path: string,
  { data, width, height, channels }: Pixels,
  icc?: string,
): Promise<string> {
  const deep = data instanceof Uint16Array;
  const image = sharp(data, { raw: { width, height, channels } });
  const gray = channels === 1;
  const spaced = image.toColourspace(deep ? (gray ? 'grey16' : 'rgb16') : gray ? 'b-w' : 'srgb');
  const named = icc === undefined ? spaced : spaced.withIccProfile(icc);
  const encoded = path.endsWith('.webp')
    ? named.webp({ quality: 95, alphaQuality: 100 })
    : path.endsWith('.tif')
      ? named.tiff({ compression: 'lzw' })
      : named.png();
  await encoded.toFile(path);
  return path;
}

/** Reads the raw values of a file, 8 or 16 bits, without applying a profile. */
export async function readPixels(path: string): Promise<Pixels> {
  const { depth, space } = await sharp(path).metadata();
  const deep = depth === 'ushort';
  const image = sharp(path, { ignoreIcc: true }).toColourspace(space === 'b-w' ? 'b-w' : deep ? 'rgb16' : 'srgb');
  const { data, info } = await image.raw({ depth: deep ? 'ushort' : 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, channels, data: deep ? new Uint16Array(new Uint8Array(data).buffer) : data };
}

export interface Difference {
  /** Levels of 255. */
  readonly alpha: { readonly mean: number; readonly worst: number };
  /** CIE 1976, in pixels that are opaque in both. */
  readonly colour: { readonly mean: number; readonly worst: number };
}

/** Returns the difference of two cutouts within circles, or everywhere. */
export function difference(first: Pixels, second: Pixels, circles?: readonly Circle[]): Difference {
  const lab = [first, second].map(({ data, width, height }) => {
    const rgb = new Uint8Array(width * height * 3);
    for (let at = 0; at < width * height; at++) rgb.set(data.subarray(at * 4, at * 4 + 3), at * 3);
    return toLab(rgb, width, height);
  }) as [ReturnType<typeof toLab>, ReturnType<typeof toLab>];
  const alpha = { sum: 0, worst: 0, count: 0 };
  const color = { sum: 0, worst: 0, count: 0 };
  const note = (into: typeof alpha, value: number) => {
    into.sum += value;
    into.worst = Math.max(into.worst, value);
    into.count++;
  };
  for (let at = 0; at < first.width * first.height; at++) {
    const [px, py] = [(at % first.width) + 0.5, Math.floor(at / first.width) + 0.5];
    if (circles && !circles.some(([x, y, radius]) => Math.hypot(px - x, py - y) < radius)) continue;
    note(alpha, Math.abs(first.data[at * 4 + 3]! - second.data[at * 4 + 3]!));
    if (first.data[at * 4 + 3]! < 255 || second.data[at * 4 + 3]! < 255) continue;
    const [a, b] = lab;
    note(
      color,
      Math.hypot(a.L.data[at]! - b.L.data[at]!, a.a.data[at]! - b.a.data[at]!, a.b.data[at]! - b.b.data[at]!),
    );
  }
  const of = ({ sum, worst, count }: typeof alpha) => ({ mean: sum / Math.max(1, count), worst });
  return { alpha: of(alpha), colour: of(color) };
}

/** A hard restoring stroke that ignores edges, with changes; points as in SVG: `10,20 30,40`. */
export function strokeOf(points: string, radius: number, change: Partial<Stroke> = {}): Stroke {
  const line = points.split(' ').map((point) => point.split(',').map(Number) as [number, number]);
  return { mode: 'restore', points: line, radius, softness: 0, edgeAware: false, ...change };
}
