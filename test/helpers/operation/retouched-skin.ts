/** Retouches skin with smart-skin-advanced, and measures the change. */
import { expect } from 'vitest';
import { smartSkinAdvanced } from '../../../engine/operations/smart-skin-advanced.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';
import { callOf } from '../face/faces.ts';

export async function retouch(upload: Uint8Array, ...switches: string[]) {
  const params = Object.fromEntries(switches.map((name) => [name, true]));
  const output = await smartSkinAdvanced(callOf('smart-skin-advanced', upload, params));
  if (output.kind !== 'images') throw new Error(`a retouch answers ${output.kind}`);
  expect(output.files).toHaveLength(1);
  return output.files[0]!;
}

export type Area = { x: number; y: number; width: number; height: number };
/** Mean change of a channel, or mean absolute change, inside an area. */
export function change(before: Photo, after: Photo, { x, y, width, height }: Area, measure = Math.abs): number {
  let sum = 0;
  for (let row = y; row < y + height; row++) {
    for (let i = (row * before.width + x) * 3; i < (row * before.width + x + width) * 3; i++) {
      sum += measure(after.rgb[i]! - before.rgb[i]!);
    }
  }
  return sum / (width * height * 3);
}
