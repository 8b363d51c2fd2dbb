/**
 * Rounds the weights of a convolution so that the rounding errors cancel out. ReLUs pass only positive values, so the
 * inputs of a layer have a common mean, and errors of one sign would shift all outputs. After SQuant (Guo et al. 2022),
 * which needs no data.
 */

/**
 * Weights have seven bits: then the sum of two products fits into the 16 bits in which processors without VNNI (Intel
 * before 2019, AMD before 2022) add them, as with `reduce_range` in ONNX Runtime's tool.
 */
const maxWeight = 64;
/** Channels whose weights are all smaller than this do nothing. */
const minChannelWeight = 1e-8;

/**
 * Returns integers of -64 to 64 for one output channel. Each weight is rounded up or down; the sum of each kernel, and
 * the total, are off by at most half a step.
 * @param weights [inputs × kernel] in steps
 * @param kernel weights of one input channel
 */
export function roundWeights(weights: Float32Array, kernel: number): Int8Array {
  const out = new Int8Array(weights.length);
  const left = new Float32Array(weights.length);
  let sum = 0;
  for (let start = 0; start < weights.length; start += kernel) {
    let residual = 0;
    for (let i = start; i < start + kernel; i++) {
      out[i] = Math.max(-maxWeight, Math.min(maxWeight, Math.round(weights[i]!)));
      left[i] = weights[i]! - out[i]!;
      residual += left[i]!;
    }
    sum += evenOut(out, left, start, start + kernel, residual);
  }
  evenOut(out, left, 0, weights.length, sum);
  return out;
}

/**
 * Quantises the weights of a convolution, with one scale per output channel.
 * @param weights [channels × inputs × kernel]
 * @returns the bytes, and the value of a step in each channel
 */
export function roundKernel(
  weights: Float32Array,
  channels: number,
  kernel: number,
): { bytes: Int8Array; steps: Float32Array } {
  const each = weights.length / channels;
  const steps = new Float32Array(channels);
  const bytes = new Int8Array(weights.length);
  for (let channel = 0; channel < channels; channel++) {
    const values = weights.subarray(channel * each, (channel + 1) * each);
    const step = values.reduce((max, value) => Math.max(max, Math.abs(value)), minChannelWeight) / maxWeight;
    steps[channel] = step;
    bytes.set(
      roundWeights(
        values.map((value) => value / step),
        kernel,
      ),
      channel * each,
    );
  }
  return { bytes, steps };
}

/**
 * Rounds other values of a range in the other direction, those with the largest error first, until the sum is right.
 * @param residual the sum of `left` in the range
 * @returns the new residual
 */
function evenOut(out: Int8Array, left: Float32Array, start: number, end: number, residual: number): number {
  while (Math.abs(residual) > 0.5) {
    const step = Math.sign(residual);
    let farthest = -1;
    for (let i = start; i < end; i++) {
      const isFarther = left[i]! * step > (farthest < 0 ? 0 : left[farthest]! * step);
      if (isFarther && Math.abs(out[i]! + step) <= maxWeight) farthest = i;
    }
    if (farthest < 0) return residual;
    out[farthest] = out[farthest]! + step;
    left[farthest] = left[farthest]! - step;
    residual -= step;
  }
  return residual;
}
