/** Planes (one channel of an image as floats), and rectangles of pixels. */
/** Values by rows from the top; alphas and masks are 0..1. */
export type Plane = { width: number; height: number; data: Float32Array };

/** A rectangle in px. */
export type Rect = { x: number; y: number; width: number; height: number };

export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) };
}

/** Returns two neighbors of each resized sample and the weight of the second one. */
function interpolationTaps(from: number, to: number, start: number, count: number) {
  const first = new Int32Array(count);
  const second = new Int32Array(count);
  const weight = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const position = Math.min(Math.max(((start + i + 0.5) * from) / to - 0.5, 0), from - 1);
    first[i] = Math.floor(position);
    second[i] = Math.min(first[i]! + 1, from - 1);
    weight[i] = position - first[i]!;
  }
  return { first, second, weight };
}

/**
 * Enlarges (or slightly reduces) a plane: bilinear, with aligned pixel centers.
 * @param rect the part of the enlarged plane to return
 */
export function enlarge(
  plane: Plane,
  width: number,
  height: number,
  rect: Rect = { x: 0, y: 0, width, height },
): Plane {
  const across = interpolationTaps(plane.width, width, rect.x, rect.width);
  const down = interpolationTaps(plane.height, height, rect.y, rect.height);
  const out = createPlane(rect.width, rect.height);
  for (let y = 0; y < rect.height; y++) {
    const upper = down.first[y]! * plane.width;
    const lower = down.second[y]! * plane.width;
    const v = down.weight[y]!;
    const row = y * rect.width;
    for (let x = 0; x < rect.width; x++) {
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

/**
 * Reduces a plane to the means of areas, with pixels weighted by their overlap.
 * @param of maps the values before they are averaged
 * @param where a mask of the reduced size; outside, values are 0
 */
export function areaMean(
  plane: Plane,
  width: number,
  height: number,
  of: (value: number) => number = (value) => value,
  where?: Plane,
): Plane {
  const out = createPlane(width, height);
  const [across, down] = [plane.width / width, plane.height / height];
  for (let y = 0, i = 0; y < height; y++) {
    const [top, bottom] = [y * down, Math.min((y + 1) * down, plane.height)];
    for (let x = 0; x < width; x++, i++) {
      if (where?.data[i] === 0) continue;
      const [left, right] = [x * across, Math.min((x + 1) * across, plane.width)];
      let sum = 0;
      for (let v = Math.floor(top); v < bottom; v++) {
        let row = 0;
        for (let u = Math.floor(left); u < right; u++) {
          row += of(plane.data[v * plane.width + u]!) * (Math.min(u + 1, right) - Math.max(u, left));
        }
        sum += row * (Math.min(v + 1, bottom) - Math.max(v, top));
      }
      out.data[i] = sum / ((right - left) * (bottom - top));
    }
  }
  return out;
}

export function maxPlane(a: Plane, b: Plane): Plane {
  return { width: a.width, height: a.height, data: a.data.map((value, i) => Math.max(value, b.data[i]!)) };
}

export function minPlane(a: Plane, b: Plane): Plane {
  return { width: a.width, height: a.height, data: a.data.map((value, i) => Math.min(value, b.data[i]!)) };
}

/** @param out may be `a` or `b` */
export function multiply(a: Plane, b: Plane, out: Plane = createPlane(a.width, a.height)): Plane {
  for (let i = 0; i < out.data.length; i++) out.data[i] = a.data[i]! * b.data[i]!;
  return out;
}

/** Returns the bounds of all values above `limit`, or null. */
export function boundsOf({ width, height, data }: Plane, limit: number): Rect | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((value) => value > limit);
    if (first === -1) continue;
    const last = row.findLastIndex((value) => value > limit);
    left = Math.min(left, first);
    right = Math.max(right, last);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

export function cropPlane(plane: Plane, rect: Rect): Plane {
  const out = createPlane(rect.width, rect.height);
  for (let y = 0; y < rect.height; y++) {
    const from = (rect.y + y) * plane.width + rect.x;
    out.data.set(plane.data.subarray(from, from + rect.width), y * rect.width);
  }
  return out;
}

/** Copies the part of `from` at `offset` to `rect` of `target`. */
export function pastePlane(
  from: Plane,
  target: Plane,
  rect: Rect,
  offset: { x: number; y: number } = { x: 0, y: 0 },
): void {
  for (let y = 0; y < rect.height; y++) {
    const start = (offset.y + y) * from.width + offset.x;
    target.data.set(from.data.subarray(start, start + rect.width), (rect.y + y) * target.width + rect.x);
  }
}

/** Expands a rectangle by `margin` px within a picture. */
export function expandRect(core: Rect, margin: number, width: number, height: number): Rect {
  const x = Math.max(0, core.x - margin);
  const y = Math.max(0, core.y - margin);
  return {
    x,
    y,
    width: Math.min(width, core.x + core.width + margin) - x,
    height: Math.min(height, core.y + core.height + margin) - y,
  };
}

/** Returns the bounds of points, expanded by `margin` px within a picture. */
export function rectAround(
  points: readonly { x: number; y: number }[],
  margin: number,
  { width, height }: { width: number; height: number },
): Rect {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const x = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const y = Math.max(0, Math.floor(Math.min(...ys) - margin));
  return {
    x,
    y,
    width: Math.max(0, Math.min(width, Math.ceil(Math.max(...xs) + margin)) - x),
    height: Math.max(0, Math.min(height, Math.ceil(Math.max(...ys) + margin)) - y),
  };
}

/** Returns the rectangle in a scaled picture, at least 1 × 1 px. */
export function scaleRect(rect: Rect, across: number, down: number): Rect {
  const [x, width] = scaleSpan(rect.x, rect.width, across);
  const [y, height] = scaleSpan(rect.y, rect.height, down);
  return { x, y, width, height };
}

function scaleSpan(start: number, length: number, scale: number): [start: number, length: number] {
  const end = Math.round((start + length) * scale);
  const from = Math.max(0, Math.min(Math.round(start * scale), end - 1));
  return [from, Math.max(1, end - from)];
}

/** Yields tiles of `side` px, by rows; the last ones may be smaller. */
export function* squares(width: number, height: number, side: number): Generator<Rect> {
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      yield { x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) };
    }
  }
}

/** Returns the intersection over union above 0.5. */
export function overlap(a: Plane, b: Plane): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    const isInA = a.data[i]! > 0.5;
    const isInB = b.data[i]! > 0.5;
    if (isInA && isInB) both++;
    if (isInA || isInB) either++;
  }
  return either === 0 ? 0 : both / either;
}
