/** A small multilayer perceptron, run over the pixels of planes: features in, one probability out. */
import { createPlane, type Plane } from './plane.ts';

/** What a fit made: for each layer the weights, row by row of its outputs, and the offsets. */
export type PerceptronFit = {
  /** Mean and standard deviation of each feature, taken out before the first layer. */
  mean: readonly number[];
  deviation: readonly number[];
  layers: readonly { weights: readonly number[]; offsets: readonly number[] }[];
};

/** Slope of the hidden units below 0 (leaky rectified linear units). */
const leak = 0.05;

type Layer = { weights: Float32Array; offsets: Float32Array; inputs: number };

/**
 * The probability at each pixel where `asked` is 1, by hidden layers of leaky rectified linear units and a logistic output.
 * @param features planes of one size, in the order of the fit
 * @param rest what stands where nothing is asked
 * @throws Error when the fit is for another number of features
 */
export function perceive(fit: PerceptronFit, features: readonly Plane[], asked: Uint8Array, rest: Plane): Plane {
  if (features.length !== fit.mean.length)
    throw new Error(`The fit takes ${fit.mean.length} features, not ${features.length}.`);
  const layers = layersOf(fit);
  const values = layers.map(({ inputs }) => new Float32Array(inputs));
  const data = features.map((plane) => plane.data);
  const out = createPlane(rest.width, rest.height);
  for (let i = 0; i < asked.length; i++) {
    if (asked[i] !== 1) {
      out.data[i] = rest.data[i]!;
      continue;
    }
    const first = values[0]!;
    for (let k = 0; k < first.length; k++) first[k] = data[k]![i]!;
    out.data[i] = forward(layers, values);
  }
  return out;
}

/** The features' means and deviations go into the first layer. */
function layersOf({ mean, deviation, layers }: PerceptronFit): Layer[] {
  let inputs = mean.length;
  return layers.map(({ weights, offsets }, at) => {
    const layer: Layer = { weights: Float32Array.from(weights), offsets: Float32Array.from(offsets), inputs };
    if (at === 0) {
      for (let o = 0; o < offsets.length; o++) {
        for (let k = 0; k < inputs; k++) {
          const scaled = weights[o * inputs + k]! / deviation[k]!;
          layer.weights[o * inputs + k] = scaled;
          layer.offsets[o]! -= scaled * mean[k]!;
        }
      }
    }
    inputs = offsets.length;
    return layer;
  });
}

function forward(layers: readonly Layer[], values: readonly Float32Array[]): number {
  for (let l = 0; l < layers.length; l++) {
    const { weights, offsets, inputs } = layers[l]!;
    const from = values[l]!;
    const to = values[l + 1];
    for (let o = 0, at = 0; o < offsets.length; o++) {
      let sum = offsets[o]!;
      for (let k = 0; k < inputs; k++, at++) sum += weights[at]! * from[k]!;
      if (!to) return 1 / (1 + Math.exp(-sum));
      to[o] = sum > 0 ? sum : leak * sum;
    }
  }
  throw new Error('The fit has no layers.');
}
