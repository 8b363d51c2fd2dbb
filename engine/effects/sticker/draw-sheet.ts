/**
 * Draws a sheet of stickers of one head, each with another expression. Lids, lips and teeth are painted after the warp,
 * which would stretch them. `npm run bench -- quality --only=ai-lip-bite-expressions` shows the effect of constants.
 *
 * Reading order: head.ts (cutout), fit-head.ts (scale and tilt); motion/: expressions.ts, face-plan.ts, motion.ts,
 * warp-face.ts; painting/; die-cut.ts (border and shadow).
 */
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import type { Rect } from '../../pixels/plane.ts';
import type { Photo } from '../../vision/photo/decode.ts';
import { dieCut, stickerReach } from './die-cut.ts';
import { outlinePlaces, scaleFor, turnAround } from './fit-head.ts';
import type { Head } from './head.ts';
import { type Expression, expressions } from './motion/expressions.ts';
import { type FacePlan, planOf } from './motion/face-plan.ts';
import { motionOf } from './motion/motion.ts';
import type { ClosedEye } from './motion/move-eyes.ts';
import { type Turn, warpFace } from './motion/warp-face.ts';
import { drawClosedLid } from './painting/closed-lid.ts';
import { type LipTint, lipTintOf, tintLips } from './painting/lip-tint.ts';
import { drawTeeth } from './painting/teeth.ts';
import { type TeethColor, teethColor } from './painting/teeth-color.ts';

export const sheetLongSidePx = 2048;
/** Width by height, with hair. */
const headRatio = 0.85;
/** Relative to the shorter side of a cell. */
const borderShare = 0.022;
const spacingShare = 0.012;

/** Blur of the edge, in mouth widths. */
const lipSoftness = 0.012;
/** Blur of a sharp photograph. */
const photoBlurPx = 0.7;

type Colors = { teeth: TeethColor; lips: LipTint };

/** Not premultiplied. */
export type Sheet = { width: number; height: number; rgba: Uint8Array };

/** @param ratio a value of `aspect_ratio` @throws the signal's reason */
export async function drawSheet(head: Head, count: number, ratio: string, signal: AbortSignal): Promise<Sheet> {
  const size = sheetSize(ratio);
  const cells = cellsOf(count, size);
  const { width, height } = cells[0]!;
  const border = Math.min(width, height) * borderShare;
  const margin = 2 * (border * stickerReach + Math.min(width, height) * spacingShare);
  const shown = expressions.slice(0, count);
  const scale = scaleFor(
    outlinePlaces(head.photo),
    shown.map(({ tilt }) => tilt),
    { width: width - margin, height: height - margin },
  );
  const large = await placeHead(head, scale, { width, height });
  const colors = { teeth: teethColor(large.photo, large.mesh), lips: lipTintOf(large.photo, large.mesh) };
  const rgba = new Uint8Array(size.width * size.height * 4);
  for (const [i, cell] of cells.entries()) {
    await setImmediate();
    signal.throwIfAborted();
    const turn = turnAround(outlinePlaces(large.photo), shown[i]!.tilt, { x: width / 2, y: height / 2 }, cell);
    const moved = express(large, shown[i]!, turn, colors, photoBlurPx * scale);
    const sticker = dieCut(moved, border);
    for (let y = 0; y < height; y++) {
      rgba.set(sticker.subarray(y * width * 4, (y + 1) * width * 4), ((cell.y + y) * size.width + cell.x) * 4);
    }
  }
  return { ...size, rgba };
}

/** @param ratio “width:height” */
export function sheetSize(ratio: string): { width: number; height: number } {
  const [width, height] = ratio.split(':').map(Number) as [number, number];
  const scale = sheetLongSidePx / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Returns equal cells by rows, in the arrangement with the largest stickers. */
export function cellsOf(count: number, sheet: { width: number; height: number }): Rect[] {
  let best = { columns: 1, rows: count, size: 0 };
  for (let columns = 1; columns <= count; columns++) {
    if (count % columns !== 0) continue;
    const rows = count / columns;
    const size = Math.min(sheet.width / columns / headRatio, sheet.height / rows);
    if (size > best.size) best = { columns, rows, size };
  }
  const width = Math.floor(sheet.width / best.columns);
  const height = Math.floor(sheet.height / best.rows);
  const [left, top] = [(sheet.width - width * best.columns) >> 1, (sheet.height - height * best.rows) >> 1];
  return Array.from({ length: count }, (_, i) => ({
    x: left + (i % best.columns) * width,
    y: top + Math.floor(i / best.columns) * height,
    width,
    height,
  }));
}

function express(
  { photo, mesh, hasGlasses }: Head,
  expression: Expression,
  turn: Turn,
  colors: Colors,
  softness: number,
): Photo {
  const plan = planOf(mesh);
  const motion = motionOf(plan, expression, hasGlasses);
  const moved = warpFace(photo, plan, motion, turn);
  for (const { shut } of motion.seams) {
    if (shut) drawClosedLid(moved, turnEye(shut, turn));
  }
  const turned: FacePlan = planOf(mesh.map((point) => ({ ...turn.now(point), z: point.z })));
  const lips = motion.lips.map(turn.now);
  tintLips(moved, lips, colors.lips, Math.max(softness, plan.mouth * lipSoftness));
  const bite = { edge: motion.bite.edge.map(turn.now), length: motion.bite.length };
  drawTeeth(moved, turned, bite, expression.bite, colors.teeth, softness);
  return moved;
}

function turnEye({ crease, seam, under, orbit }: ClosedEye, { now }: Turn): ClosedEye {
  return { crease: crease.map(now), seam: seam.map(now), under: under.map(now), orbit: orbit.map(now) };
}

/** Scales the head, in the middle of an empty picture. */
async function placeHead(
  { photo, mesh, hasGlasses }: Head,
  scale: number,
  cell: { width: number; height: number },
): Promise<Head> {
  const width = Math.min(cell.width, Math.max(1, Math.round(photo.width * scale)));
  const height = Math.min(cell.height, Math.max(1, Math.round(photo.height * scale)));
  const [left, top] = [(cell.width - width) >> 1, (cell.height - height) >> 1];
  const resized = await sharp(rgbaOf(photo), { raw: { width: photo.width, height: photo.height, channels: 4 } })
    .resize(width, height, { fit: 'fill', kernel: scale > 1 ? 'cubic' : 'lanczos3' })
    .raw()
    .toBuffer();
  const rgb = new Uint8Array(cell.width * cell.height * 3).fill(255);
  const alpha = new Uint8Array(cell.width * cell.height);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, to = (top + y) * cell.width + left; x < width; x++, to++, from += 4) {
      for (let c = 0; c < 3; c++) rgb[to * 3 + c] = resized[from + c]!;
      alpha[to] = resized[from + 3]!;
    }
  }
  const [across, down] = [width / photo.width, height / photo.height];
  return {
    hasGlasses,
    photo: { ...cell, rgb, alpha },
    mesh: mesh.map(({ x, y, z }) => ({ x: left + x * across, y: top + y * down, z: z * across })),
  };
}

function rgbaOf({ width, height, rgb, alpha }: Photo): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) rgba[i * 4 + c] = rgb[i * 3 + c]!;
    rgba[i * 4 + 3] = alpha?.[i] ?? 255;
  }
  return rgba;
}
