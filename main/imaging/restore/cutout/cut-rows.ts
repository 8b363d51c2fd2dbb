/** Cuts rows of the photograph along the edge of a small cutout. */
import type { Size } from '../../size.ts';
import { allocateSamples, maxSampleOf, type Samples } from '../../unpacked-image.ts';
import { type Axis, createAxis } from '../interpolation.ts';
import { record } from './edge-records.ts';
import type { Edge } from './find-edge.ts';

/** Returns rows of the region as unassociated RGBA of the same depth. Transparent pixels are black. */
export type CutRows = <T extends Samples>(pixels: T, top: number, count: number) => T;

/**
 * @param edge covers the whole region
 * @param region px of the photograph
 * @param channels of the photograph; its alpha still applies
 * @param columns the only ones in `pixels`
 */
export function createRowCutter(
  edge: Edge,
  region: Size,
  channels: 3 | 4,
  columns = { left: 0, width: region.width },
): CutRows {
  const across = sliceAxis(createAxis(edge.width, region.width), columns.left, columns.width);
  const down = createAxis(edge.height, region.height);
  const values = new Float32Array(record.length);
  return (pixels, top, count) => {
    const out = allocateSamples(pixels, columns.width * count * 4);
    for (let row = 0; row < count; row++) {
      cutRow(
        edge,
        across,
        down,
        top + row,
        pixels,
        row * columns.width * channels,
        channels,
        values,
        out,
        row * columns.width * 4,
      );
    }
    return out;
  };
}

function sliceAxis({ first, second, toSecond }: Axis, from: number, length: number): Axis {
  const slice = <T extends Int32Array | Float32Array>(values: T) => values.subarray(from, from + length) as T;
  return { first: slice(first), second: slice(second), toSecond: slice(toSecond) };
}

function cutRow(
  edge: Edge,
  across: Axis,
  down: Axis,
  y: number,
  pixels: Samples,
  from: number,
  channels: 3 | 4,
  values: Float32Array,
  out: Samples,
  to: number,
): void {
  const maxSample = maxSampleOf(pixels);
  const { width, alpha, uncertain, index, records } = edge;
  const upper = down.first[y]! * width;
  const lower = down.second[y]! * width;
  const toLower = down.toSecond[y]!;
  for (let x = 0; x < across.first.length; x++, from += channels, to += 4) {
    const left = across.first[x]!;
    const right = across.second[x]!;
    const own = channels === 4 ? pixels[from + 3]! : maxSample;
    const a = upper + left;
    const b = upper + right;
    const c = lower + left;
    const d = lower + right;
    if ((uncertain[a]! | uncertain[b]! | uncertain[c]! | uncertain[d]!) === 0) {
      if (alpha[a]! < 128 || own === 0) continue;
      out[to] = pixels[from]!;
      out[to + 1] = pixels[from + 1]!;
      out[to + 2] = pixels[from + 2]!;
      out[to + 3] = own;
      continue;
    }
    const toRight = across.toSecond[x]!;
    const wa = (1 - toRight) * (1 - toLower);
    const wb = toRight * (1 - toLower);
    const wc = (1 - toRight) * toLower;
    const wd = toRight * toLower;
    const ra = index[a]! * record.length;
    const rb = index[b]! * record.length;
    const rc = index[c]! * record.length;
    const rd = index[d]! * record.length;
    for (let v = 0; v < record.length; v++) {
      values[v] = wa * records[ra + v]! + wb * records[rb + v]! + wc * records[rc + v]! + wd * records[rd + v]!;
    }
    writeEdgePixel(values, pixels, from, own, out, to);
  }
}

/** Variance of the photograph's grain: 4 levels of 255. */
const grain = (4 / 255) ** 2;

/** Computes alpha from color, and color without the background. */
function writeEdgePixel(
  values: Float32Array,
  pixels: Samples,
  from: number,
  own: number,
  out: Samples,
  to: number,
): void {
  const maxSample = maxSampleOf(pixels);
  const plain = values[record.plain]!;
  let detail = values[record.offset]! - plain;
  let gain = 0;
  for (let c = 0; c < 3; c++) {
    const slope = values[record.slope + c]!;
    detail += (slope * pixels[from + c]!) / maxSample;
    gain += slope * slope;
  }
  // Leaves out grain, which would be dust around every hair.
  const square = detail * detail;
  let alpha = plain + (detail * square) / (square + gain * grain + 1e-9);
  alpha = Math.min(Math.max(alpha, values[record.low]!), values[record.high]!);
  if (alpha > 0.992) alpha = 1;
  const opacity = Math.round(alpha * own);
  if (opacity * 255 < 1.5 * maxSample) return;
  for (let c = 0; c < 3; c++) {
    const seen = pixels[from + c]! / maxSample;
    const foreground = values[record.foreground + c]!;
    const background = values[record.background + c]!;
    // One step towards the observed color (Forte and Pitié, 2021). Opaque pixels keep theirs exactly.
    const cleaned = foreground + alpha * (seen - alpha * foreground - (1 - alpha) * background);
    out[to + c] = Math.round(Math.min(Math.max(cleaned, 0), 1) * maxSample);
  }
  out[to + 3] = opacity;
}
