/** Photographs of people in the quality benchmark, and their uploads. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { group } from '../../helpers/face/faces.ts';

const sample = (name: string) => new URL(`../../../assets/samples/${name}.png`, import.meta.url).pathname;

export interface People {
  readonly name: string;
  readonly path: string;
  readonly faces: number;
}

/** One to five faces with dark and light skin, in dim and bright light, and a profile in gray. */
export const people: readonly People[] = [
  { name: 'group 1', path: group(1), faces: 3 },
  { name: 'group 2', path: group(2), faces: 3 },
  { name: 'group 3', path: group(3), faces: 3 },
  { name: 'group 4', path: group(4), faces: 4 },
  { name: 'group 5', path: group(5), faces: 5 },
  { name: 'group 6', path: group(6), faces: 4 },
  { name: 'astronaut', path: sample('astronaut'), faces: 1 },
  { name: 'cameraman', path: sample('camera'), faces: 1 },
];

export const sceneWithoutPeople = sample('coffee');

export const findPeople = (name: string): People => people.find((each) => each.name === name) as People;

/** Part of the photograph that is uploaded: all of it, all in a large size, or the largest head. */
export type View = 'whole' | 'large' | 'head';

/** Side lengths of views in px. The PNG of a whole view stays below 2 MB. */
const wholeSide = (quick: boolean) => (quick ? 600 : 900);
const largeSide = 1200;
const portraitSide = 1000;
const headSide = 700;

/** Returns uploads of every nth portrait in a large folder, or of all in a small one. */
export async function portraitUploads(
  spec: OperationSpec,
  nth: number,
  folder = new URL('../../photos/people/', import.meta.url).pathname,
): Promise<Buffer[]> {
  const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png)$/.test(name));
  const few = names.length < 10 ? names : names.filter((_, i) => i % nth === 0);
  const small = (name: string) =>
    sharp(join(folder, name)).resize(portraitSide, portraitSide, { fit: 'inside', withoutEnlargement: true });
  return Promise.all(few.map((name) => encodeFor(spec, small(name))));
}

export async function uploadOf(spec: OperationSpec, who: People, view: View, quick: boolean): Promise<Buffer> {
  if (view === 'head') return encodeFor(spec, await headOf(who));
  const side = view === 'large' ? largeSide : wholeSide(quick);
  const { width, height } = spec.images[0]!.smallerThan;
  const image = sharp(who.path).resize(Math.min(side, width - 1), Math.min(side, height - 1), {
    fit: 'inside',
    withoutEnlargement: true,
  });
  return encodeFor(spec, image);
}

/** Encodes a PNG within the limits of the operation, or else the best JPEG. */
export async function encodeFor(spec: OperationSpec, image: Sharp): Promise<Buffer> {
  const { formats, maxBytes } = spec.images[0]!;
  const pixels = await image.removeAlpha().toColourspace('srgb').png({ compressionLevel: 6 }).toBuffer();
  if (formats.includes('png') && pixels.byteLength <= maxBytes) return pixels;
  for (let quality = 95; quality > 20; quality -= 15) {
    const jpeg = await sharp(pixels).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
    if (jpeg.byteLength <= maxBytes) return jpeg;
  }
  throw new Error(`a photograph does not fit into ${maxBytes} bytes`);
}

/** Crops the largest head with a margin; returns the whole picture without a face. */
async function headOf(who: People): Promise<Sharp> {
  const bytes = await readFile(who.path);
  const photo = await decodePhoto(bytes);
  const [face] = await findFaces(photo, 1);
  if (!face) return sharp(bytes).resize(headSide, headSide, { fit: 'cover' });
  const { left, top, width, height } = face.box;
  const side = Math.min(Math.round(Math.max(width, height) * 2.4), photo.width, photo.height);
  const within = (at: number, extent: number) => Math.max(0, Math.min(extent - side, Math.round(at - side / 2)));
  const rect = { left: within(left + width / 2, photo.width), top: within(top + height / 2, photo.height) };
  return sharp(
    await sharp(bytes)
      .extract({ ...rect, width: side, height: side })
      .png()
      .toBuffer(),
  ).resize(headSide);
}
