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

/** Likeness by the squared distance to the nearest colour of the middle. */
const likenessBySquare = Float32Array.from({ length: unlike ** 2 + 1 }, (_, square) => {
  const open = Math.min(Math.max((unlike - Math.sqrt(square)) / (unlike - alike), 0), 1);
  return open * open * (3 - 2 * open);
});

/** The cells within that distance of one: their squared distance, and how far off they are along each axis. */
const ball = ballOf(Math.ceil(unlike) - 1);

/**
 * @param guide RGB of the photograph.
 * @param middle how much each pixel of it belongs to the stroke's middle; from a half on it does.
 * @returns likeness of each pixel to the nearest colour of the middle, 0 to 1
 */
export function similarityToStroke(guide: Uint8Array, middle: Float32Array): Float32Array {
  const cells = new Int32Array(middle.length);
  const counts = new Uint32Array(steps ** 3);
  const seen: number[] = [];
  let all = 0;
  for (let pixel = 0; pixel < middle.length; pixel++) {
    const cell = cellOf(guide, pixel * 3);
    cells[pixel] = cell;
    if (middle[pixel]! < 0.5) continue;
    if (counts[cell] === 0) seen.push(cell);
    counts[cell]!++;
    all++;
  }
  const squares = new Uint8Array(counts.length).fill(unlike ** 2);
  for (const cell of seen) if (countAround(counts, cell) >= all * speck) spread(squares, cell);
  const likeness = new Float32Array(middle.length);
  for (let pixel = 0; pixel < likeness.length; pixel++) likeness[pixel] = likenessBySquare[squares[cells[pixel]!]!]!;
  return likeness;
}

function cellOf(guide: Uint8Array, offset: number): number {
  const [r, g, b] = [guide[offset]!, guide[offset + 1]!, guide[offset + 2]!];
  const lightness = 0.299 * r + 0.587 * g + 0.114 * b;
  // The two colour differences of BT.601, -127 to 127, of which the outer ones share the last step.
  const blue = 0.564 * (b - lightness);
  const red = 0.713 * (r - lightness);
  const plane = stepOf(lightness, lightnessStep, 0) * steps + stepOf(blue, chromaStep, steps / 2);
  return plane * steps + stepOf(red, chromaStep, steps / 2);
}

function stepOf(level: number, step: number, zero: number): number {
  return Math.min(Math.max(Math.floor(level / step + zero), 0), steps - 1);
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

/** Notes for all cells around one of the middle's how near they are to it. */
function spread(squares: Uint8Array, cell: number): void {
  const [lightness, blue, red] = [Math.floor(cell / steps ** 2), Math.floor(cell / steps) % steps, cell % steps];
  for (let index = 0; index < ball.length; index += 4) {
    const [l, b, r] = [lightness + ball[index + 1]!, blue + ball[index + 2]!, red + ball[index + 3]!];
    if (l < 0 || b < 0 || r < 0 || l >= steps || b >= steps || r >= steps) continue;
    const to = (l * steps + b) * steps + r;
    if (ball[index]! < squares[to]!) squares[to] = ball[index]!;
  }
}

function ballOf(reach: number): Int8Array {
  const cells: number[] = [];
  for (let l = -reach; l <= reach; l++) {
    for (let b = -reach; b <= reach; b++) {
      for (let r = -reach; r <= reach; r++) {
        const square = l * l + b * b + r * r;
        if (square < unlike ** 2) cells.push(square, l, b, r);
      }
    }
  }
  return Int8Array.from(cells);
}
