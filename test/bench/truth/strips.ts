/** Picture, truth, our cutout and the peer's on a checkerboard: the whole, and the largest error of ours. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { boxMean } from '../../../engine/pixels/box-filter.ts';
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';
import { readMask } from './masks.ts';

const tile = 300;
const gap = 6;

export async function stripOf(folder: string, id: string, to: string): Promise<void> {
  const photo = join(folder, `${id}.jpg`);
  const truth = await readMask(join(folder, `${id}-truth.png`));
  const ours = await maskOr(join(folder, `${id}-universal.png`), truth);
  const peer = join(folder, `${id}-peer.png`);
  const columns = [undefined, truth, ours, ...(existsSync(peer) ? [await readMask(peer)] : [])];
  const rect = { ...worstPlace(ours, truth, tile), width: tile, height: tile };
  const parts: OverlayOptions[] = [];
  for (const [column, alpha] of columns.entries()) {
    const cut = alpha ? await onBoard(photo, alpha) : await sharp(photo).png().toBuffer();
    const left = column * (tile + gap);
    const overview = await sharp(cut).resize(tile, tile, { fit: 'contain', background: '#fff' }).png().toBuffer();
    parts.push({ input: overview, left, top: 0 });
    parts.push({ input: await sharp(cut).extract(rect).png().toBuffer(), left, top: tile + gap });
  }
  const width = columns.length * (tile + gap) - gap;
  await sharp({ create: { width, height: tile * 2 + gap, channels: 3, background: '#fff' } })
    .composite(parts)
    .webp({ quality: 85 })
    .toFile(to);
}

const maskOr = async (path: string, { width, height }: Plane): Promise<Plane> =>
  existsSync(path) ? readMask(path) : createPlane(width, height);

/** Returns the top left corner of the square with the largest difference. */
export function worstPlace(a: Plane, b: Plane, side: number): { left: number; top: number } {
  const { width, height } = a;
  const off = createPlane(width, height);
  for (let i = 0; i < off.data.length; i++) off.data[i] = Math.abs(a.data[i]! - b.data[i]!);
  const half = Math.floor(side / 2);
  const { data } = boxMean(off, half);
  let [max, left, top] = [-1, 0, 0];
  for (let y = half; y <= height - half; y += 8) {
    for (let x = half; x <= width - half; x += 8) {
      if (data[y * width + x]! <= max) continue;
      [max, left, top] = [data[y * width + x]!, x - half, y - half];
    }
  }
  return { left, top };
}

async function onBoard(path: string, alpha: Plane): Promise<Buffer> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  for (let i = 0; i < alpha.data.length; i++) {
    const x = i % info.width;
    const y = Math.floor(i / info.width);
    const board = ((x >> 4) + (y >> 4)) % 2 ? 205 : 245;
    for (let c = i * 3; c < i * 3 + 3; c++) data[c] = data[c]! * alpha.data[i]! + board * (1 - alpha.data[i]!);
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer();
}
