// One channel of an image as floats, and how it is enlarged, reduced and cut.

/** Values in rows from the top; 0..1 where it is an alpha or a mask. */
export type Plane = { width: number; height: number; data: Float32Array };

/** A rectangle of whole pixels. */
export type Rect = { x: number; y: number; width: number; height: number };

export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) };
}

/** Where the samples of a resized axis come from: two neighbours and the weight of the second. */
function taps(from: number, to: number): { first: Int32Array; second: Int32Array; weight: Float32Array } {
  const first = new Int32Array(to);
  const second = new Int32Array(to);
  const weight = new Float32Array(to);
  for (let i = 0; i < to; i++) {
    const at = Math.min(Math.max(((i + 0.5) * from) / to - 0.5, 0), from - 1);
    first[i] = Math.floor(at);
    second[i] = Math.min(first[i]! + 1, from - 1);
    weight[i] = at - first[i]!;
  }
  return { first, second, weight };
}

/** Enlarges (or slightly reduces) a plane, bilinear, pixel centres aligned. */
export function enlarge(plane: Plane, width: number, height: number): Plane {
  if (plane.width === width && plane.height === height) return plane;
  const across = taps(plane.width, width);
  const down = taps(plane.height, height);
  const out = createPlane(width, height);
  for (let y = 0; y < height; y++) {
    const upper = down.first[y]! * plane.width;
    const lower = down.second[y]! * plane.width;
    const v = down.weight[y]!;
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const a = across.first[x]!;
      const b = across.second[x]!;
      const u = across.weight[x]!;
      const top = plane.data[upper + a]! * (1 - u) + plane.data[upper + b]! * u;
      const bottom = plane.data[lower + a]! * (1 - u) + plane.data[lower + b]! * u;
      out.data[row + x] = top * (1 - v) + bottom * v;
    }
  }
  return out;
}

/** Reduces a plane by averaging the area under each new pixel; the new sides must not be larger than the old. */
export function reduce(plane: Plane, width: number, height: number): Plane {
  if (plane.width === width && plane.height === height) return plane;
  const narrow = createPlane(width, plane.height);
  averageAxis(plane.data, narrow.data, plane.width, width, plane.height, 1, plane.width, width);
  const out = createPlane(width, height);
  averageAxis(narrow.data, out.data, plane.height, height, width, width, 1, 1);
  return out;
}

/** Area average along one axis. `step` and `lineFrom`/`lineTo` are distances in the arrays along and across the axis. */
function averageAxis(
  from: Float32Array,
  to: Float32Array,
  size: number,
  newSize: number,
  lines: number,
  step: number,
  lineFrom: number,
  lineTo: number,
): void {
  const scale = size / newSize;
  for (let i = 0; i < newSize; i++) {
    const start = i * scale;
    const end = Math.min((i + 1) * scale, size);
    const first = Math.floor(start);
    const last = Math.min(Math.ceil(end), size) - 1;
    for (let line = 0; line < lines; line++) {
      let sum = 0;
      for (let k = first; k <= last; k++) {
        sum += from[line * lineFrom + k * step]! * (Math.min(k + 1, end) - Math.max(k, start));
      }
      to[line * lineTo + i * step] = sum / (end - start);
    }
  }
}

/** Copies a rectangle out of a plane. */
export function cut(plane: Plane, rect: Rect): Plane {
  const out = createPlane(rect.width, rect.height);
  for (let y = 0; y < rect.height; y++) {
    const from = (rect.y + y) * plane.width + rect.x;
    out.data.set(plane.data.subarray(from, from + rect.width), y * rect.width);
  }
  return out;
}
