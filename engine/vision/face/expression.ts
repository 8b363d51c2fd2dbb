/** Reads the expression of a face: seven emotions, from a model that sees the face in grey. */

import { cropFrame, type Pixels } from '../photo/frame.ts';
import { runOnPixels } from '../runtimes/onnx.ts';
import { faceFrame, type Mesh } from './mesh-model.ts';

/** In the order of the model's output. */
export const emotions = ['angry', 'disgust', 'fear', 'happy', 'sad', 'surprise', 'neutral'] as const;
export type Emotion = (typeof emotions)[number];
/** Probabilities 0..1 that add up to 1. */
export type Expression = Record<Emotion, number>;

const size = 64;
const margin = 1.15;
/** Weights of red, green and blue in the grey the model was trained on. */
const grayWeights = [0.2989, 0.587, 0.114] as const;

/** Mean of the face and its mirror image. */
export async function readExpression(photo: Pixels, mesh: Mesh): Promise<Expression> {
  const seen = cropFrame(photo, faceFrame(mesh, margin), size, -1, 1);
  const gray = new Float32Array(size * size);
  for (let i = 0; i < gray.length; i++) {
    gray[i] = grayWeights[0] * seen[i * 3]! + grayWeights[1] * seen[i * 3 + 1]! + grayWeights[2] * seen[i * 3 + 2]!;
  }
  const mirrored = gray.map((_, i) => gray[i - (i % size) + size - 1 - (i % size)]!);
  const [a, b] = await Promise.all(
    [gray, mirrored].map(async (pixels) => (await runOnPixels('emotion', pixels, size))[0]!),
  );
  return Object.fromEntries(emotions.map((name, i) => [name, (a![i]! + b![i]!) / 2])) as Expression;
}
