/**
 * 3D renderings of Fluent Emoji (MIT, Microsoft) with known alpha before photographs: some that no constant was chosen by, and
 * others for training. The benchmark downloads them.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createPlane } from '../../../engine/pixels/plane.ts';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
import { fetchPackages } from '../shared/packages.ts';
import { type Photograph, photographed } from '../truth/drawing/backdrops.ts';
import type { Truth } from '../truth/drawing/stage.ts';
import { fromLinear, toLinear } from '../truth/drawing/vector.ts';
import type { CreateBackground } from '../truth/subjects/subjects.ts';

const name = '@lobehub/fluent-emoji-3d';
const folder = new URL('../peers/renderings/', import.meta.url).pathname;
const assets = join(folder, 'node_modules', name, 'assets');
/** Code points of plants, animals, clothes, instruments, vehicles and other things, without people, flags and signs. */
const kinds = [
  [0x1f331, 0x1f344],
  [0x1f3a0, 0x1f3bb],
  [0x1f400, 0x1f43e],
  [0x1f451, 0x1f462],
  [0x1f6a0, 0x1f6b2],
  [0x1f980, 0x1f9ae],
  [0x1f9e2, 0x1f9ff],
  [0x1fa70, 0x1fabf],
] as const;
const trainingKinds = [
  [0x1f345, 0x1f384],
  [0x1f3bf, 0x1f3d2],
  [0x1f489, 0x1f4ff],
  [0x1f526, 0x1f530],
  [0x1f56f, 0x1f58d],
  [0x1f600, 0x1f64f],
  [0x1f6b4, 0x1f6ff],
  [0x1f930, 0x1f94c],
  [0x1f94e, 0x1f967],
  [0x1f969, 0x1f97f],
  [0x1f9af, 0x1f9cb],
] as const;
const backdrops: readonly Photograph[] = ['forest', 'park', 'street', 'staircase', 'blinds', 'room', 'cafe'];
const size = { width: 1000, height: 800 };

/** Downloads the renderings if missing. Returns an error message. */
export const fetchRenderings = (): Promise<string | undefined> =>
  fetchPackages(folder, { dependencies: { [name]: '1.1.0' } }, assets);

export async function chosenRenderings(seed: string, count: number): Promise<string[]> {
  return createSeededRandom(seed)
    .derive('renderings')
    .shuffled(await renderingsIn(kinds))
    .slice(0, count);
}

/** Returns things for training: neither those above nor kinds of `unseen`. */
export const trainingRenderings = (): Promise<string[]> => renderingsIn(trainingKinds);

async function renderingsIn(ranges: readonly (readonly [number, number])[]): Promise<string[]> {
  const names = (await readdir(assets)).flatMap((file) => {
    const point = Number.parseInt(file, 16);
    const isThing = /^[0-9a-f]+(-fe0f)?\.webp$/.test(file) && ranges.some(([from, to]) => point >= from && point <= to);
    return isThing ? [file.slice(0, -5)] : [];
  });
  return names.sort();
}

/**
 * Puts a thing in muted colors before a photograph, with noise and JPEG compression.
 * @param createBackground returns the background in linear light, instead of a photograph
 */
export async function rendering(name: string, seed: string, createBackground?: CreateBackground): Promise<Truth> {
  const random = createSeededRandom(seed).derive(name);
  const { width, height } = size;
  const side = random.between(420, 720);
  const { data } = await sharp(join(assets, `${name}.webp`))
    .rotate((random.next() - 0.5) * 50, { background: '#0000' })
    .resize(side, side, { fit: 'contain', kernel: 'lanczos3', background: '#0000' })
    .modulate({ saturation: 0.35 + random.next() * 0.5, brightness: 0.6 + random.next() * 0.4 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const light =
    (await createBackground?.(width, height)) ??
    (await photographed(random.pick(backdrops), width, height, random.next() * 6));
  const [left, top] = [random.between(20, width - side - 20), random.between(20, height - side - 20)];
  const alpha = createPlane(width, height);
  for (let y = 0, from = 0; y < side; y++) {
    for (let x = 0; x < side; x++, from += 4) {
      const at = (top + y) * width + left + x;
      const a = data[from + 3]! / 255;
      alpha.data[at] = a;
      for (let c = 0; c < 3; c++)
        light[at * 3 + c] = light[at * 3 + c]! * (1 - a) + toLinear(data[from + c]! / 255) * a;
    }
  }
  const rgb = Uint8Array.from(light, (value) => {
    const noise = (random.next() + random.next() - 1) * 6;
    return Math.min(255, Math.max(0, Math.round(255 * fromLinear(value) + noise)));
  });
  const jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
  return { jpeg, alpha };
}
