/** Layers of color differences, each at its own scale, and their application. */
import { type LabPlanes, writeRgb } from '../../pixels/lab.ts';
import type { Rect } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Pixels } from '../../vision/face/find-faces.ts';
import type { MaskPlace } from '../../vision/face/mesh.ts';

/** Differences in sRGB steps, interleaved. A soft layer fades in at its border. */
export type Layer = { place: MaskPlace; difference: Float32Array; isSoft: boolean };

/** Relative to the shorter side of a layer. */
const fadeShare = 0.12;

/** @param rect area of both colors, in px of `place`; outside, nothing changes */
export function layerOf(place: MaskPlace, rect: Rect, lab: LabPlanes, now: LabPlanes, isSoft: boolean): Layer {
  const difference = new Float32Array(place.width * place.height * 3);
  const before = new Float32Array(3);
  const after = new Float32Array(3);
  for (let y = 0, i = 0; y < rect.height; y++) {
    let to = ((rect.y + y) * place.width + rect.x) * 3;
    for (let x = 0; x < rect.width; x++, i++, to += 3) {
      const isSame =
        lab.L.data[i] === now.L.data[i] && lab.a.data[i] === now.a.data[i] && lab.b.data[i] === now.b.data[i];
      if (isSame) continue;
      writeRgb(lab.L.data[i]!, lab.a.data[i]!, lab.b.data[i]!, before, 0);
      writeRgb(now.L.data[i]!, now.a.data[i]!, now.b.data[i]!, after, 0);
      for (let c = 0; c < 3; c++) difference[to + c] = after[c]! - before[c]!;
    }
  }
  return { place, difference, isSoft };
}

/** Each layer replaces those before it. */
export function applyLayers(photo: Pixels, layers: readonly Layer[]): void {
  const row = new Float32Array(photo.width * 3);
  for (let y = 0; y < photo.height; y++) {
    row.fill(0);
    for (const layer of layers) addRow(row, photo.width, y, layer);
    const start = y * photo.width * 3;
    for (let i = 0; i < row.length; i++) {
      if (row[i] === 0) continue;
      photo.rgb[start + i] = Math.min(255, Math.max(0, Math.round(photo.rgb[start + i]! + row[i]!)));
    }
  }
}

/** Bilinear. */
function addRow(row: Float32Array, rowWidth: number, y: number, { place, difference, isSoft }: Layer): void {
  const { x: left, y: top, width, height, scale } = place;
  const v = (y + 0.5 - top) * scale;
  if (v <= 0 || v >= height) return;
  const sourceY = Math.min(height - 1, Math.max(0, v - 0.5));
  const upper = Math.floor(sourceY);
  const lower = Math.min(height - 1, upper + 1);
  const t = sourceY - upper;
  const fade = fadeShare * Math.min(width, height);
  const end = Math.min(rowWidth, Math.ceil(left + width / scale));
  for (let x = Math.max(0, left); x < end; x++) {
    const u = (x + 0.5 - left) * scale;
    if (u >= width) break;
    const across = Math.min(width - 1, Math.max(0, u - 0.5));
    const near = Math.floor(across);
    const far = Math.min(width - 1, near + 1);
    const s = across - near;
    const weight = isSoft ? smoothstep(Math.min(u, v, width - u, height - v), 0, fade) : 1;
    for (let c = 0; c < 3; c++) {
      const a = difference[(upper * width + near) * 3 + c]! * (1 - s) + difference[(upper * width + far) * 3 + c]! * s;
      const b = difference[(lower * width + near) * 3 + c]! * (1 - s) + difference[(lower * width + far) * 3 + c]! * s;
      row[x * 3 + c]! += weight * (a * (1 - t) + b * t - row[x * 3 + c]!);
    }
  }
}
