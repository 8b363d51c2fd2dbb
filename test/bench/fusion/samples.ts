/** Pixels to learn from: what is known of each before it is decided, and the alpha that is true. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { evidenceOf } from '../../../main/engine/vision/matting/fusion/evidence.ts';
import { objectLooks } from '../../../main/engine/vision/matting/object-matte.ts';
import { peopleMatte } from '../../../main/engine/vision/matting/people-region.ts';
import { hairEdge, refineMatte } from '../../../main/engine/vision/matting/refine.ts';
import { decodePhoto, type Photo } from '../../../main/engine/vision/photo/decode.ts';
import { reducePhoto } from '../../../main/engine/vision/photo/size.ts';
import type { Plane } from '../../../main/engine/vision/pixels/plane.ts';
import type { Seeded } from '../../helpers/seeded.ts';
import { pictureOf } from '../truth/subjects.ts';
import type { Examples } from './adam.ts';

export interface Sampled {
  /** What is shown; nothing of the same kind is learned from when it is asked about. */
  readonly kind: string;
  /** Mostly from where looks disagree. */
  readonly learned: Examples;
  /** From everywhere alike. */
  readonly asked: Examples;
}

/** Longer side of the planes, as the engine works. */
const side = 768;
const perPicture = 6000;
const askedPerPicture = 12_000;
/** How often a pixel is taken: in doubt, surely inside, surely outside. A rare one counts the more, up to `mostWeight`. */
const shares = { doubt: 1, inside: 0.4, outside: 0.08 };
const mostWeight = 3;
/** A hole in something solid is worse than a gap that stays shut. */
const solidWeight = 1.3;
const signal = new AbortController().signal;

/** A rendered subject whose alpha is exact; undefined when the network sees nothing at all. */
export async function sampledSubject(kind: string, seed: string, random: Seeded): Promise<Sampled | undefined> {
  const { jpeg, alpha } = await pictureOf(kind, seed);
  return sampled(kind, await decodePhoto(jpeg), alpha, random);
}

/** People of a folder, so that solid things in real photographs are known too; their alpha is our own portrait cutout. */
export async function* sampledPeople(folder: string, random: Seeded): AsyncGenerator<Sampled> {
  const files = (await readdir(folder)).filter((file) => /\.(jpe?g|png)$/i.test(file)).sort();
  for (const file of files) {
    const image = sharp(await readFile(join(folder, file))).rotate();
    const photo = await decodePhoto(await image.resize(1150, 1150, { fit: 'inside' }).jpeg({ quality: 92 }).toBuffer());
    const coarse = await peopleMatte(photo, signal);
    if (!coarse) continue;
    const found = await sampled(
      'people',
      photo,
      await refineMatte(photo, coarse, hairEdge, signal),
      random.derive(file),
    );
    if (found) yield found;
  }
}

async function sampled(kind: string, photo: Photo, alpha: Plane, random: Seeded): Promise<Sampled | undefined> {
  const scale = side / Math.max(photo.width, photo.height);
  const [width, height] = [Math.round(photo.width * scale), Math.round(photo.height * scale)];
  const looks = await objectLooks(photo, width, height, signal);
  if (!looks) return undefined;
  const small = await reducePhoto(photo, width, height);
  const { planes: features } = evidenceOf(small, looks);
  const truth = await reduced(alpha, width, height);
  const seen = Object.values(looks);
  const shareOf = (i: number): number => {
    const values = seen.map(({ data }) => data[i]!);
    if (Math.max(...values) <= 0.1) return shares.outside;
    return Math.min(...values) < 0.9 ? shares.doubt : shares.inside;
  };
  const learned: [pixel: number, weight: number][] = [];
  for (let tries = 0; learned.length < perPicture && tries < perPicture * 60; tries++) {
    const pixel = random.below(truth.length);
    const share = shareOf(pixel);
    if (!random.chance(share)) continue;
    learned.push([pixel, Math.min(mostWeight, 1 / share) * (truth[pixel]! > 0.9 ? solidWeight : 1)]);
  }
  const asked = Array.from({ length: askedPerPicture }, (): [number, number] => [random.below(truth.length), 1]);
  return { kind, learned: gathered(features, truth, learned), asked: gathered(features, truth, asked) };
}

function gathered(features: readonly Plane[], truth: Float32Array, pixels: readonly [number, number][]): Examples {
  const out = new Float32Array(pixels.length * features.length);
  for (const [row, [pixel]] of pixels.entries()) {
    for (const [k, { data }] of features.entries()) out[row * features.length + k] = data[pixel]!;
  }
  return {
    features: out,
    truth: Float32Array.from(pixels, ([pixel]) => truth[pixel]!),
    weight: Float32Array.from(pixels, ([, weight]) => weight),
  };
}

/** The alpha at the planes' size, each value the mean of what it covers. */
async function reduced({ width, height, data }: Plane, toWidth: number, toHeight: number): Promise<Float32Array> {
  const bytes = Uint8Array.from(data, (value) => Math.round(value * 255));
  const small = sharp(bytes, { raw: { width, height, channels: 1 } }).resize(toWidth, toHeight, {
    fit: 'fill',
    kernel: 'linear',
  });
  return Float32Array.from(await small.extractChannel(0).raw().toBuffer(), (value) => value / 255);
}

/** All rows of several pictures. */
export function joined(parts: readonly Examples[]): Examples {
  const all = (field: keyof Examples): Float32Array => {
    const out = new Float32Array(parts.reduce((sum, part) => sum + part[field].length, 0));
    let at = 0;
    for (const part of parts) {
      out.set(part[field], at);
      at += part[field].length;
    }
    return out;
  };
  return { features: all('features'), truth: all('truth'), weight: all('weight') };
}
