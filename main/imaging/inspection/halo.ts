/**
 * How much of a cutout's edge still has the color of the old background. Along the outline the rim is set against what lies a little
 * deeper in the subject and what lay just outside of it: a clean rim is like the first, a halo like the second.
 */
import type { Picture } from '../measure/measured-image.ts';
import type { YieldIfDue } from '../measure/plane.ts';
import type { Matte } from './mask-differences.ts';

export interface EdgeBand {
  /** Share (0..1) of the outline that is like the background; of those places where subject and background differ. */
  readonly share: number;
  /** How many places that is judged by. */
  readonly places: number;
}

type Color = readonly [number, number, number];

/** px from the outline, on pictures of about 1024 px: the rim, or of a soft edge the first of these that is nearly opaque; … */
const rimsAt = [1.5, 2.5, 3.5, 4.5] as const;
/** … the subject behind it, and the background before it. */
const [subjectAt, backgroundAt] = [9, 8] as const;
/** Subject and background that are closer (levels of 255, in all three) tell nothing. */
const minContrast = 60;
/** So much of the way from the subject's color to the background's, and the rim is the background; farther off that way than this, neither. */
const [likeBackground, offTheWay] = [0.7, 0.4];

/**
 * @param photograph before it was cut out
 * @param result the colors of the cutout
 * @param alpha of the cutout
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
  let [places, alike] = [0, 0];
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
      const towards = inwards(alpha, x, y);
      if (towards === null) continue;
      const along = (distance: number) => [x + towards[0] * distance, y + towards[1] * distance] as const;
      const rim = rimsAt.map(along).find((place) => (opacity(...place) ?? 0) >= 200);
      const [subject, background] = [along(subjectAt), along(-backgroundAt)];
      if (rim === undefined || (opacity(...subject) ?? 0) < 250 || (opacity(...background) ?? 255) > 5) continue;
      const [inside, outside] = [colorAt(photograph, ...subject), colorAt(photograph, ...background)];
      const axis = difference(outside, inside);
      const length = dot(axis, axis);
      if (length < minContrast ** 2) continue;
      places += 1;
      const rimColor = colorAt(result, ...rim);
      const share = dot(difference(rimColor, inside), axis) / length;
      const off = difference(rimColor, outside);
      if (share > likeBackground && dot(off, off) < length * offTheWay ** 2) alike += 1;
    }
  }
  return { share: places === 0 ? 0 : alike / places, places };
}

/** The direction in which the subject lies, of length 1; null where there is none. */
function inwards({ width, values }: Matte, x: number, y: number): readonly [number, number] | null {
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
