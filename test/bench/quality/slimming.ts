/** Slimming at its strongest: people cut out before a striped wall. Most of the wall's bars stay straight, ears keep their shape, the jaw gets narrower. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { type Face, findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { earShape } from './ear-shape.ts';
import type { Bench, Measure } from './measure.ts';
import { picture } from './run.ts';

const portrait = (name: string) => new URL(`../../photos/people/${name}.jpg`, import.meta.url).pathname;
/** Short hair, so that both ears show. */
const sitters = ['m35', 'm5', 'm83'];

/** Degrees by which the wall's bars lean from the upright. */
export const leanings = [0, 25, 90];
/** Colours that no person has. */
const bars = [
  [40, 70, 215],
  [240, 205, 20],
] as const;
/** Width of a bar, as a part of the face's size. */
const barWidth = 0.13;
/** A colour so near a bar's (sum over the channels) is the bar's. */
const near = 130;
/** The part of a cross-section that has to show the wall for it to count as wall. */
const wall = 0.97;
/** So far beyond where an edge is seen it is known where it goes on, in sizes of the face. */
const known = 0.25;
/** How far cross-sections reach to both sides of a bar's edge, in widths of a bar. */
const section = 0.45;

export async function measureSlimming(spec: OperationSpec, { quick }: Bench): Promise<Measure[]> {
  const measures: Measure[] = [];
  for (const name of quick ? sitters.slice(0, 1) : sitters) {
    for (const lean of quick ? leanings.slice(0, 1) : leanings) {
      measures.push(...(await slimmedBefore(spec, portrait(name), name, lean)));
    }
  }
  return measures;
}

/** One person before a wall whose bars lean by `lean` degrees. @param path of a portrait */
export async function slimmedBefore(spec: OperationSpec, path: string, name: string, lean: number): Promise<Measure[]> {
  const on = `${name}, bars at ${lean}°`;
  const { upload, photo, face, size } = await beforeBars(path, lean);
  const slimmed = await picture(spec, upload, { slim_degree: '2' });
  const bend = measureBend(photo, slimmed, size, lean);
  const jaw = jawOf((await findFaces(slimmed, 1))[0]!) / jawOf(face);
  const ears = earShape(photo, slimmed, face, (x, y) => barAt(photo, x, y) >= 0);
  return [
    { name: 'largest bend of a bar’s edge', on, value: bend.most, unit: 'px' },
    { name: 'edges bent by more than 2 px, of their length', on, value: bend.share, unit: 'share', atMost: 0.12 },
    { name: 'width of the jaw afterwards', on, value: jaw, unit: 'share', atMost: 0.94 },
    ...ears.map(({ side, residual }) => ({
      name: `${side} ear: distance from its own shape (similarity taken out)`,
      on,
      value: residual * 100,
      unit: '% of its length',
      atMost: 3,
    })),
  ];
}

const jawOf = ({ mesh }: Face) => Math.hypot(mesh[172]!.x - mesh[397]!.x, mesh[172]!.y - mesh[397]!.y);

/** A portrait's person cut out and laid before bars. `size` is that of the face, in px. */
export async function beforeBars(path: string, lean: number) {
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

/** Distance of a place from the line through the origin that the bars run along, px. */
function across(x: number, y: number, lean: number): number {
  const angle = (lean * Math.PI) / 180;
  return x * Math.cos(angle) + y * Math.sin(angle);
}

/** 1 on every other bar, 0 between; edges half a pixel or so wide. @param at in widths of a bar */
function shareOfFirst(at: number): number {
  const phase = at - 2 * Math.floor(at / 2);
  const toEdge = phase < 1 ? Math.min(phase, 1 - phase) : -Math.min(phase - 1, 2 - phase);
  return Math.min(1, Math.max(0, 0.5 + toEdge * 40));
}

/** Which bar's colour a place has: 0, 1, or -1 for a person's. */
function barAt({ width, height, rgb }: Photo, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return -1;
  const at = (row * width + column) * 3;
  const far = bars.map((bar) => bar.reduce((sum, value, c) => sum + Math.abs(value - rgb[at + c]!), 0));
  const nearest = far[0]! < far[1]! ? 0 : 1;
  return far[nearest]! < near ? nearest : -1;
}

/**
 * Follows each edge between two bars and cuts it across, pixel by pixel: where only wall is seen, as many pixels of it as have the
 * wrong bar's colour, so far is the edge from where it belongs, bent or broken.
 */
export function measureBend(before: Photo, after: Photo, size: number, lean: number) {
  const bar = size * barWidth;
  const angle = (lean * Math.PI) / 180;
  const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
  const reach = Math.hypot(before.width, before.height);
  const half = Math.floor(bar * section);
  let [most, bent, seen] = [0, 0, 0];
  const wrong = (photo: Photo, edge: number, along: number) => {
    let [walls, off] = [0, 0];
    for (let k = -half; k < half; k++) {
      const n = edge + k + 0.5;
      const color = barAt(photo, n * nx - along * ny, n * ny + along * nx);
      if (color === -1) continue;
      walls++;
      if (color !== (shareOfFirst(n / bar) > 0.5 ? 0 : 1)) off++;
    }
    return walls >= 2 * half * wall ? off : -1;
  };
  for (let edge = Math.ceil(-reach / bar) * bar; edge < reach; edge += bar) {
    const was: number[] = [];
    for (let along = -reach; along < reach; along++) was.push(wrong(before, edge, along));
    for (const [i, before] of was.entries()) {
      // An edge that nobody could see near here may go on anywhere.
      if (!was.slice(Math.max(0, i - size * known), i + size * known).some((each) => each >= 0)) continue;
      const now = wrong(after, edge, i - reach);
      if (now < 0) continue;
      seen++;
      const off = now - Math.max(0, before);
      most = Math.max(most, off);
      if (off > 2) bent++;
    }
  }
  return { most, share: seen > 0 ? bent / seen : 0 };
}
