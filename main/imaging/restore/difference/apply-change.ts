/**
 * Adds the enlarged change between two small pictures to rows of the photograph. If the change removed detail (smoothed
 * skin, a removed blemish, a moved outline), a local linear model also removes the finer detail of the photograph.
 */
import type { Size } from '../../size.ts';
import { maxSampleOf, type Samples } from '../../unpacked-image.ts';
import { createAxis } from '../interpolation.ts';
import { createChangedShare } from './encoding-noise.ts';

/** px of the small pictures to each side. */
const radius = 3;
/** Variance of colors (levels squared) that is noise. */
const noise = 12;
/** Changes of this size (levels of 255) are noise and fade out. */
const floor = 1.5;

/**
 * @param before RGB of the upload, `after` RGB of the result, both of size `small`
 * @param isLossless whether every difference is a change
 * @returns a function that changes `count` rows from row `top` in place, with 8 or 16 bits
 */
export function createRowChanger(
  before: Uint8Array,
  after: Uint8Array,
  small: Size,
  full: Size,
  channels: 3 | 4,
  isLossless: boolean,
): (rows: Samples, top: number, count: number) => void {
  const across = createAxis(small.width, full.width);
  const down = createAxis(small.height, full.height);
  const stride = small.width * 3;
  const smooth = new Float32Array(stride);
  const added = new Float32Array(stride);
  const slope = new Float32Array(stride);
  const computeModel = createChangeModel(before, after, small, isLossless);
  return (rows, top, count) => {
    const maxSample = maxSampleOf(rows);
    const unit = maxSample / 255;
    const first = down.first[top]!;
    const last = down.second[top + count - 1]!;
    const model = computeModel(first, last);
    if (model === null) return;
    for (let row = 0; row < count; row++) {
      const upper = (down.first[top + row]! - first) * stride;
      const lower = (down.second[top + row]! - first) * stride;
      const toLower = down.toSecond[top + row]!;
      let hasChange = false;
      for (let index = 0; index < stride; index++) {
        const own = before[first * stride + upper + index]!;
        smooth[index] = own + toLower * (before[first * stride + lower + index]! - own);
        const change = model.change[upper + index]!;
        added[index] = change + toLower * (model.change[lower + index]! - change);
        const part = model.slope[upper + index]!;
        slope[index] = part + toLower * (model.slope[lower + index]! - part);
        if (added[index] !== 0 || slope[index] !== 0) hasChange = true;
      }
      if (!hasChange) continue;
      for (let x = 0, offset = row * full.width * channels; x < full.width; x++, offset += channels) {
        const left = across.first[x]! * 3;
        const right = across.second[x]! * 3;
        const toRight = across.toSecond[x]!;
        for (let c = 0; c < 3; c++) {
          const change = added[left + c]! + toRight * (added[right + c]! - added[left + c]!);
          const part = slope[left + c]! + toRight * (slope[right + c]! - slope[left + c]!);
          if (change === 0 && part === 0) continue;
          const value = rows[offset + c]! / unit;
          const smoothValue = smooth[left + c]! + toRight * (smooth[right + c]! - smooth[left + c]!);
          const changed = (value + change + part * (value - smoothValue)) * unit;
          rows[offset + c] = changed <= 0 ? 0 : changed >= maxSample ? maxSample : Math.round(changed);
        }
      }
    }
  };
}

interface Model {
  /** Levels of 255. */
  readonly change: Float32Array;
  /** Change per level before: -1 if detail was lost, 0 if it stayed. */
  readonly slope: Float32Array;
}

/**
 * Returns a function that models the small rows `first` to `last`, or null if nothing changed. The next call reuses a
 * model's memory, because uncollected models would exceed the photograph's rows.
 */
function createChangeModel(before: Uint8Array, after: Uint8Array, { width, height }: Size, isLossless: boolean) {
  const share = createChangedShare(before, after, { width, height }, isLossless);
  const stride = width * 3;
  let differences = new Float32Array();
  let slopes = new Float32Array();
  const columns = new Float64Array(stride * 4);
  const allocateZeros = (reused: Float32Array<ArrayBuffer>, length: number) =>
    reused.length < length ? new Float32Array(length) : reused.subarray(0, length).fill(0);
  return (first: number, last: number): Model | null => {
    const from = Math.max(0, first - radius);
    const to = Math.min(height - 1, last + radius);
    const difference = allocateZeros(differences, (to - from + 1) * stride);
    if (difference.length > differences.length) differences = difference;
    let hasChange = false;
    for (let index = 0, source = from * stride; index < difference.length; index++, source++) {
      const raw = after[source]! - before[source]!;
      if (raw === 0) continue;
      const pixel = Math.floor(source / 3);
      const changed = raw * share(pixel % width, Math.floor(pixel / width));
      if (changed === 0) continue;
      // Fades without a step. 5 levels keep more than nine tenths.
      difference[index] = isLossless ? changed : changed ** 3 / (changed * changed + floor * floor);
      hasChange = true;
    }
    if (!hasChange) return null;
    const change = difference.subarray((first - from) * stride, (last - from + 1) * stride);
    const slope = allocateZeros(slopes, change.length);
    if (slope.length > slopes.length) slopes = slope;
    // Four running sums for each column and channel.
    columns.fill(0);
    const addRow = (y: number, sign: 1 | -1) => {
      for (let index = 0; index < stride; index++) {
        const value = before[y * stride + index]!;
        const delta = difference[(y - from) * stride + index]!;
        columns[index * 4]! += sign * value;
        columns[index * 4 + 1]! += sign * delta;
        columns[index * 4 + 2]! += sign * value * value;
        columns[index * 4 + 3]! += sign * value * delta;
      }
    };
    for (let y = from; y < Math.min(height, first + radius); y++) addRow(y, 1);
    for (let y = first; y <= last; y++) {
      if (y + radius < height) addRow(y + radius, 1);
      if (y - radius - 1 >= from) addRow(y - radius - 1, -1);
      const rowsIn = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
      slopeOfRow(columns, width, rowsIn, slope, (y - first) * stride);
    }
    return { change, slope };
  };
}

function slopeOfRow(columns: Float64Array, width: number, rowsIn: number, slope: Float32Array, to: number): void {
  for (let c = 0; c < 3; c++) {
    let value = 0;
    let delta = 0;
    let squares = 0;
    let products = 0;
    let columnsIn = 0;
    const add = (x: number, sign: 1 | -1) => {
      const offset = (x * 3 + c) * 4;
      value += sign * columns[offset]!;
      delta += sign * columns[offset + 1]!;
      squares += sign * columns[offset + 2]!;
      products += sign * columns[offset + 3]!;
      columnsIn += sign;
    };
    for (let x = 0; x < Math.min(radius, width); x++) add(x, 1);
    for (let x = 0; x < width; x++) {
      if (x + radius < width) add(x + radius, 1);
      if (x - radius - 1 >= 0) add(x - radius - 1, -1);
      const n = rowsIn * columnsIn;
      const variance = squares / n - (value / n) ** 2;
      const covariance = products / n - (value / n) * (delta / n);
      slope[to + x * 3 + c] = Math.min(Math.max(covariance / (variance + noise), -1), 1);
    }
  }
}
