/**
 * Applies a color grade as a 3D lookup table with trilinear interpolation. The glow must come before, and the vignette
 * after, because they depend on the position.
 */
import sharp from 'sharp';
import type { Pixels } from '../../vision/face/find-faces.ts';
import { createYielder } from '../../yield-to-event-loop.ts';
import { type Grade, gradeColor } from './grade.ts';

/** Colors per axis of the table. */
const gridSize = 33;
const step = 255 / (gridSize - 1);
const rowsPerYield = 128;
/** Standard deviation of the blur, relative to the shorter side. */
const glowRadius = 0.02;
/** Shorter side of the photograph for the blur, in px. */
const glowSide = 480;

/** Changes `photo` in place. @throws the signal's reason, with `photo` partly changed */
export async function applyGrade(photo: Pixels, grade: Grade, signal: AbortSignal): Promise<void> {
  const { width, height, rgb } = photo;
  const yieldToEventLoop = createYielder(signal);
  const table = createTable(grade);
  const light = grade.glow ? await blurLight(photo) : null;
  const graded = new Float32Array(3);
  for (let y = 0; y < height; y++) {
    if (y % rowsPerYield === 0) await yieldToEventLoop();
    for (let x = 0, offset = y * width * 3; x < width; x++, offset += 3) {
      if (light)
        for (let c = 0; c < 3; c++) rgb[offset + c] = addGlow(rgb[offset + c]!, light[offset + c]!, grade.glow!);
      interpolate(table, rgb, offset, graded);
      const shade = grade.vignette ? 1 - grade.vignette * vignetteAt(x, y, width, height) : 1;
      for (let c = 0; c < 3; c++) rgb[offset + c] = Math.round(graded[c]! * shade);
    }
  }
}

function createTable(grade: Grade): Float32Array {
  const table = new Float32Array(gridSize ** 3 * 3);
  const out = new Float32Array(3);
  for (let i = 0; i < gridSize ** 3; i++) {
    gradeColor(
      grade,
      [Math.floor(i / gridSize ** 2) * step, (Math.floor(i / gridSize) % gridSize) * step, (i % gridSize) * step],
      out,
    );
    table.set(out, i * 3);
  }
  return table;
}

function interpolate(table: Float32Array, rgb: Uint8Array, offset: number, out: Float32Array): void {
  const [r, g, b] = [rgb[offset]! / step, rgb[offset + 1]! / step, rgb[offset + 2]! / step];
  const i = Math.min(gridSize - 2, r | 0);
  const j = Math.min(gridSize - 2, g | 0);
  const k = Math.min(gridSize - 2, b | 0);
  const [u, v, w] = [r - i, g - j, b - k];
  const near = ((i * gridSize + j) * gridSize + k) * 3;
  const [acrossR, acrossG] = [gridSize * gridSize * 3, gridSize * 3];
  for (let c = 0; c < 3; c++) {
    const p = near + c;
    const a = table[p]! * (1 - w) + table[p + 3]! * w;
    const d = table[p + acrossG]! * (1 - w) + table[p + acrossG + 3]! * w;
    const e = table[p + acrossR]! * (1 - w) + table[p + acrossR + 3]! * w;
    const f = table[p + acrossR + acrossG]! * (1 - w) + table[p + acrossR + acrossG + 3]! * w;
    out[c] = (a * (1 - v) + d * v) * (1 - u) + (e * (1 - v) + f * v) * u;
  }
}

/** A blur this wide needs no full resolution. */
async function blurLight({ width, height, rgb }: Pixels): Promise<Uint8Array> {
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

/** Screens the blurred light over a value. Black stays black. */
function addGlow(value: number, light: number, strength: number): number {
  const screened = 255 - ((255 - value) * (255 - light * (value / 255))) / 255;
  return Math.round(value + strength * (screened - value + (light - value) * 0.35));
}

/** 0 near the center, 1 in corners. */
function vignetteAt(x: number, y: number, width: number, height: number): number {
  const distance = ((2 * x) / width - 1) ** 2 + ((2 * y) / height - 1) ** 2;
  return Math.max(0, distance / 2 - 0.15) / 0.85;
}
