/** Lays a colour grade over a whole photograph. */
import sharp from 'sharp';
import type { Pixels } from '../../vision/face/find-faces.ts';
import { createYielder } from '../../yield-to-event-loop.ts';
import { type Grade, gradeColor } from './grade.ts';

/** The grade is worked out for 33 x 33 x 33 colours; what lies between is interpolated. */
const side = 33;
const step = 255 / (side - 1);
/** Rows between two turns of the event loop. */
const rows = 128;
/** How far a glow spreads, as a part of the photograph's shorter side. */
const glowRadius = 0.02;
/** Shorter side, in px, at which the glow is worked out. */
const glowSide = 480;

/** Changes `photo` in place. @throws the signal's reason soon after it fires; `photo` is then half done */
export async function applyGrade(photo: Pixels, grade: Grade, signal: AbortSignal): Promise<void> {
  const { width, height, rgb } = photo;
  const yieldToEventLoop = createYielder(signal);
  const table = tableOf(grade);
  const light = grade.glow ? await spreadLight(photo) : null;
  const graded = new Float32Array(3);
  for (let y = 0; y < height; y++) {
    if (y % rows === 0) await yieldToEventLoop();
    for (let x = 0, offset = y * width * 3; x < width; x++, offset += 3) {
      if (light)
        for (let c = 0; c < 3; c++) rgb[offset + c] = glowing(rgb[offset + c]!, light[offset + c]!, grade.glow!);
      lookUp(table, rgb, offset, graded);
      const shade = grade.vignette ? 1 - grade.vignette * cornerness(x, y, width, height) : 1;
      for (let c = 0; c < 3; c++) rgb[offset + c] = Math.round(graded[c]! * shade);
    }
  }
}

function tableOf(grade: Grade): Float32Array {
  const table = new Float32Array(side ** 3 * 3);
  const out = new Float32Array(3);
  for (let i = 0; i < side ** 3; i++) {
    gradeColor(grade, [Math.floor(i / side ** 2) * step, (Math.floor(i / side) % side) * step, (i % side) * step], out);
    table.set(out, i * 3);
  }
  return table;
}

/** The table's colour for the pixel at `offset`, from the eight colours around it. */
function lookUp(table: Float32Array, rgb: Uint8Array, offset: number, out: Float32Array): void {
  const [r, g, b] = [rgb[offset]! / step, rgb[offset + 1]! / step, rgb[offset + 2]! / step];
  const i = Math.min(side - 2, r | 0);
  const j = Math.min(side - 2, g | 0);
  const k = Math.min(side - 2, b | 0);
  const [u, v, w] = [r - i, g - j, b - k];
  const near = ((i * side + j) * side + k) * 3;
  const [acrossR, acrossG] = [side * side * 3, side * 3];
  for (let c = 0; c < 3; c++) {
    const p = near + c;
    const a = table[p]! * (1 - w) + table[p + 3]! * w;
    const d = table[p + acrossG]! * (1 - w) + table[p + acrossG + 3]! * w;
    const e = table[p + acrossR]! * (1 - w) + table[p + acrossR + 3]! * w;
    const f = table[p + acrossR + acrossG]! * (1 - w) + table[p + acrossR + acrossG + 3]! * w;
    out[c] = (a * (1 - v) + d * v) * (1 - u) + (e * (1 - v) + f * v) * u;
  }
}

/** The photograph's light, spread: as many bytes as the photograph. Worked out small, which nobody sees in so soft a light. */
async function spreadLight({ width, height, rgb }: Pixels): Promise<Uint8Array> {
  const channels = 3;
  const scale = Math.min(1, glowSide / Math.min(width, height));
  const small = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const sigma = Math.max(0.5, Math.min(small.width, small.height) * glowRadius);
  const spread = await sharp(rgb, { raw: { width, height, channels }, limitInputPixels: false })
    .resize({ ...small, fit: 'fill' })
    .blur({ sigma, precision: 'float' })
    .raw()
    .toBuffer();
  return sharp(spread, { raw: { ...small, channels } })
    .resize({ width, height, fit: 'fill' })
    .raw()
    .toBuffer();
}

/** Screens the spread light over a value: lights bloom, black stays black. */
function glowing(value: number, light: number, strength: number): number {
  const screened = 255 - ((255 - value) * (255 - light * (value / 255))) / 255;
  return Math.round(value + strength * (screened - value + (light - value) * 0.35));
}

/** 0 in the middle, 1 in the corners, beginning half way. */
function cornerness(x: number, y: number, width: number, height: number): number {
  const distance = ((2 * x) / width - 1) ** 2 + ((2 * y) / height - 1) ** 2;
  return Math.max(0, distance / 2 - 0.15) / 0.85;
}
