/** Estimates age and gender of a face, and describes it by numbers that tell people apart. */
import { calibration } from '../calibration/portraits.ts';
import { cropFrame, mirrorPixels, type Pixels } from '../photo/frame.ts';
import { runOnPixels } from '../runtimes/onnx.ts';
import { faceFrame, type Mesh } from './mesh-model.ts';

/** `age` in years; `probability` 0.5..1 of the gender named; `features`: 1024 numbers, alike for pictures of the same person. */
export type Attributes = {
  age: number;
  gender: { type: 'male' | 'female'; probability: number };
  features: Float32Array;
};

const size = 224;
/** Side of the crop against the face's own size: hair and chin are seen, as on the faces that the model was trained on. */
const margin = 1.45;
/**
 * What the model was trained on: blue, green, red, each without its mean over ImageNet (HSE-FaceRec, Savchenko 2019, the
 * preprocessing of VGG's networks). The package that ships it feeds red first and the means along with it, and gets lower ages.
 */
const channelMeans = [103.939, 116.779, 123.68] as const;
/** The age of the first of its hundred classes. */
const firstAge = 1;

/** Mean of the face and its mirror image, so that a flipped photograph gets the same answer. */
export async function estimateAttributes(photo: Pixels, mesh: Mesh): Promise<Attributes> {
  const { age, ...others } = await readAttributes(photo, mesh);
  return { ...others, age: calibratedAge(age) };
}

/** The same with the age as the model says it, for calibration. */
export async function readAttributes(photo: Pixels, mesh: Mesh): Promise<Attributes> {
  const seen = asTrained(cropFrame(photo, faceFrame(mesh, margin), size, 0, 255));
  const runs = await Promise.all(
    [seen, mirrorPixels(seen, size)].map((pixels) => runOnPixels('faceres', pixels, size)),
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

/** The model's age in years, put right by what it says of portraits whose age is known. */
export function calibratedAge(age: number): number {
  const { offset, slope } = calibration.age;
  return Math.max(0, offset + slope * age);
}

function asTrained(pixels: Float32Array): Float32Array {
  const out = new Float32Array(pixels.length);
  for (let i = 0; i < pixels.length; i += 3) {
    for (let channel = 0; channel < 3; channel++) {
      out[i + channel] = pixels[i + 2 - channel]! - channelMeans[channel]!;
    }
  }
  return out;
}

/** The mean over all ages: the likeliest one alone jumps from decade to decade where the model hesitates. */
function expectedAge(chances: Float32Array): number {
  let [total, weighted] = [0, 0];
  for (const [i, chance] of chances.entries()) {
    total += chance;
    weighted += chance * (i + firstAge);
  }
  return weighted / total;
}
