/** The colours in the middle of a stroke, and how like them the colours around it are. */

/** Steps of each axis of the colour space: lightness, and two of hue and saturation. */
const steps = 48;
/** Levels (of 255) of a step; colour is divided finer than lightness, since light and shade belong to one thing. */
const lightnessStep = 5.5;
const chromaStep = 3;
/** Colours that fewer of the middle's pixels have, with those a step beside, are a speck in it. */
const speck = 0.03;
/** Likeness is whole up to the first distance, and nothing from the second on, in steps. */
const alike = 2.5;
const unlike = 6;

/**
 * @param guide RGB of the photograph.
 * @param middle which pixels of it are the stroke's middle, 0 or 1.
 * @returns likeness of each pixel to the nearest colour of the middle, 0 to 1
 */
export function likenessToMiddle(guide: Uint8Array, middle: Uint8Array): Float32Array {
  const counts = new Uint32Array(steps ** 3);
  let all = 0;
  for (let at = 0; at < middle.length; at++) {
    if (middle[at] === 0) continue;
    counts[cellOf(guide, at * 3)]!++;
    all++;
  }
  const squares = new Float32Array(counts.length).fill(far);
  counts.forEach((count, cell) => {
    if (count > 0 && countAround(counts, cell) >= all * speck) squares[cell] = 0;
  });
  spread(squares);
  const likeness = squares.map((square) => {
    const open = Math.min(Math.max((unlike - Math.sqrt(square)) / (unlike - alike), 0), 1);
    return open * open * (3 - 2 * open);
  });
  const out = new Float32Array(middle.length);
  for (let at = 0; at < out.length; at++) out[at] = likeness[cellOf(guide, at * 3)]!;
  return out;
}

/** Squared steps, beyond any distance in the space. */
const far = 3 * steps ** 2;

function cellOf(guide: Uint8Array, at: number): number {
  const [r, g, b] = [guide[at]!, guide[at + 1]!, guide[at + 2]!];
  const lightness = 0.299 * r + 0.587 * g + 0.114 * b;
  // The two colour differences of BT.601, -127 to 127, of which the outer ones share the last step.
  const blue = 0.564 * (b - lightness);
  const red = 0.713 * (r - lightness);
  return (
    (stepOf(lightness, lightnessStep, 0) * steps + stepOf(blue, chromaStep, steps / 2)) * steps +
    stepOf(red, chromaStep, steps / 2)
  );
}

/** The count of a cell and of all that touch it. */
function countAround(counts: Uint32Array, cell: number): number {
  let sum = 0;
  for (const plane of [-steps * steps, 0, steps * steps]) {
    for (const row of [-steps, 0, steps]) {
      for (const column of [-1, 0, 1]) sum += counts[cell + plane + row + column] ?? 0;
    }
  }
  return sum;
}

function stepOf(level: number, step: number, zero: number): number {
  return Math.min(Math.max(Math.floor(level / step + zero), 0), steps - 1);
}

/** Squared distances to the nearest zero, axis by axis (Felzenszwalb and Huttenlocher, "Distance transforms of sampled functions", 2012). */
function spread(squares: Float32Array): void {
  const line = new Float32Array(steps);
  // No further than likeness looks.
  const reach = Math.ceil(unlike);
  for (const stride of [1, steps, steps * steps]) {
    for (let start = 0; start < squares.length; start++) {
      if (Math.floor(start / stride) % steps !== 0) continue;
      for (let at = 0; at < steps; at++) line[at] = squares[start + at * stride]!;
      for (let at = 0; at < steps; at++) {
        let least = line[at]!;
        for (let other = Math.max(0, at - reach); other <= Math.min(steps - 1, at + reach); other++) {
          least = Math.min(least, line[other]! + (at - other) ** 2);
        }
        squares[start + at * stride] = least;
      }
    }
  }
}
