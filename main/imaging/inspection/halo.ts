/** Measures how much of a cutout's edge has the old background's color. */
import type { Picture } from '../measure/measured-image.ts';
import type { YieldIfDue } from '../measure/plane.ts';
import type { Matte } from './mask-differences.ts';

export interface EdgeBand {
  /** Share (0..1) of the judged places. */
  readonly share: number;
  /** Count of judged places. */
  readonly places: number;
}

type Color = readonly [number, number, number];

/** px from the outline, at about 1024 px. The rim is the first nearly opaque distance. */
const rimDistances = [1.5, 2.5, 3.5, 4.5] as const;
/** Inside and outside of the outline. */
const [subjectDistance, backgroundDistance] = [9, 8] as const;
/** Levels of 255, over all channels. */
const minContrast = 60;
/** Share of the way to the background's color, and distance from that, of a halo. */
const [minBackgroundShare, maxDeviation] = [0.7, 0.4];

/**
 * @param photograph before the cutout
 * @param result colors of the cutout
 */
export async function measureHalo(
  photograph: Picture,
  result: Picture,
  alpha: Matte,
  yieldToEventLoop: YieldIfDue,
): Promise<EdgeBand> {
  const { width, height, values } = alpha;
  const opacity = (x: number, y: number) => {
    const [column, row] = [Math.round(x), Math.round(y)];
    return column < 0 || row < 0 || column >= width || row >= height ? null : values[row * width + column]!;
  };
  let [places, haloPlaces] = [0, 0];
  for (let y = 2; y < height - 2; y++) {
    await yieldToEventLoop();
    for (let x = 2; x < width - 2; x++) {
      const index = y * width + x;
      const isEdge =
        values[index]! >= 128 &&
        (values[index - 1]! < 128 ||
          values[index + 1]! < 128 ||
          values[index - width]! < 128 ||
          values[index + width]! < 128);
      if (!isEdge) continue;
      const direction = subjectDirection(alpha, x, y);
      if (direction === null) continue;
      const along = (distance: number) => [x + direction[0] * distance, y + direction[1] * distance] as const;
      const rim = rimDistances.map(along).find((place) => (opacity(...place) ?? 0) >= 200);
      const [subject, background] = [along(subjectDistance), along(-backgroundDistance)];
      if (rim === undefined || (opacity(...subject) ?? 0) < 250 || (opacity(...background) ?? 255) > 5) continue;
      const [inside, outside] = [colorAt(photograph, ...subject), colorAt(photograph, ...background)];
      const axis = difference(outside, inside);
      const length = dot(axis, axis);
      if (length < minContrast ** 2) continue;
      places += 1;
      const rimColor = colorAt(result, ...rim);
      const share = dot(difference(rimColor, inside), axis) / length;
      const off = difference(rimColor, outside);
      if (share > minBackgroundShare && dot(off, off) < length * maxDeviation ** 2) haloPlaces += 1;
    }
  }
  return { share: places === 0 ? 0 : haloPlaces / places, places };
}

/** Unit vector, or null. */
function subjectDirection({ width, values }: Matte, x: number, y: number): readonly [number, number] | null {
  let [right, down] = [0, 0];
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      const value = values[(y + dy) * width + x + dx]!;
      right += dx * value;
      down += dy * value;
    }
  }
  const length = Math.hypot(right, down);
  return length === 0 ? null : [right / length, down / length];
}

/** Mean of 3 x 3 px. */
function colorAt({ width, height, rgb }: Picture, x: number, y: number): Color {
  const [column, row] = [
    Math.min(width - 2, Math.max(1, Math.round(x))),
    Math.min(height - 2, Math.max(1, Math.round(y))),
  ];
  let [red, green, blue] = [0, 0, 0];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const offset = ((row + dy) * width + column + dx) * 3;
      red += rgb[offset]!;
      green += rgb[offset + 1]!;
      blue += rgb[offset + 2]!;
    }
  }
  return [red / 9, green / 9, blue / 9];
}

const difference = (a: Color, b: Color): Color => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Color, b: Color): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
