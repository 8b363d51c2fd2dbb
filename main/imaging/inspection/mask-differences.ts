/** Contradictions between two mattes of a picture, except at edges. */
import type { Box } from '../../../contract/jobs/result.ts';
import type { YieldIfDue } from '../measure/plane.ts';
import type { Size } from '../size.ts';

/** 0 (background) to 255 (subject), row by row. */
export interface Matte extends Size {
  readonly values: Uint8Array;
}

export interface Area {
  /** Shares (0..1) of the picture's sides. */
  readonly box: Box;
  /** px. */
  readonly size: number;
}

/** Certain levels. */
const minSubjectLevel = 200;
const maxBackgroundLevel = 55;
/** Share of the longer side; narrower contradictions are edges. */
const minWidthShare = 1 / 85;
const maxAreas = 5;

/** Returns connected areas that are certain in both, largest first. */
export async function findDisagreements(
  subject: Matte,
  background: Matte,
  yieldToEventLoop: YieldIfDue,
): Promise<Area[]> {
  const { width, height } = subject;
  const mask = new Uint8Array(width * height);
  for (let index = 0; index < mask.length; index++)
    mask[index] = subject.values[index]! >= minSubjectLevel && background.values[index]! <= maxBackgroundLevel ? 1 : 0;
  const reach = Math.max(1, Math.round((Math.max(width, height) * minWidthShare) / 2));
  const core = await erode(mask, { width, height }, reach, yieldToEventLoop);
  return (await findAreas(core, mask, { width, height }, yieldToEventLoop))
    .toSorted((a, b) => b.size - a.size)
    .slice(0, maxAreas);
}

/** Count of the subject's pixels. */
export function subjectSize({ values }: Matte): number {
  let count = 0;
  for (const value of values) if (value >= 128) count += 1;
  return count;
}

/** Erodes by a square of `reach` px to each side, but not from the picture's border. */
export async function erode(
  mask: Uint8Array,
  { width, height }: Size,
  reach: number,
  yieldToEventLoop: YieldIfDue,
): Promise<Uint8Array> {
  const along = new Uint8Array(mask.length);
  for (let y = 0; y < height; y++) {
    await yieldToEventLoop();
    shrink(mask, along, y * width, 1, width, reach);
  }
  const out = new Uint8Array(mask.length);
  for (let x = 0; x < width; x++) {
    await yieldToEventLoop();
    shrink(along, out, x, width, height, reach);
  }
  return out;
}

/** Erodes a line of `count` places, `step` apart. */
function shrink(from: Uint8Array, to: Uint8Array, start: number, step: number, count: number, reach: number): void {
  let lastUnset = -1 - reach;
  for (let i = 0; i < count + reach; i++) {
    if (i < count && from[start + i * step] === 0) lastUnset = i;
    const center = i - reach;
    if (center >= 0) to[start + center * step] = lastUnset < center - reach ? 1 : 0;
  }
}

/** Connected areas of `mask` with a pixel of `core`. */
async function findAreas(
  core: Uint8Array,
  mask: Uint8Array,
  { width, height }: Size,
  yieldToEventLoop: YieldIfDue,
): Promise<Area[]> {
  const visited = new Uint8Array(mask.length);
  const stack = new Int32Array(mask.length);
  const areas: Area[] = [];
  for (let start = 0; start < core.length; start++) {
    if (start % width === 0) await yieldToEventLoop();
    if (core[start] === 0 || visited[start] === 1) continue;
    let [depth, size] = [0, 0];
    let [left, top, right, bottom] = [width, height, 0, 0];
    const visit = (pixel: number) => {
      if (visited[pixel] === 1 || mask[pixel] === 0) return;
      visited[pixel] = 1;
      stack[depth++] = pixel;
    };
    visit(start);
    while (depth > 0) {
      const index = stack[--depth]!;
      const x = index % width;
      const y = (index - x) / width;
      size += 1;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      if (x > 0) visit(index - 1);
      if (x < width - 1) visit(index + 1);
      if (y > 0) visit(index - width);
      if (y < height - 1) visit(index + width);
    }
    const box = {
      x: left / width,
      y: top / height,
      width: (right + 1 - left) / width,
      height: (bottom + 1 - top) / height,
    };
    areas.push({ box, size });
  }
  return areas;
}
