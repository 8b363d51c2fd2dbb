/** Fits a small perceptron: hidden layers of leaky rectified linear units, one logistic output, by Adam (Kingma and Ba 2015). */
import type { PerceptronFit } from '../../../main/engine/vision/pixels/perceptron.ts';
import type { Seeded } from '../../helpers/seeded.ts';

/** Rows of features, the alpha that is true for each, and how much it counts. */
export interface Examples {
  readonly features: Float32Array;
  readonly truth: Float32Array;
  readonly weight: Float32Array;
}

export interface Plan {
  readonly hidden: readonly number[];
  readonly epochs: number;
  readonly rate: number;
}

/** As in main/engine/vision/pixels/perceptron.ts. */
const leak = 0.05;
const batch = 512;
const decay = 1e-4;
const [first, second] = [0.9, 0.999];

/** Numbers that are learned, with their gradient and its two running means. */
class Parameters {
  readonly values: Float32Array;
  readonly gradient: Float32Array;
  readonly #mean: Float32Array;
  readonly #square: Float32Array;

  constructor(count: number, start: () => number) {
    this.values = Float32Array.from({ length: count }, start);
    this.gradient = new Float32Array(count);
    this.#mean = new Float32Array(count);
    this.#square = new Float32Array(count);
  }

  /** One step of Adam. @param step from 1 on. @param shrink weight decay */
  step(step: number, rate: number, size: number, shrink: number): void {
    const [c1, c2] = [1 - first ** step, 1 - second ** step];
    for (let i = 0; i < this.values.length; i++) {
      const slope = this.gradient[i]! / size;
      this.#mean[i] = first * this.#mean[i]! + (1 - first) * slope;
      this.#square[i] = second * this.#square[i]! + (1 - second) * slope * slope;
      const along = this.#mean[i]! / c1 / (Math.sqrt(this.#square[i]! / c2) + 1e-8);
      this.values[i]! -= rate * (along + shrink * this.values[i]!);
    }
    this.gradient.fill(0);
  }
}

/**
 * Minimises cross entropy and mean absolute error together.
 * @param told hears the mean absolute error of each epoch
 */
export function fitPerceptron(
  { features, truth, weight }: Examples,
  { hidden, epochs, rate }: Plan,
  random: Seeded,
  told: (epoch: number, error: number) => void,
): PerceptronFit {
  const count = truth.length;
  const inputs = features.length / count;
  const { mean, deviation } = momentsOf(features, inputs);
  const sizes = [inputs, ...hidden, 1];
  const layers = sizes.slice(1).map((outputs, l) => {
    const spread = Math.sqrt(6 / sizes[l]!);
    return {
      weights: new Parameters(outputs * sizes[l]!, () => (random.next() * 2 - 1) * spread),
      offsets: new Parameters(outputs, () => 0),
    };
  });
  const values = sizes.map((size) => new Float32Array(size));
  const errors = sizes.map((size) => new Float32Array(size));
  const order = Int32Array.from({ length: count }, (_, i) => i);
  const steps = Math.ceil(count / batch) * epochs;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    let [sum, total] = [0, 0];
    for (let from = 0; from < count; from += batch) {
      const to = Math.min(count, from + batch);
      for (let at = from; at < to; at++) {
        const i = order[at]!;
        for (let k = 0; k < inputs; k++) values[0]![k] = (features[i * inputs + k]! - mean[k]!) / deviation[k]!;
        const said = forward();
        const apart = said - truth[i]!;
        sum += weight[i]! * Math.abs(apart);
        total += weight[i]!;
        errors.at(-1)![0] = weight[i]! * (apart + Math.sign(apart) * said * (1 - said));
        backward();
      }
      step++;
      const now = rate * 0.5 * (1 + Math.cos((Math.PI * step) / steps)) + 1e-5;
      for (const { weights, offsets } of layers) {
        weights.step(step, now, to - from, decay);
        offsets.step(step, now, to - from, 0);
      }
    }
    told(epoch, sum / total);
  }
  return {
    mean,
    deviation,
    layers: layers.map(({ weights, offsets }) => ({
      weights: Array.from(weights.values, short),
      offsets: Array.from(offsets.values, short),
    })),
  };

  function forward(): number {
    for (const [l, { weights, offsets }] of layers.entries()) {
      const [from, to] = [values[l]!, values[l + 1]!];
      for (let o = 0, at = 0; o < to.length; o++) {
        let sum = offsets.values[o]!;
        for (let k = 0; k < from.length; k++, at++) sum += weights.values[at]! * from[k]!;
        to[o] = l === layers.length - 1 ? 1 / (1 + Math.exp(-sum)) : sum > 0 ? sum : leak * sum;
      }
    }
    return values.at(-1)![0]!;
  }

  function backward(): void {
    for (let l = layers.length - 1; l >= 0; l--) {
      const { weights, offsets } = layers[l]!;
      const [from, below, above] = [values[l]!, errors[l]!, errors[l + 1]!];
      below.fill(0);
      for (let o = 0; o < above.length; o++) {
        const error = above[o]!;
        offsets.gradient[o]! += error;
        for (let k = 0, at = o * from.length; k < from.length; k++, at++) {
          weights.gradient[at]! += error * from[k]!;
          below[k]! += error * weights.values[at]!;
        }
      }
      for (let k = 0; k < below.length; k++) if (l > 0 && from[k]! <= 0) below[k]! *= leak;
    }
  }
}

/** Four digits are enough, and make a small file. */
export const short = (value: number): number => Number(value.toPrecision(4));

function momentsOf(features: Float32Array, inputs: number): { mean: number[]; deviation: number[] } {
  const count = features.length / inputs;
  const mean = new Array<number>(inputs).fill(0);
  const deviation = new Array<number>(inputs).fill(0);
  for (let i = 0; i < features.length; i++) mean[i % inputs]! += features[i]! / count;
  for (let i = 0; i < features.length; i++) deviation[i % inputs]! += (features[i]! - mean[i % inputs]!) ** 2 / count;
  return { mean: mean.map(short), deviation: deviation.map((value) => short(Math.sqrt(Math.max(1e-8, value)))) };
}

function shuffle(order: Int32Array, random: Seeded): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}
