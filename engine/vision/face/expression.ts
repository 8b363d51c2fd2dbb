/** Emotions of a face (Octavio Arriaga's network). Input and gray weights are the network's. */
import { cropFrame, type Pixels } from '../photo/frame.ts';
import { runOnPixels } from '../runtimes/onnx.ts';
import { faceFrame, type Mesh } from './mesh-model.ts';

/** The network's order. */
export const emotions = ['angry', 'disgust', 'fear', 'happy', 'sad', 'surprise', 'neutral'] as const;
export type Emotion = (typeof emotions)[number];
/** Probabilities with the sum 1. */
export type Expression = Record<Emotion, number>;

const inputSize = 64;
const cropMargin = 1.15;
const grayWeights = [0.2989, 0.587, 0.114] as const;

/** Averages the face and its mirror image. */
export async function readExpression(photo: Pixels, mesh: Mesh): Promise<Expression> {
  const input = cropFrame(photo, faceFrame(mesh, cropMargin), inputSize, -1, 1);
  const gray = new Float32Array(inputSize * inputSize);
  for (let i = 0; i < gray.length; i++) {
    gray[i] = grayWeights[0] * input[i * 3]! + grayWeights[1] * input[i * 3 + 1]! + grayWeights[2] * input[i * 3 + 2]!;
  }
  const mirrored = gray.map((_, i) => gray[i - (i % inputSize) + inputSize - 1 - (i % inputSize)]!);
  const [a, b] = await Promise.all(
    [gray, mirrored].map(async (pixels) => (await runOnPixels('emotion', pixels, inputSize))[0]!),
  );
  return Object.fromEntries(emotions.map((name, i) => [name, (a![i]! + b![i]!) / 2])) as Expression;
}
