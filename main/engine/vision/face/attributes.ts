/** Estimates age and gender of a face, and describes it by numbers that tell people apart. */
import { execute, graphModel } from '../runtimes/tfjs.ts';
import { cropFrame, type Pixels } from './frame.ts';
import { faceFrame, type Mesh } from './mesh-model.ts';
import { mirrorPixels } from './mirror.ts';

/** `age` in years; `probability` 0.5..1 of the gender named; `features`: 1024 numbers, alike for pictures of the same person. */
export type Attributes = {
  age: number;
  gender: { type: 'male' | 'female'; probability: number };
  features: Float32Array;
};

const size = 224;
/** Side of the crop against the face's own size: as tight as in the model's training. */
const margin = 1.3;
/** Years at either side of the likeliest age that take part in the mean. */
const spread = 10;

/** Mean of the face and its mirror image, so that a flipped photograph gets the same answer. */
export async function estimateAttributes(photo: Pixels, mesh: Mesh): Promise<Attributes> {
  const model = await graphModel('faceres');
  const seen = cropFrame(photo, faceFrame(mesh, margin), size, 0, 255);
  const runs = [seen, mirrorPixels(seen, size)].map((pixels) => execute(model, pixels, size));
  const mean = (length: number) => {
    const [a, b] = runs.map((outputs) => outputs.find((output) => output.length === length)!);
    return a!.map((value, i) => (value + b![i]!) / 2);
  };
  const male = mean(1)[0]!;
  return {
    age: likeliestAge(mean(100)),
    gender: male > 0.5 ? { type: 'male', probability: male } : { type: 'female', probability: 1 - male },
    features: mean(1024),
  };
}

function likeliestAge(chances: Float32Array): number {
  const peak = chances.indexOf(Math.max(...chances));
  let total = 0;
  let weighted = 0;
  for (let age = Math.max(0, peak - spread); age <= Math.min(chances.length - 1, peak + spread); age++) {
    total += chances[age]!;
    weighted += chances[age]! * age;
  }
  return weighted / total;
}
