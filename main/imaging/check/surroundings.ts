/** What lies around the subject of a picture that should be white: measured in blocks, row by row. */
import { boundsAbove } from '../compose/subject-bounds.ts';
import type { Region, Size } from '../size.ts';
import { createYielder } from '../yield-to-event-loop.ts';

/** px; the side of a block, so large that what JPEG leaves around an edge stays in it and its neighbours. */
const block = 16;
/** Below this in any channel a pixel is seen as the subject's. */
const seen = 240;
/** px; how wide the border is. */
const borderWide = 2;
/** Between the subject and the border JPEG's noise may be so large; more is something that reaches it. */
const noise = 8;

export interface Surroundings {
  /** The rectangle around all that is seen; null where all is next to white. */
  readonly subject: Region | null;
  /** Pixels that are not exactly white and hang together with neither the subject nor its shadow. */
  readonly stray: number;
  /** The lowest value of such a pixel, 0 to 254; null where there is none. */
  readonly worst: number | null;
  /** Share of the border's pixels that are not exactly white. */
  readonly borderOff: number;
  /** Of these, away from the subject. */
  readonly borderTinted: number;
}

/** RGB or RGBA of which rows can be read; what is transparent counts as laid on white. */
export interface Readable extends Size {
  readonly channels: 3 | 4;
  read(region: Region): Promise<Uint8Array>;
}

export async function measureSurroundings(picture: Readable, signal: AbortSignal): Promise<Surroundings> {
  const { width, height } = picture;
  const yieldToEventLoop = createYielder(signal);
  const across = Math.ceil(width / block);
  const down = Math.ceil(height / block);
  const grid = { across, down, off: new Uint32Array(across * down), lowest: new Uint8Array(across * down).fill(255) };
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  for (let top = 0; top < height; top += block) {
    const count = Math.min(block, height - top);
    const levels = lowestLevels(await picture.read({ left: 0, top, width, height: count }), picture.channels);
    for (let i = 0; i < levels.length; i++) {
      const level = levels[i] as number;
      if (level === 255) continue;
      const x = i % width;
      const blockIndex = (top / block) * across + Math.floor(x / block);
      grid.off[blockIndex] = (grid.off[blockIndex] as number) + 1;
      if (level < (grid.lowest[blockIndex] as number)) grid.lowest[blockIndex] = level;
      if (level >= seen) continue;
      columns[x] = (columns[x] as number) + 1;
      const y = top + Math.floor(i / width);
      rows[y] = (rows[y] as number) + 1;
    }
    await yieldToEventLoop();
  }
  const near = grown(grid);
  return { ...strayIn(grid, near), ...(await borderOf(picture, near, across)), subject: rectangle(columns, rows) };
}

/** The lowest channel of each pixel, on white. */
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
  /** Pixels of each block that are not exactly white, and the lowest level among them. */
  readonly off: Uint32Array;
  readonly lowest: Uint8Array;
}

/** Blocks that hold something of the subject, and all beside them. */
function grown({ across, down, lowest }: Grid): Uint8Array {
  const near = new Uint8Array(across * down);
  for (let i = 0; i < near.length; i++) {
    if ((lowest[i] as number) < seen) for (const index of [i, ...neighborsOf(i, across, down)]) near[index] = 1;
  }
  return near;
}

function* neighborsOf(index: number, across: number, down: number): Generator<number> {
  const [x, y] = [index % across, Math.floor(index / across)];
  for (let v = Math.max(0, y - 1); v <= Math.min(down - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(across - 1, x + 1); u++)
      if (u !== x || v !== y) yield v * across + u;
  }
}

/** What is off white and cannot be reached from the subject through what is: a shadow hangs together with it. */
function strayIn({ across, down, off, lowest }: Grid, near: Uint8Array): Pick<Surroundings, 'stray' | 'worst'> {
  const reached = Uint8Array.from(near);
  const waiting: number[] = [];
  for (let i = 0; i < near.length; i++) if (near[i] === 1) waiting.push(i);
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    for (const next of neighborsOf(index, across, down)) {
      if (reached[next] === 1 || off[next] === 0) continue;
      reached[next] = 1;
      waiting.push(next);
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

async function borderOf(picture: Readable, near: Uint8Array, across: number) {
  const { width, height, channels } = picture;
  const wide = Math.min(borderWide, width, height);
  const sides: readonly Region[] = [
    { left: 0, top: 0, width, height: wide },
    { left: 0, top: height - wide, width, height: wide },
    { left: 0, top: 0, width: wide, height },
    { left: width - wide, top: 0, width: wide, height },
  ];
  let [all, off, tinted] = [0, 0, 0];
  for (const region of sides) {
    const levels = lowestLevels(await picture.read(region), channels);
    all += levels.length;
    for (let i = 0; i < levels.length; i++) {
      const level = levels[i] as number;
      const x = region.left + (i % region.width);
      const y = region.top + Math.floor(i / region.width);
      const isNearSubject = near[Math.floor(y / block) * across + Math.floor(x / block)] === 1;
      if (level >= (isNearSubject ? 255 - noise : 255)) continue;
      off++;
      if (!isNearSubject) tinted++;
    }
  }
  return { borderOff: off / all, borderTinted: tinted / all };
}
