/** Age, gender and identity of a face (HSE-FaceRes, Savchenko 2019). Input and margin are the network's. */
import { calibration } from '../calibration/portraits.ts';
import { cropFrame, mirrorPixels, type Pixels } from '../photo/frame.ts';
import { runOnPixels } from '../runtimes/onnx.ts';
import { faceFrame, type Mesh } from './mesh-model.ts';

/** `age` in years. `probability` 0.5..1. `features`: 1024 numbers, similar for one person. */
export type Attributes = {
  age: number;
  gender: { type: 'male' | 'female'; probability: number };
  features: Float32Array;
};

const inputSize = 224;
const cropMargin = 1.45;
/** ImageNet means of blue, green and red, as in training. Other input yields lower ages. */
const channelMeans = [103.939, 116.779, 123.68] as const;
const firstAgeYears = 1;

/** Averages the face and its mirror image. */
export async function estimateAttributes(photo: Pixels, mesh: Mesh): Promise<Attributes> {
  const { age, ...others } = await readAttributes(photo, mesh);
  return { ...others, age: calibratedAge(age) };
}

/** `age` of the network. */
export async function readAttributes(photo: Pixels, mesh: Mesh): Promise<Attributes> {
  const input = toNetworkColors(cropFrame(photo, faceFrame(mesh, cropMargin), inputSize, 0, 255));
  const runs = await Promise.all(
    [input, mirrorPixels(input, inputSize)].map((pixels) => runOnPixels('faceres', pixels, inputSize)),
  );
  const mean = (length: number) => {
    const [a, b] = runs.map((outputs) => outputs.find((output) => output.length === length)!);
    return a!.map((value, i) => (value + b![i]!) / 2);
  };
  const male = mean(1)[0]!;
  return {
    age: expectedAge(mean(100)),
    gender: male > 0.5 ? { type: 'male', probability: male } : { type: 'female', probability: 1 - male },
    features: mean(1024),
  };
}

function calibratedAge(age: number): number {
  const { offset, slope } = calibration.age;
  return Math.max(0, offset + slope * age);
}

function toNetworkColors(pixels: Float32Array): Float32Array {
  const out = new Float32Array(pixels.length);
  for (let i = 0; i < pixels.length; i += 3) {
    for (let channel = 0; channel < 3; channel++) {
      out[i + channel] = pixels[i + 2 - channel]! - channelMeans[channel]!;
    }
  }
  return out;
}

/** Averages all ages; the most likely one jumps between decades. */
function expectedAge(probabilities: Float32Array): number {
  let [sum, weighted] = [0, 0];
  for (const [i, probability] of probabilities.entries()) {
    sum += probability;
    weighted += probability * (i + firstAgeYears);
  }
  return weighted / sum;
}
