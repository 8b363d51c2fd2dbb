/** Applies ai-red-lip-gloss and measures the lips. */
import { aiRedLipGloss } from '../../../engine/operations/ai-red-lip-gloss.ts';
import { rgbToLab } from '../../../engine/pixels/lab.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';
import { callOf } from '../face/faces.ts';

export async function gloss(upload: Uint8Array) {
  const output = await aiRedLipGloss(callOf('ai-red-lip-gloss', upload));
  if (output.kind !== 'image') throw new Error(`lip gloss answers ${output.kind}`);
  return output.file;
}

export type Area = { x: number; y: number; width: number; height: number };
/** Bounds on the astronaut, px. */
export const mouth: Area = { x: 197, y: 135, width: 54, height: 25 };
export const lowerLip: Area = { x: 217, y: 151, width: 13, height: 3 };

/** Mean color in Lab. */
export function color({ width, rgb }: Photo, area: Area) {
  const sum = [0, 0, 0];
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      for (let c = 0; c < 3; c++) sum[c]! += rgb[(y * width + x) * 3 + c]! / (area.width * area.height);
    }
  }
  const [L, a, b] = rgbToLab(sum[0]!, sum[1]!, sum[2]!);
  return { L, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

/** The largest change of a channel outside an area. */
export function changeOutside(before: Photo, after: Photo, area: Area): number {
  let largest = 0;
  for (let y = 0; y < before.height; y++) {
    for (let x = 0; x < before.width; x++) {
      const isInside = x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
      if (isInside) continue;
      for (let i = (y * before.width + x) * 3, end = i + 3; i < end; i++) {
        largest = Math.max(largest, Math.abs(after.rgb[i]! - before.rgb[i]!));
      }
    }
  }
  return largest;
}
