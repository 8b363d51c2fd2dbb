import type { Plane } from './plane.ts';

/** Sample lines per row of pixels; horizontal coverage is exact. */
const lines = 4;

/** Fills a polygon (even-odd, antialiased): each pixel becomes the maximum of its value and its coverage. */
export function fillPolygon(plane: Plane, corners: readonly { x: number; y: number }[]): void {
  const { width, height, data } = plane;
  const ys = corners.map(({ y }) => y);
  const first = Math.max(0, Math.floor(Math.min(...ys)));
  const last = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  const row = new Float32Array(width);
  for (let y = first; y <= last; y++) {
    row.fill(0);
    for (let line = 0; line < lines; line++) {
      const crossings = crossingsAt(corners, y + (line + 0.5) / lines);
      for (let i = 0; i + 1 < crossings.length; i += 2) cover(row, crossings[i]!, crossings[i + 1]!);
    }
    for (let x = 0, index = y * width; x < width; x++, index++) data[index] = Math.max(data[index]!, row[x]! / lines);
  }
}

function crossingsAt(corners: readonly { x: number; y: number }[], y: number): number[] {
  const crossings: number[] = [];
  for (const [i, a] of corners.entries()) {
    const b = corners[(i + 1) % corners.length]!;
    if (a.y <= y !== b.y <= y) crossings.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x));
  }
  return crossings.sort((a, b) => a - b);
}

function cover(row: Float32Array, from: number, to: number): void {
  const start = Math.max(0, from);
  const end = Math.min(row.length, to);
  for (let x = Math.floor(start); x < end; x++) row[x]! += Math.min(x + 1, end) - Math.max(x, start);
}
