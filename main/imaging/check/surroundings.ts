/** Surroundings of the subject in a picture that should be white, measured in blocks. */
import { boundsAbove } from '../compose/subject-bounds.ts';
import type { Region, Size } from '../size.ts';
import { createYielder } from '../yield-to-event-loop.ts';

/** px; JPEG artifacts of an edge stay within a block and its neighbors. */
const blockSide = 16;
/** A pixel with a lower channel belongs to the subject. */
const minWhiteLevel = 240;
/** px. */
const borderWidth = 2;
/** JPEG noise at the border has up to so few levels; more belongs to something that touches it. */
const maxNoise = 8;

export interface Surroundings {
  /** Bounds of the subject; null if all is nearly white. */
  readonly subject: Region | null;
  /** Count of pixels that are not white and connected neither to the subject nor to its shadow. */
  readonly stray: number;
  /** Lowest level of these, 0 to 254, or null. */
  readonly worst: number | null;
  /** Share of the border that is not white. */
  readonly borderOff: number;
  /** Share of the border that is not white away from the subject. */
  readonly borderTinted: number;
}

/** RGB, or RGBA to be placed on white. */
export interface Readable extends Size {
  readonly channels: 3 | 4;
  read(region: Region): Promise<Uint8Array>;
}

export async function measureSurroundings(picture: Readable, signal: AbortSignal): Promise<Surroundings> {
  const { width, height } = picture;
  const yieldToEventLoop = createYielder(signal);
  const across = Math.ceil(width / blockSide);
  const down = Math.ceil(height / blockSide);
  const grid = { across, down, off: new Uint32Array(across * down), lowest: new Uint8Array(across * down).fill(255) };
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  for (let top = 0; top < height; top += blockSide) {
    const count = Math.min(blockSide, height - top);
    const levels = lowestLevels(await picture.read({ left: 0, top, width, height: count }), picture.channels);
    for (let i = 0; i < levels.length; i++) {
      const level = levels[i] as number;
      if (level === 255) continue;
      const x = i % width;
      const blockIndex = (top / blockSide) * across + Math.floor(x / blockSide);
      grid.off[blockIndex] = (grid.off[blockIndex] as number) + 1;
      if (level < (grid.lowest[blockIndex] as number)) grid.lowest[blockIndex] = level;
      if (level >= minWhiteLevel) continue;
      columns[x] = (columns[x] as number) + 1;
      const y = top + Math.floor(i / width);
      rows[y] = (rows[y] as number) + 1;
    }
    await yieldToEventLoop();
  }
  const nearSubject = markSubjectBlocks(grid);
  return {
    ...findStray(grid, nearSubject),
    ...(await measureBorder(picture, nearSubject, across)),
    subject: rectangle(columns, rows),
  };
}

/** Lowest channel of each pixel on white. */
function lowestLevels(pixels: Uint8Array, channels: 3 | 4): Uint8Array {
  const levels = new Uint8Array(pixels.length / channels);
  for (let i = 0, offset = 0; i < levels.length; i++, offset += channels) {
    const level = Math.min(pixels[offset] as number, pixels[offset + 1] as number, pixels[offset + 2] as number);
    const alpha = channels === 4 ? (pixels[offset + 3] as number) : 255;
    levels[i] = alpha === 255 ? level : 255 - Math.round(((255 - level) * alpha) / 255);
  }
  return levels;
}

function rectangle(columns: Uint32Array, rows: Uint32Array): Region | null {
  const [left, right] = boundsAbove(columns, Math.min(3, rows.length));
  const [top, bottom] = boundsAbove(rows, Math.min(3, columns.length));
  return right < left || bottom < top ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

interface Grid {
  readonly across: number;
  readonly down: number;
  /** Count of pixels that are not white in each blockSide, and their lowest level. */
  readonly off: Uint32Array;
  readonly lowest: Uint8Array;
}

/** Marks blocks of the subject and their neighbors. */
function markSubjectBlocks({ across, down, lowest }: Grid): Uint8Array {
  const nearSubject = new Uint8Array(across * down);
  for (let i = 0; i < nearSubject.length; i++) {
    if ((lowest[i] as number) < minWhiteLevel)
      for (const index of [i, ...neighborsOf(i, across, down)]) nearSubject[index] = 1;
  }
  return nearSubject;
}

function* neighborsOf(index: number, across: number, down: number): Generator<number> {
  const [x, y] = [index % across, Math.floor(index / across)];
  for (let v = Math.max(0, y - 1); v <= Math.min(down - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(across - 1, x + 1); u++)
      if (u !== x || v !== y) yield v * across + u;
  }
}

/** Finds pixels that are not white and not connected to the subject, as a shadow is. */
function findStray(
  { across, down, off, lowest }: Grid,
  nearSubject: Uint8Array,
): Pick<Surroundings, 'stray' | 'worst'> {
  const reached = Uint8Array.from(nearSubject);
  const pending: number[] = [];
  for (let i = 0; i < nearSubject.length; i++) if (nearSubject[i] === 1) pending.push(i);
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    for (const next of neighborsOf(index, across, down)) {
      if (reached[next] === 1 || off[next] === 0) continue;
      reached[next] = 1;
      pending.push(next);
    }
  }
  let stray = 0;
  let worst: number | null = null;
  for (let i = 0; i < reached.length; i++) {
    if (reached[i] === 1 || off[i] === 0) continue;
    stray += off[i] as number;
    worst = Math.min(worst ?? 255, lowest[i] as number);
  }
  return { stray, worst };
}

async function measureBorder(picture: Readable, nearSubject: Uint8Array, across: number) {
  const { width, height, channels } = picture;
  const thickness = Math.min(borderWidth, width, height);
  const sides: readonly Region[] = [
    { left: 0, top: 0, width, height: thickness },
    { left: 0, top: height - thickness, width, height: thickness },
    { left: 0, top: 0, width: thickness, height },
    { left: width - thickness, top: 0, width: thickness, height },
  ];
  let [total, off, tinted] = [0, 0, 0];
  for (const region of sides) {
    const levels = lowestLevels(await picture.read(region), channels);
    total += levels.length;
    for (let i = 0; i < levels.length; i++) {
      const level = levels[i] as number;
      const x = region.left + (i % region.width);
      const y = region.top + Math.floor(i / region.width);
      const isNearSubject = nearSubject[Math.floor(y / blockSide) * across + Math.floor(x / blockSide)] === 1;
      if (level >= (isNearSubject ? 255 - maxNoise : 255)) continue;
      off++;
      if (!isNearSubject) tinted++;
    }
  }
  return { borderOff: off / total, borderTinted: tinted / total };
}
