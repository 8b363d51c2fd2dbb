/** Slimming at full strength before a striped wall: straight bars, ears of the same shape, a narrower jaw. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { type Face, findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import type { Measurement } from '../report.ts';
import { picture } from '../run.ts';
import { earShape } from './ear-shape.ts';

const portrait = (name: string) => new URL(`../../../photos/people/${name}.jpg`, import.meta.url).pathname;
const sitters = ['m35', 'm5', 'm83'];

const leanings = [0, 25, 90];
/** Colors of the bars, which people do not have. */
const bars = [
  [40, 70, 215],
  [240, 205, 20],
] as const;
/** Width of a bar as a share of the face size. */
const barWidth = 0.13;
/** Largest difference from the color of a bar, summed over the channels. */
const maxColorDistance = 130;
/** Smallest share of a cross-section of the wall that shows the wall. */
const minWallShare = 0.97;
/** Length by which a visible edge may be extrapolated, in face sizes. */
const maxExtrapolation = 0.25;
/** Half length of a cross-section in widths of a bar. */
const section = 0.45;

export const measureSlimming: Measurement = async (spec, { quick }) => {
  const measures: Measure[] = [];
  for (const name of quick ? sitters.slice(0, 1) : sitters) {
    for (const lean of quick ? leanings.slice(0, 1) : leanings) {
      measures.push(...(await measureBefore(spec, portrait(name), name, lean)));
    }
  }
  return measures;
};

async function measureBefore(spec: OperationSpec, path: string, name: string, lean: number): Promise<Measure[]> {
  const measure = measuresOn(`${name}, bars at ${lean}°`);
  const { upload, photo, face, size } = await beforeBars(path, lean);
  const slimmed = await picture(spec, upload, { slim_degree: '2' });
  const bend = measureBend(photo, slimmed, size, lean);
  const jaw = jawOf((await findFaces(slimmed, 1))[0]!) / jawOf(face);
  const ears = earShape(photo, slimmed, face, (x, y) => barAt(photo, x, y) >= 0);
  return [
    measure('largest bend of a bar’s edge', bend.max, 'px'),
    measure('edges bent by more than 2 px, of their length', bend.share, 'share', { atMost: 0.12 }),
    measure('width of the jaw afterwards', jaw, 'share', { atMost: 0.94 }),
    ...ears.map(({ side, residual }) => {
      const name = `${side} ear: distance from its own shape (similarity taken out)`;
      return measure(name, residual * 100, '% of its length', { atMost: 3 });
    }),
  ];
}

const jawOf = ({ mesh }: Face) => Math.hypot(mesh[172]!.x - mesh[397]!.x, mesh[172]!.y - mesh[397]!.y);

/** Puts the person of a portrait before bars. `size` is the face size in px. */
async function beforeBars(path: string, lean: number) {
  const original = await readFile(path);
  const [face] = await findFaces(await decodePhoto(original), 1);
  if (!face) throw new Error(`no face in ${path}`);
  const size = (face.box.width + face.box.height) / 2;
  const cutout = await picture(operations['portrait-background-removal'], original);
  const { width, height } = cutout;
  const rgb = new Uint8Array(cutout.rgb);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const share = cutout.alpha![i]! / 255;
      const first = shareOfFirst(across(x + 0.5, y + 0.5, lean) / (size * barWidth));
      for (let c = 0; c < 3; c++) {
        const background = bars[0][c]! * first + bars[1][c]! * (1 - first);
        rgb[i * 3 + c] = Math.round(share * cutout.rgb[i * 3 + c]! + (1 - share) * background);
      }
    }
  }
  const photo: Photo = { width, height, rgb, alpha: null };
  const upload = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return { upload, photo, face, size };
}

/** Returns the distance from the line through the origin along the bars, in px. */
function across(x: number, y: number, lean: number): number {
  const angle = (lean * Math.PI) / 180;
  return x * Math.cos(angle) + y * Math.sin(angle);
}

/** Returns 1 on every other bar and 0 between, with edges of about half a pixel. @param at in widths of a bar */
function shareOfFirst(at: number): number {
  const phase = at - 2 * Math.floor(at / 2);
  const toEdge = phase < 1 ? Math.min(phase, 1 - phase) : -Math.min(phase - 1, 2 - phase);
  return Math.min(1, Math.max(0, 0.5 + toEdge * 40));
}

/** Returns the bar color at a pixel, 0 or 1, or -1 for the person. */
function barAt({ width, height, rgb }: Photo, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return -1;
  const at = (row * width + column) * 3;
  const far = bars.map((bar) => bar.reduce((sum, value, c) => sum + Math.abs(value - rgb[at + c]!), 0));
  const nearest = far[0]! < far[1]! ? 0 : 1;
  return far[nearest]! < maxColorDistance ? nearest : -1;
}

/**
 * Cuts across each edge between two bars at each pixel. The number of wall pixels with the color of the other bar is the
 * displacement of the edge.
 */
function measureBend(before: Photo, after: Photo, size: number, lean: number) {
  const bar = size * barWidth;
  const angle = (lean * Math.PI) / 180;
  const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
  const reach = Math.hypot(before.width, before.height);
  const half = Math.floor(bar * section);
  let [max, bent, seen] = [0, 0, 0];
  const wrong = (photo: Photo, edge: number, along: number) => {
    let [walls, off] = [0, 0];
    for (let k = -half; k < half; k++) {
      const n = edge + k + 0.5;
      const color = barAt(photo, n * nx - along * ny, n * ny + along * nx);
      if (color === -1) continue;
      walls++;
      if (color !== (shareOfFirst(n / bar) > 0.5 ? 0 : 1)) off++;
    }
    return walls >= 2 * half * minWallShare ? off : -1;
  };
  for (let edge = Math.ceil(-reach / bar) * bar; edge < reach; edge += bar) {
    const was: number[] = [];
    for (let along = -reach; along < reach; along++) was.push(wrong(before, edge, along));
    for (const [i, before] of was.entries()) {
      // Skip edges that are not visible nearby.
      if (!was.slice(Math.max(0, i - size * maxExtrapolation), i + size * maxExtrapolation).some((each) => each >= 0))
        continue;
      const now = wrong(after, edge, i - reach);
      if (now < 0) continue;
      seen++;
      const off = now - Math.max(0, before);
      max = Math.max(max, off);
      if (off > 2) bent++;
    }
  }
  return { max, share: seen > 0 ? bent / seen : 0 };
}
